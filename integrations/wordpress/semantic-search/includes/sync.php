<?php
/** The worker: sends the queue and runs over all posts, a part at a time. */

defined( 'ABSPATH' ) || exit;

define( 'SEMANTIC_SEARCH_BATCH', 100 );

add_action( 'semantic_search_soon', 'semantic_search_work_by_cron' );
add_action( 'semantic_search_minute', 'semantic_search_work_by_cron' );
add_action( 'semantic_search_weekly', 'semantic_search_site_changed', 10, 0 );

function semantic_search_work_by_cron() {
	semantic_search_work( 20 );
}

/**
 * Works until nothing is left, for at most this many seconds. Two workers never run at the same time.
 *
 * @return bool Whether nothing is left.
 */
function semantic_search_work( $seconds ) {
	if ( ! semantic_search_is_connected() || ! semantic_search_may_send() || ! semantic_search_lock() ) {
		return false;
	}
	$saved_at = strrev( semantic_search_setting( 'site' ) );
	if ( '' !== $saved_at && semantic_search_home() !== $saved_at ) {
		semantic_search_home_changed( $saved_at );
	}
	$deadline = microtime( true ) + $seconds;
	try {
		while ( semantic_search_work_step() ) {
			// A long import would otherwise keep all posts in memory.
			wp_cache_flush_runtime();
			if ( microtime( true ) > $deadline ) {
				semantic_search_work_soon();
				return false;
			}
		}
	} finally {
		semantic_search_unlock();
	}
	return semantic_search_may_send();
}

/** One part of the work. False if nothing is left, or after a failure. */
function semantic_search_work_step() {
	if ( semantic_search_is_site_hidden() ) {
		semantic_search_dequeue( semantic_search_next_rows( 10000 ) );
	}
	foreach ( array( 'send_terms', 'send_queue', 'remove_old_prefix', 'continue_run' ) as $part ) {
		$has_worked = call_user_func( "semantic_search_$part" );
		if ( $has_worked || ! semantic_search_may_send() ) {
			return $has_worked;
		}
	}
	return false;
}

/** Sends the concept trees if they have changed. */
function semantic_search_send_terms() {
	global $wpdb;
	$mark = semantic_search_fresh_option( 'semantic_search_terms_changed' );
	if ( ! $mark ) {
		return false;
	}
	$turtle = semantic_search_is_site_hidden() ? '' : semantic_search_turtle();
	$hash   = md5( $turtle . semantic_search_setting( 'space' ) . semantic_search_setting( 'endpoint' ) );
	if ( get_option( 'semantic_search_terms', '' ) !== $hash && ! semantic_search_put_terms( $turtle ) ) {
		return false;
	}
	update_option( 'semantic_search_terms', $hash, false );
	// A change meanwhile has another mark.
	$wpdb->delete( $wpdb->options, array( 'option_name' => 'semantic_search_terms_changed', 'option_value' => $mark ) );
	return true;
}

/** Replaces the part of the thesaurus; false after a failure. */
function semantic_search_put_terms( $turtle ) {
	$path     = semantic_search_space_path( '/thesauri/' . semantic_search_part_name() );
	$response = '' === $turtle ? semantic_search_request( 'DELETE', $path ) : semantic_search_request( 'PUT', $path, $turtle, 'text/turtle' );
	// Nothing to remove is no failure.
	if ( 200 !== $response['status'] && ! ( '' === $turtle && 404 === $response['status'] ) ) {
		semantic_search_note_failure( $response );
		return false;
	}
	semantic_search_forget_failures();
	return true;
}

function semantic_search_send_queue() {
	$rows = semantic_search_next_rows( SEMANTIC_SEARCH_BATCH );
	if ( ! $rows ) {
		return false;
	}
	$post = $rows[0]->attempts >= SEMANTIC_SEARCH_MAX_ATTEMPTS ? get_post( $rows[0]->post_id ) : null;
	// A hidden post is not rendered, but deleted at the service.
	if ( $post && '' === semantic_search_hidden_reason( $post ) ) {
		update_post_meta( $post->ID, '_semantic_search_refused', __( 'The content cannot be rendered.', 'semantic-search' ) );
		semantic_search_dequeue( $rows );
		return true;
	}
	$problem = semantic_search_send_posts( wp_list_pluck( $rows, 'post_id' ), null );
	if ( null !== $problem ) {
		semantic_search_forgive( $rows );
		semantic_search_note_failure( $problem );
		return false;
	}
	semantic_search_forget_failures();
	semantic_search_dequeue( $rows );
	return true;
}

