<?php
/** Text for the privacy policy of the site, and export of personal data. */

defined( 'ABSPATH' ) || exit;

define( 'SEMANTIC_SEARCH_EXPORTED', 100 );

add_action( 'admin_init', 'semantic_search_add_privacy_text' );
add_filter( 'wp_privacy_personal_data_exporters', 'semantic_search_add_exporter' );

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

function semantic_search_add_exporter( $exporters ) {
	return $exporters + array( 'semantic-search' => array(
		'exporter_friendly_name' => __( 'Semantic Search', 'semantic-search' ),
		'callback'               => 'semantic_search_export',
	) );
}

/** The posts that were sent with the name of the person. */
function semantic_search_export( $email, $page = 1 ) {
	$user  = semantic_search_is_connected() && semantic_search_setting( 'author' ) ? get_user_by( 'email', $email ) : false;
	$types = semantic_search_post_types();
	$query = array( 'post_type' => $types, 'post_status' => array( 'publish', 'inherit' ), 'orderby' => 'ID', 'posts_per_page' => SEMANTIC_SEARCH_EXPORTED, 'paged' => $page, 'lang' => '' );
	$posts = $user && $types ? get_posts( $query + array( 'author' => $user->ID ) ) : array();
	$items = array();
	foreach ( $posts as $post ) {
		if ( '' === semantic_search_hidden_reason( $post ) ) {
			$items[] = array(
				'group_id'    => 'semantic-search',
				'group_label' => __( 'Posts with your name at the search service', 'semantic-search' ),
				'item_id'     => "post-$post->ID",
				'data'        => array(
					array( 'name' => __( 'Name', 'semantic-search' ), 'value' => $user->display_name ),
					array( 'name' => __( 'Address', 'semantic-search' ), 'value' => get_permalink( $post ) ),
				),
			);
		}
	}
	return array( 'data' => $items, 'done' => count( $posts ) < SEMANTIC_SEARCH_EXPORTED );
}
