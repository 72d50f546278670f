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
	$language = function_exists( 'pll_get_term_language' ) ? (string) pll_get_term_language( $term->term_id, 'slug' ) : '';
	return apply_filters( 'semantic_search_term_language', $language ? $language : semantic_search_site_language(), $term );
}

/** Language tag of the site, whatever the language of the user. */
function semantic_search_site_language() {
	$locale = get_locale();
	$parts  = explode( '_', $locale );
	return isset( $parts[1] ) && 2 === strlen( $parts[1] ) ? "$parts[0]-$parts[1]" : $parts[0];
}