/**
 * Plans a run over all posts. It removes nothing until all posts are sent.
 *
 * @param bool $force Whether it may remove more than half of the documents, because the owner has changed what is sent.
 */
function semantic_search_start_run( $force ) {
	if ( ! semantic_search_is_connected() ) {
		return;
	}
	$planned = get_option( 'semantic_search_run' );
	$force   = $force || ( is_array( $planned ) && $planned['force'] );
	update_option( 'semantic_search_run', array( 'key' => uniqid( '', true ), 'id' => '', 'last' => 0, 'begun' => 0, 'sent' => 0, 'force' => $force ), false );
	delete_option( 'semantic_search_problem' );
	semantic_search_forget_terms();
}

/** The next part of the planned run. It goes on where the last worker has ended, even if that was killed. */
function semantic_search_continue_run() {
	$run = semantic_search_fresh_option( 'semantic_search_run' );
	if ( ! is_array( $run ) ) {
		return false;
	}
	if ( '' === $run['id'] ) {
		$response = semantic_search_request( 'POST', semantic_search_space_path( '/runs' ) );
		$started  = semantic_search_json( $response );
		if ( 200 !== $response['status'] || empty( $started['id'] ) ) {
			semantic_search_note_failure( $response );
			return false;
		}
		return semantic_search_save_run( $run, array( 'id' => $started['id'], 'last' => 0, 'begun' => 0, 'sent' => 0 ) );
	}
	$ids = semantic_search_is_site_hidden() ? array() : semantic_search_ids_after( $run['last'] );
	return $ids ? semantic_search_send_part( $run, $ids ) : semantic_search_complete_run( $run );
}

/** Ids of the next published posts. Keyset pages skip nothing when posts vanish. */
function semantic_search_ids_after( $last ) {
	global $wpdb;
	$types = semantic_search_post_types();
	if ( ! $types ) {
		return array();
	}
	$names = implode( ',', array_fill( 0, count( $types ), '%s' ) );
	return $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE ID > %d AND post_status IN ('publish', 'inherit') AND post_type IN ($names) ORDER BY ID LIMIT %d", array_merge( array( $last ), $types, array( SEMANTIC_SEARCH_BATCH ) ) ) ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The names are placeholders.
}

function semantic_search_send_part( $run, $ids ) {
	$sent = array( 'last' => (int) end( $ids ), 'sent' => $run['sent'] + count( $ids ) );
	if ( $run['begun'] > $run['last'] ) {
		// A worker has begun this part and not ended it: maybe one of the posts ends PHP. The queue finds out which.
		semantic_search_enqueue( $ids );
		return semantic_search_save_run( $run, $sent );
	}
	$begun = array( 'begun' => $sent['last'] );
	semantic_search_save_run( $run, $begun );
	$run     = array_merge( $run, $begun );
	$problem = semantic_search_send_posts( $ids, $run['id'] );
	if ( null === $problem ) {
		semantic_search_forget_failures();
		return semantic_search_save_run( $run, $sent );
	}
	semantic_search_save_run( $run, array( 'begun' => 0 ) );
	semantic_search_note_run_failure( array_merge( $run, array( 'begun' => 0 ) ), $problem );
	return false;
}

function semantic_search_complete_run( $run ) {
	$response = semantic_search_complete( $run['id'], semantic_search_id_prefix(), $run['force'] );
	if ( 200 === $response['status'] ) {
		semantic_search_forget_failures();
	} elseif ( 409 === $response['status'] ) {
		update_option( 'semantic_search_problem', semantic_search_failure( $response ), false );
	} else {
		semantic_search_note_run_failure( $run, $response );
		return false;
	}
	return semantic_search_save_run( $run, null );
}

function semantic_search_complete( $id, $prefix, $force ) {
	$query = '?prefix=' . rawurlencode( $prefix ) . ( $force ? '&force=true' : '' );
	return semantic_search_request( 'POST', semantic_search_space_path( '/runs/' . rawurlencode( $id ) . '/complete' . $query ) );
}

