<?php
/** Languages of posts and terms, also with Polylang and WPML. */

defined( 'ABSPATH' ) || exit;

/** Language tag of a post. */
function semantic_search_post_language( $post ) {
	$language = '';
	if ( function_exists( 'pll_get_post_language' ) ) {
		$language = (string) pll_get_post_language( $post->ID, 'slug' );
	} elseif ( has_filter( 'wpml_post_language_details' ) ) {
		$details  = apply_filters( 'wpml_post_language_details', null, $post->ID );
		$language = is_array( $details ) && isset( $details['language_code'] ) ? (string) $details['language_code'] : '';
	}
	return apply_filters( 'semantic_search_post_language', $language ? $language : semantic_search_site_language(), $post );
}

/** Language tag of a term. */
function semantic_search_term_language( $term ) {
	$language = '';
	if ( function_exists( 'pll_get_term_language' ) ) {
		$language = (string) pll_get_term_language( $term->term_id, 'slug' );
	} elseif ( has_filter( 'wpml_element_language_code' ) ) {
		$language = (string) apply_filters( 'wpml_element_language_code', null, array( 'element_id' => $term->term_taxonomy_id, 'element_type' => $term->taxonomy ) );
	}
	return apply_filters( 'semantic_search_term_language', $language ? $language : semantic_search_site_language(), $term );
}

/** Ids of a term and of its translations that exist, which are one concept. */
function semantic_search_term_translations( $term ) {
	$ids = array();
	if ( function_exists( 'pll_get_term_translations' ) ) {
		$ids = pll_get_term_translations( $term->term_id );
	} elseif ( has_filter( 'wpml_element_trid' ) ) {
		$group = apply_filters( 'wpml_element_trid', null, $term->term_taxonomy_id, "tax_$term->taxonomy" );
		$ids   = $group ? wp_list_pluck( (array) apply_filters( 'wpml_get_element_translations', null, $group, "tax_$term->taxonomy" ), 'term_id' ) : array();
	}
	return array_filter( array_map( 'intval', array_merge( array( $term->term_id ), array_values( (array) $ids ) ) ), static function ( $id ) use ( $term ) {
		return $id === $term->term_id || get_term( $id, $term->taxonomy ) instanceof WP_Term;
	} );
}

/** Language tag of the site, whatever the language of the user. */
function semantic_search_site_language() {
	$locale = get_locale();
	$parts  = explode( '_', $locale );
	return isset( $parts[1] ) && 2 === strlen( $parts[1] ) ? "$parts[0]-$parts[1]" : $parts[0];
}
