<?php
/** Text for the privacy policy of the site. */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_init', 'semantic_search_add_privacy_text' );

function semantic_search_add_privacy_text() {
	$host = wp_parse_url( semantic_search_setting( 'endpoint' ), PHP_URL_HOST );
	$text = '<p>' . esc_html__( 'Public posts and pages of this site are sent to the search service, with their titles, texts, dates, categories, chosen fields and, if the owner wants it, the names of their authors. Drafts, private posts, posts with a password and comments are not sent.', 'semantic-search' ) . '</p>'
		. '<p>' . esc_html__( 'On pages with the search, the browser of a visitor loads a script from the search service and sends it what the visitor types. Recent searches are stored in the browser only. The search sets no cookies.', 'semantic-search' ) . '</p>';
	if ( $host ) {
		/* translators: %s: host of the service. */
		$text .= '<p>' . esc_html( sprintf( __( 'The search service of this site is %s.', 'semantic-search' ), $host ) ) . '</p>';
	}
	wp_add_privacy_policy_content( 'Semantic Search', wp_kses_post( $text ) );
}
