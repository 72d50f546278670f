<?php
/** Documents of the search space, made of posts. */

defined( 'ABSPATH' ) || exit;

/** The address of the site in all ids. `home_url()` would change with the scheme and the language of each request. */
function semantic_search_home() {
	return untrailingslashit( get_option( 'home' ) );
}

/** Beginning of all ids of this site. */
function semantic_search_id_prefix() {
	return semantic_search_home() . '/?p=';
}

/** The id of the document. Not the permalink, which changes with the title, the parents and the settings. */
function semantic_search_document_id( $post_id ) {
	return semantic_search_id_prefix() . $post_id;
}

/** The id of a term as a concept. */
function semantic_search_concept_id( $term_id ) {
	return semantic_search_home() . "/?term=$term_id";
}

/** The document of a public post. */
function semantic_search_document( $post ) {
	$type     = get_post_type_object( $post->post_type );
	$document = array(
		'id'       => semantic_search_document_id( $post->ID ),
		'link'     => get_permalink( $post ),
		'title'    => semantic_search_plain( get_the_title( $post ) ),
		'html'     => '<main>' . semantic_search_content( $post ) . '</main>',
		'date'     => mysql2date( 'c', $post->post_date_gmt, false ),
		'modified' => mysql2date( 'c', $post->post_modified_gmt, false ),
		'language' => semantic_search_post_language( $post ),
		'type'     => $type ? semantic_search_plain( $type->labels->singular_name ) : $post->post_type,
	);
	if ( '' === $document['title'] ) {
		$beginning         = wp_html_excerpt( semantic_search_plain( $document['html'] ), 60, '…' );
		$document['title'] = '' === $beginning ? __( '(no title)', 'semantic-search' ) : $beginning;
	}
	if ( '' !== trim( $post->post_excerpt ) ) {
		$document['description'] = semantic_search_plain( $post->post_excerpt );
	}
	$image = get_the_post_thumbnail_url( $post, 'medium' );
	if ( $image ) {
		$document['image'] = $image;
	}
	if ( semantic_search_setting( 'author' ) ) {
		$document['author'] = semantic_search_plain( get_the_author_meta( 'display_name', (int) $post->post_author ) );
	}
	$document = array_merge( $document, semantic_search_term_members( $post ), semantic_search_field_members( $post ) );
	return apply_filters( 'semantic_search_document', $document, $post );
}

/** Concepts of hierarchical taxonomies, and the names of other terms. With no concepts in the list, the service guesses none. */
function semantic_search_term_members( $post ) {
	$members = array();
	foreach ( semantic_search_taxonomies() as $taxonomy ) {
		$terms = get_the_terms( $post, $taxonomy->name );
		if ( $taxonomy->hierarchical ) {
			$members += array( 'subjects' => array() );
		}
		if ( ! $terms || is_wp_error( $terms ) ) {
			continue;
		}
		foreach ( $terms as $term ) {
			if ( $taxonomy->hierarchical ) {
				$members['subjects'][] = semantic_search_concept_id( min( semantic_search_term_translations( $term ) ) );
			} else {
				$members[ semantic_search_member_name( $taxonomy->name ) ][] = semantic_search_plain( $term->name );
			}
		}
	}
	return $members;
}

/** Chosen custom fields. Fields whose names begin with an underscore are private. */
function semantic_search_field_members( $post ) {
	$members = array();
	foreach ( semantic_search_setting( 'fields' ) as $field ) {
		$values = is_protected_meta( $field, 'post' ) ? array() : get_post_meta( $post->ID, $field );
		foreach ( array_filter( $values, 'is_scalar' ) as $value ) {
			$value = semantic_search_plain( $value );
			if ( '' !== $value ) {
				$members[ semantic_search_member_name( $field ) ][] = $value;
			}
		}
	}
	return $members;
}

/** The name of an attribute. Names of members have a meaning of their own. */
function semantic_search_member_name( $name ) {
	$reserved = array( 'id', 'title', 'description', 'text', 'sections', 'link', 'date', 'image', 'language', 'type', 'subjects', 'embedding', 'html', 'modified', 'author', 'tags' );
	if ( 'post_tag' === $name ) {
		return 'tags';
	}
	return in_array( $name, $reserved, true ) ? "{$name}_field" : $name;
}
