<?php
/** Removes everything that the plug-in has stored, in all sites. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/semantic-search.php';

foreach ( semantic_search_site_ids( true ) as $semantic_search_site ) {
	semantic_search_in_site( $semantic_search_site, 'semantic_search_uninstall' );
}
delete_site_option( 'semantic_search_network' );
delete_site_option( 'semantic_search_network_token' );

function semantic_search_uninstall() {
	global $wpdb;
	if ( semantic_search_setting( 'delete_documents' ) ) {
		semantic_search_withdraw();
	}
	semantic_search_unschedule();
	$table = semantic_search_queue_table();
	$wpdb->query( "DROP TABLE IF EXISTS $table" ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The table has a fixed name.
	foreach ( array( 'settings', 'token', 'db', 'run', 'terms', 'terms_changed', 'failure', 'problem', 'old_prefixes' ) as $name ) {
		delete_option( "semantic_search_$name" );
	}
	delete_transient( 'semantic_search_lock' );
	foreach ( array( '_semantic_search_excluded', '_semantic_search_refused', '_semantic_search_cut' ) as $key ) {
		delete_post_meta_by_key( $key );
	}
}
