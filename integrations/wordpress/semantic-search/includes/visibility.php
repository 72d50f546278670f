<?php
/** Who may see a post: only what every visitor can read is sent. */

defined( 'ABSPATH' ) || exit;

/** Whether the site asks search engines to stay away; then nothing is sent. */
function semantic_search_is_site_hidden() {
	return ! get_option( 'blog_public' );
}

/** Post types that the owner has chosen and visitors can open. */
function semantic_search_post_types() {
	$chosen = semantic_search_setting( 'post_types' );
	if ( semantic_search_setting( 'attachments' ) ) {
		$chosen[] = 'attachment';
	}
	return array_values( array_filter( array_unique( $chosen ), 'is_post_type_viewable' ) );
}

/**
 * Why a post is not in the search; an empty text if it is.
 *
 * The reasons are site, type, status, password, noindex, excluded, filter.
 */
function semantic_search_hidden_reason( $post ) {
	if ( semantic_search_is_site_hidden() ) {
		return 'site';
	}
	if ( ! in_array( $post->post_type, semantic_search_post_types(), true ) ) {
		return 'type';
	}
	if ( 'publish' !== semantic_search_status( $post ) ) {
		return 'status';
	}
	if ( '' !== $post->post_password ) {
		return 'password';
	}
	// WooCommerce marks products that are not in searches with a term.
	if ( get_post_meta( $post->ID, '_semantic_search_excluded', true ) || has_term( 'exclude-from-search', 'product_visibility', $post ) ) {
		return 'excluded';
	}
	if ( semantic_search_is_noindex( $post ) ) {
		return 'noindex';
	}
	return apply_filters( 'semantic_search_is_public', true, $post ) ? '' : 'filter';
}

/** The status; a file has that of the page it belongs to. */
function semantic_search_status( $post ) {
	if ( 'attachment' !== $post->post_type || 'inherit' !== $post->post_status ) {
		return $post->post_status;
	}
	$parent = $post->post_parent ? get_post( $post->post_parent ) : null;
	return $parent && '' === semantic_search_hidden_reason( $parent ) ? 'publish' : 'private';
}

/** Keys of post meta with which SEO plug-ins hide a post. */
function semantic_search_noindex_keys() {
	return array( '_yoast_wpseo_meta-robots-noindex', 'rank_math_robots', '_seopress_robots_index', '_genesis_noindex' );
}

function semantic_search_is_noindex( $post ) {
	$yoast = (string) get_post_meta( $post->ID, '_yoast_wpseo_meta-robots-noindex', true );
	$types = (array) get_option( 'wpseo_titles', array() );
	if ( '1' === $yoast || ( '2' !== $yoast && ! empty( $types[ 'noindex-' . $post->post_type ] ) ) ) {
		return true;
	}
	return in_array( 'noindex', (array) get_post_meta( $post->ID, 'rank_math_robots', true ), true )
		|| 'yes' === get_post_meta( $post->ID, '_seopress_robots_index', true )
		|| '1' === (string) get_post_meta( $post->ID, '_genesis_noindex', true )
		|| semantic_search_is_aioseo_noindex( $post );
}

/** All in One SEO has a table of its own. */
function semantic_search_is_aioseo_noindex( $post ) {
	global $wpdb;
	if ( ! function_exists( 'aioseo' ) ) {
		return false;
	}
	$row = $wpdb->get_row( $wpdb->prepare( "SELECT robots_default, robots_noindex FROM {$wpdb->prefix}aioseo_posts WHERE post_id = %d", $post->ID ) );
	return $row && ! $row->robots_default ? (bool) $row->robots_noindex : (bool) aioseo()->helpers->isPostTypeNoindexed( $post->post_type );
}
