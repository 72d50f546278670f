<?php
/** Hierarchical taxonomies as concept trees: the part of the thesaurus that belongs to this site. */

defined( 'ABSPATH' ) || exit;

/** Public taxonomies that the owner has chosen. */
function semantic_search_taxonomies() {
	$taxonomies = array_filter( array_map( 'get_taxonomy', semantic_search_setting( 'taxonomies' ) ) );
	return array_filter( $taxonomies, 'is_taxonomy_viewable' );
}

/** Name of the part of the thesaurus. Each site of a network has its own. */
function semantic_search_part_name() {
	return 'wordpress-' . substr( md5( semantic_search_home() ), 0, 12 );
}

/** The thesaurus in Turtle; empty without terms. */
function semantic_search_turtle() {
	$lines = array();
	foreach ( semantic_search_taxonomies() as $taxonomy ) {
		if ( ! $taxonomy->hierarchical ) {
			continue;
		}
		$terms = get_terms( array( 'taxonomy' => $taxonomy->name, 'hide_empty' => false, 'orderby' => 'term_id', 'lang' => '', 'suppress_filters' => true ) );
		if ( ! is_array( $terms ) || ! $terms ) {
			continue;
		}
		$scheme  = semantic_search_turtle_iri( semantic_search_home() . "/?taxonomy=$taxonomy->name" );
		$label   = semantic_search_turtle_text( $taxonomy->labels->name, semantic_search_site_language() );
		$lines[] = "$scheme a skos:ConceptScheme ; skos:prefLabel $label .";
		$ids     = array_flip( wp_list_pluck( $terms, 'term_id' ) );
		foreach ( $terms as $term ) {
			$lines[] = semantic_search_turtle_concept( $term, $scheme, isset( $ids[ $term->parent ] ) );
		}
	}
	return $lines ? "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n" . implode( "\n", $lines ) . "\n" : '';
}

function semantic_search_turtle_concept( $term, $scheme, $has_parent ) {
	$id      = min( semantic_search_term_translations( $term ) );
	$concept = semantic_search_turtle_iri( semantic_search_concept_id( $id ) );
	$label   = semantic_search_turtle_text( $term->name, semantic_search_term_language( $term ) );
	if ( $id !== $term->term_id ) {
		// A translation adds its label to the concept of the oldest one.
		return "$concept skos:prefLabel $label .";
	}
	$parent = $has_parent ? get_term( $term->parent, $term->taxonomy ) : null;
	$place  = $parent ? 'skos:broader ' . semantic_search_turtle_iri( semantic_search_concept_id( min( semantic_search_term_translations( $parent ) ) ) ) : "skos:topConceptOf $scheme";
	return "$concept a skos:Concept ; skos:inScheme $scheme ; $place ; skos:prefLabel $label .";
}

function semantic_search_turtle_iri( $address ) {
	return '<' . preg_replace_callback( '/[\x00-\x20<>"{}|^`\\\\]/', static function ( $found ) {
		return rawurlencode( $found[0] );
	}, $address ) . '>';
}

function semantic_search_turtle_text( $text, $language ) {
	$escaped = addcslashes( semantic_search_plain( $text ), "\"\\" );
	return '"' . $escaped . '"' . ( preg_match( '/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i', $language ) ? "@$language" : '' );
}