/** Another site of the same search space may have replaced the run: it begins again, at a time of its own. */
function semantic_search_note_run_failure( $run, $response ) {
	if ( 404 === $response['status'] ) {
		semantic_search_save_run( $run, array( 'id' => '', 'last' => 0, 'begun' => 0, 'sent' => 0 ) );
		$response['retry'] = wp_rand( 1, 5 ) * 20;
	}
	semantic_search_note_failure( $response );
}

/** Removes the documents whose ids begin like this, by a run that contains none of them. */
function semantic_search_remove_documents( $prefix ) {
	$response = semantic_search_request( 'POST', semantic_search_space_path( '/runs' ) );
	$started  = semantic_search_json( $response );
	if ( 200 !== $response['status'] || empty( $started['id'] ) ) {
		return $response;
	}
	return semantic_search_complete( $started['id'], $prefix, true );
}

/** Documents of the previous address of the site. */
function semantic_search_remove_old_prefix() {
	$old = (array) get_option( 'semantic_search_old_prefixes', array() );
	if ( ! $old ) {
		return false;
	}
	$response = semantic_search_id_prefix() === $old[0] ? array( 'status' => 200 ) : semantic_search_remove_documents( $old[0] );
	if ( 200 !== $response['status'] ) {
		semantic_search_note_failure( $response );
		return false;
	}
	array_shift( $old );
	update_option( 'semantic_search_old_prefixes', $old, false );
	return true;
}

/** Replaces the state of a run unless another process has planned a new one meanwhile. */
function semantic_search_save_run( $run, $changes ) {
	global $wpdb;
	$where = array( 'option_name' => 'semantic_search_run', 'option_value' => maybe_serialize( $run ) );
	if ( null === $changes ) {
		$wpdb->delete( $wpdb->options, $where );
	} else {
		$wpdb->update( $wpdb->options, array( 'option_value' => maybe_serialize( array_merge( $run, $changes ) ) ), $where );
	}
	wp_cache_delete( 'semantic_search_run', 'options' );
	wp_cache_delete( 'alloptions', 'options' );
	return true;
}

/** An option as it is in the database now. */
function semantic_search_fresh_option( $name ) {
	wp_cache_delete( $name, 'options' );
	wp_cache_delete( 'notoptions', 'options' );
	return get_option( $name );
}

/** Whether the service may be asked now. */
function semantic_search_may_send() {
	$failure = semantic_search_fresh_option( 'semantic_search_failure' );
	return ! is_array( $failure ) || ( ! $failure['stopped'] && $failure['retry_at'] <= time() );
}

/** Plans the next attempt: after 1, 2, 4 … 60 minutes, or when the service says. A rejected token needs the owner. */
function semantic_search_note_failure( $response ) {
	$failure = semantic_search_fresh_option( 'semantic_search_failure' );
	$count   = is_array( $failure ) ? $failure['count'] + 1 : 1;
	$wait    = $response['retry'] > 0 ? min( $response['retry'], HOUR_IN_SECONDS ) : min( 60, pow( 2, min( $count, 7 ) - 1 ) ) * MINUTE_IN_SECONDS;
	update_option( 'semantic_search_failure', array(
		'count'    => $count,
		'retry_at' => time() + $wait,
		'stopped'  => in_array( $response['status'], array( 401, 403 ), true ),
		'text'     => semantic_search_failure( $response ),
	), false );
}

function semantic_search_forget_failures() {
	if ( false !== get_option( 'semantic_search_failure' ) ) {
		delete_option( 'semantic_search_failure' );
	}
}

/** A lock of the database server ends with its process, even if that is killed. */
function semantic_search_lock() {
	global $wpdb;
	$got = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 0)', semantic_search_lock_name() ) );
	if ( in_array( (string) $got, array( '0', '1' ), true ) ) {
		return '1' === (string) $got;
	}
	// Databases without locks, such as SQLite.
	return ! get_transient( 'semantic_search_lock' ) && set_transient( 'semantic_search_lock', 1, 5 * MINUTE_IN_SECONDS );
}

function semantic_search_unlock() {
	global $wpdb;
	$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', semantic_search_lock_name() ) );
	delete_transient( 'semantic_search_lock' );
}

function semantic_search_lock_name() {
	global $wpdb;
	return 'semantic_search_' . md5( $wpdb->dbname . $wpdb->prefix );
}
