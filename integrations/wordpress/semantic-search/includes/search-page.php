<?php
/** Replacement of the theme's search: searches of visitors lead to the chosen page. */

defined( 'ABSPATH' ) || exit;

add_filter( 'posts_pre_query', 'semantic_search_skip_query', 10, 2 );
add_action( 'template_redirect', 'semantic_search_redirect' );

/** The address of the search page; empty if searches stay with the theme. */
function semantic_search_page_url() {
	$page = semantic_search_setting( 'search_page' );
	if ( 'page' !== semantic_search_setting( 'replace' ) || ! semantic_search_shows_search( $page ) || ! semantic_search_can_render() ) {
		return '';
	}
	return (string) get_permalink( $page );
}

/** Whether the page is public and has the search, maybe in a pattern. Themes and page builders can say so with the filter. */
function semantic_search_shows_search( $page ) {
	$content = $page && 'publish' === get_post_status( $page ) ? (string) get_post_field( 'post_content', $page ) : '';
	$shows   = has_block( 'semantic-search/search', $content ) || has_shortcode( $content, 'semantic_search' ) || preg_match( '/<!-- wp:(block|pattern) /', $content );
	return apply_filters( 'semantic_search_shows_search', (bool) $shows, $page );
}

/** Until the page is right, searches stay with the theme. */
function semantic_search_warn_of_search_page( $settings ) {
	if ( 'page' === $settings['replace'] && ! semantic_search_shows_search( $settings['search_page'] ) ) {
		semantic_search_settings_error( 'search_page', __( 'Searches stay with the theme until a published page with the block Semantic Search or the shortcode [semantic_search] is chosen as search page.', 'semantic-search' ), 'warning' );
	}
}

/** Whether this is a search of a visitor that no plug-in has narrowed, such as a search for products. */
function semantic_search_is_replaced( $query ) {
	if ( ! $query->is_main_query() || ! $query->is_search() || $query->is_feed() || is_admin() || wp_is_json_request() || ( defined( 'REST_REQUEST' ) && REST_REQUEST ) ) {
		return false;
	}
	// phpcs:ignore WordPress.Security.NonceVerification -- A search changes nothing.
	return ! isset( $_GET['wp-search'] ) && ! isset( $_GET['post_type'] ) && '' !== semantic_search_page_url();
}

/** Saves the database the search whose results nobody sees. */
function semantic_search_skip_query( $posts, $query ) {
	return null === $posts && $query->is_search() && semantic_search_is_replaced( $query ) ? array() : $posts;
}

function semantic_search_redirect() {
	global $wp_query;
	if ( $wp_query->is_search() && semantic_search_is_replaced( $wp_query ) ) {
		$words = (string) get_query_var( 's' );
		wp_safe_redirect( '' === $words ? semantic_search_page_url() : add_query_arg( 'search', rawurlencode( $words ), semantic_search_page_url() ), 302, 'Semantic Search' );
		exit;
	}
}
