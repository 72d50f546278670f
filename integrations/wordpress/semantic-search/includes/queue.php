<?php
/**
 * The queue: posts to look at again.
 *
 * A row does not say what to do. The worker reads the state of the post when its turn comes, so that the order of changes
 * does not matter.
 */

defined( 'ABSPATH' ) || exit;

define( 'SEMANTIC_SEARCH_DATABASE_VERSION', '1' );
/** A post that ends PHP so often while it is rendered is marked, and the others go on. */
define( 'SEMANTIC_SEARCH_MAX_ATTEMPTS', 3 );

add_filter( 'cron_schedules', 'semantic_search_cron_schedules' );

function semantic_search_queue_table() {
	global $wpdb;
	return $wpdb->prefix . 'semantic_search_queue';
}

function semantic_search_cron_schedules( $schedules ) {
	$schedules['semantic_search_minute'] = array( 'interval' => MINUTE_IN_SECONDS, 'display' => __( 'Every minute', 'semantic-search' ) );
	return $schedules;
}

/** Makes the table and the events of this site when they are missing: also in sites that were never activated by hand. */
function semantic_search_install() {
	if ( get_option( 'semantic_search_db' ) === SEMANTIC_SEARCH_DATABASE_VERSION ) {
		return;
	}
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$table = semantic_search_queue_table();
	dbDelta( "CREATE TABLE $table (
		post_id bigint(20) unsigned NOT NULL,
		queued bigint(20) unsigned NOT NULL,
		attempts tinyint(3) unsigned NOT NULL DEFAULT 0,
		PRIMARY KEY  (post_id),
		KEY queued (queued)
	) " . $wpdb->get_charset_collate() . ';' );
	// Missing options would cost a query on each page.
	add_option( 'semantic_search_settings', array() );
	add_option( 'semantic_search_token', array(), '', false );
	update_option( 'semantic_search_db', SEMANTIC_SEARCH_DATABASE_VERSION, true );
	if ( ! wp_next_scheduled( 'semantic_search_minute' ) ) {
		wp_schedule_event( time(), 'semantic_search_minute', 'semantic_search_minute' );
	}
	if ( ! wp_next_scheduled( 'semantic_search_weekly' ) ) {
		wp_schedule_event( time() + WEEK_IN_SECONDS, 'weekly', 'semantic_search_weekly' );
	}
}

/** Removes the events of this site. The data stays, and the next activation makes the events again. */
function semantic_search_deactivate( $is_network_wide = false ) {
	foreach ( semantic_search_site_ids( $is_network_wide ) as $site ) {
		semantic_search_in_site( $site, 'semantic_search_unschedule' );
	}
}

function semantic_search_unschedule() {
	foreach ( array( 'semantic_search_minute', 'semantic_search_weekly', 'semantic_search_soon' ) as $event ) {
		wp_clear_scheduled_hook( $event );
	}
	delete_option( 'semantic_search_db' );
}

/** Adds posts to the queue; one row each. */
function semantic_search_enqueue( $post_ids ) {
	global $wpdb;
	$post_ids = array_filter( array_map( 'absint', (array) $post_ids ) );
	if ( ! $post_ids || ! semantic_search_is_connected() ) {
		return;
	}
	// Another site of a network may be current, which has no table before its first visit.
	semantic_search_install();
	$table = semantic_search_queue_table();
	foreach ( array_chunk( $post_ids, 500 ) as $chunk ) {
		$now  = (int) ( microtime( true ) * 1000000 );
		$rows = implode( ',', array_map( static function ( $id ) use ( $now ) {
			return "($id,$now)";
		}, $chunk ) );
		// phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The rows consist of integers.
		$wpdb->query( "INSERT INTO $table (post_id, queued) VALUES $rows ON DUPLICATE KEY UPDATE queued = VALUES(queued), attempts = 0" );
	}
	semantic_search_work_soon();
}

/** Starts the worker with the next request to wp-cron.php. */
function semantic_search_work_soon() {
	if ( ! wp_next_scheduled( 'semantic_search_soon' ) ) {
		wp_schedule_single_event( time(), 'semantic_search_soon' );
	}
}

/** The next rows, oldest first; counts an attempt for each. */
function semantic_search_next_rows( $count ) {
	global $wpdb;
	$table = semantic_search_queue_table();
	$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT post_id, queued, attempts FROM $table ORDER BY attempts, queued LIMIT %d", $count ) ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The table has a fixed name.
	// After an attempt that did not end, posts are tried alone: one of them may end PHP, and every batch with it.
	$new  = wp_list_filter( $rows, array( 'attempts' => 0 ) );
	$rows = $new ? $new : array_slice( $rows, 0, 1 );
	if ( $rows ) {
		$ids = implode( ',', array_map( 'absint', wp_list_pluck( $rows, 'post_id' ) ) );
		$wpdb->query( "UPDATE $table SET attempts = attempts + 1 WHERE post_id IN ($ids)" ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The ids are integers.
	}
	return $rows;
}

/** Removes rows, unless the post was queued again meanwhile. */
function semantic_search_dequeue( $rows ) {
	global $wpdb;
	$table = semantic_search_queue_table();
	foreach ( $rows as $row ) {
		$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE post_id = %d AND queued = %d", $row->post_id, $row->queued ) ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The table has a fixed name.
	}
}

/** The service was the reason, not the posts. */
function semantic_search_forgive( $rows ) {
	global $wpdb;
	$table = semantic_search_queue_table();
	$ids   = implode( ',', array_map( 'absint', wp_list_pluck( $rows, 'post_id' ) ) );
	$wpdb->query( "UPDATE $table SET attempts = 0 WHERE post_id IN ($ids)" ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The ids are integers.
}

function semantic_search_queue_length() {
	global $wpdb;
	$table = semantic_search_queue_table();
	return (int) $wpdb->get_var( "SELECT COUNT(*) FROM $table" ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The table has a fixed name.
}

function semantic_search_is_queued( $post_id ) {
	global $wpdb;
	$table = semantic_search_queue_table();
	return (bool) $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM $table WHERE post_id = %d", $post_id ) ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The table has a fixed name.
}
