<?php
/** Networks of sites: every site has its own queue, run and part of the thesaurus; the network may choose where they go. */

defined( 'ABSPATH' ) || exit;

add_filter( 'wpmu_drop_tables', 'semantic_search_drop_tables' );
add_action( 'wp_uninitialize_site', 'semantic_search_site_removed', 5 );

/** What the network has chosen. The mode is `shared` (one search space for all sites), `each` (one each), or empty. */
function semantic_search_network() {
	$defaults = array( 'mode' => '', 'endpoint' => '', 'space' => '', 'configuration' => 0, 'publishable' => '' );
	return is_multisite() ? array_merge( $defaults, (array) get_site_option( 'semantic_search_network', array() ) ) : $defaults;
}

/** Settings of this site that the network has made; none if each site has its own. */
function semantic_search_network_settings() {
	$network = semantic_search_network();
	$names   = array( '' => array(), 'each' => array( 'endpoint', 'space' ), 'shared' => array( 'endpoint', 'space', 'configuration', 'publishable' ) );
	$chosen  = array_filter( array_intersect_key( $network, array_flip( $names[ $network['mode'] ] ) ) );
	if ( 'each' === $network['mode'] && isset( $chosen['space'] ) ) {
		$chosen['space'] .= '-' . get_current_blog_id();
	}
	return $chosen;
}

/** Ids of the sites that an action concerns. */
function semantic_search_site_ids( $is_network_wide ) {
	return is_multisite() && $is_network_wide ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array( get_current_blog_id() );
}

function semantic_search_in_site( $site, $action ) {
	if ( ! is_multisite() ) {
		$action();
		return;
	}
	switch_to_blog( $site );
	try {
		$action();
	} finally {
		restore_current_blog();
	}
}

function semantic_search_drop_tables( $tables ) {
	return array_merge( $tables, array( semantic_search_queue_table() ) );
}

/** The documents of a removed site leave the search; those of the others stay. */
function semantic_search_site_removed( $site ) {
	semantic_search_in_site( (int) $site->blog_id, 'semantic_search_withdraw' );
}

/** Removes what this site has sent. Returns the response that failed, or null. */
function semantic_search_withdraw() {
	if ( ! semantic_search_is_connected() ) {
		return null;
	}
	$responses = array(
		semantic_search_remove_documents( semantic_search_id_prefix() ),
		semantic_search_request( 'DELETE', semantic_search_space_path( '/thesauri/' . semantic_search_part_name() ) ),
	);
	foreach ( $responses as $response ) {
		// Without a search space, nothing is left to remove.
		if ( ! in_array( $response['status'], array( 200, 204, 404 ), true ) ) {
			return $response;
		}
	}
	return null;
}
