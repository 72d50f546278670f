<?php
/** REST routes: status, check, synchronization, and the state of one post. None returns a token. */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'semantic_search_register_routes' );

function semantic_search_register_routes() {
	$owner = static function () {
		return current_user_can( 'manage_options' );
	};
	$editor = static function ( $request ) {
		return current_user_can( 'edit_post', (int) $request['id'] );
	};
	$text = array( 'type' => 'string' );
	semantic_search_route( '/status', 'GET', 'semantic_search_rest_status', $owner, array(
		'waiting' => array( 'type' => 'integer' ),
		'run'     => array( 'type' => array( 'integer', 'null' ) ),
		'text'    => $text,
	) );
	semantic_search_route( '/check', 'POST', 'semantic_search_rest_check', $owner, array(
		'text'  => $text,
		'steps' => array( 'type' => 'array', 'items' => array( 'type' => 'object', 'properties' => array( 'ok' => array( 'type' => 'boolean' ), 'text' => $text ) ) ),
	) );
	semantic_search_route( '/sync', 'POST', 'semantic_search_rest_sync', $owner, array( 'text' => $text ), array(
		'force' => array( 'type' => 'boolean', 'default' => false ),
	) );
	$state = array( 'state' => array( 'type' => 'string', 'enum' => array( 'yes', 'waiting', 'no' ) ), 'text' => $text );
	semantic_search_route( '/posts/(?P<id>\d+)', 'GET', 'semantic_search_rest_post', $editor, $state );
	semantic_search_route( '/posts/(?P<id>\d+)', 'POST', 'semantic_search_rest_send', $editor, $state );
}

function semantic_search_route( $path, $method, $callback, $permission, $properties, $args = array() ) {
	register_rest_route( 'semantic-search/v1', $path, array(
		array( 'methods' => $method, 'callback' => $callback, 'permission_callback' => $permission, 'args' => $args ),
		'schema' => static function () use ( $properties ) {
			return array( '$schema' => 'http://json-schema.org/draft-04/schema#', 'title' => 'semantic-search', 'type' => 'object', 'properties' => $properties );
		},
	) );
}

/** @return array{waiting: int, run: ?int, text: string} Posts in the queue, and posts that the current run has sent. */
function semantic_search_rest_status() {
	$run     = get_option( 'semantic_search_run' );
	$waiting = semantic_search_queue_length();
	return array( 'waiting' => $waiting, 'run' => is_array( $run ) ? (int) $run['sent'] : null, 'text' => semantic_search_status_text( $waiting, $run ) );
}

function semantic_search_status_text( $waiting, $run ) {
	$failure = get_option( 'semantic_search_failure' );
	$problem = get_option( 'semantic_search_problem' );
	$parts   = array();
	if ( semantic_search_is_site_hidden() ) {
		$parts[] = __( 'Nothing is sent, because the site asks search engines to stay away (Settings, Reading).', 'semantic-search' );
	} elseif ( semantic_search_is_copy() ) {
		$parts[] = __( 'Nothing is sent, because the site has another address than when the settings were saved, like a copy for tests. Save the settings if this site should send its posts.', 'semantic-search' );
	} elseif ( ! semantic_search_is_connected() ) {
		$parts[] = __( 'Nothing is sent until address, search space and secret token are saved.', 'semantic-search' );
	} elseif ( is_array( $run ) ) {
		/* translators: %d: number of posts. */
		$parts[] = sprintf( __( 'Everything is being sent: %d posts so far.', 'semantic-search' ), $run['sent'] );
	} elseif ( 0 === $waiting ) {
		$parts[] = __( 'Everything is up to date.', 'semantic-search' );
	}
	if ( $waiting > 0 ) {
		/* translators: %d: number of posts. */
		$parts[] = sprintf( _n( '%d post is waiting.', '%d posts are waiting.', $waiting, 'semantic-search' ), $waiting );
	}
	if ( is_array( $failure ) ) {
		/* translators: %s: time. */
		$again   = sprintf( __( 'Next attempt at %s.', 'semantic-search' ), wp_date( get_option( 'time_format' ), $failure['retry_at'] ) );
		$parts[] = $failure['text'] . ' ' . ( $failure['stopped'] ? __( 'Sending has stopped until the settings are saved.', 'semantic-search' ) : $again );
	}
	return implode( ' ', $problem ? array_merge( $parts, array( $problem ) ) : $parts );
}

function semantic_search_rest_check() {
	$steps  = semantic_search_check_connection();
	$status = semantic_search_rest_status();
	return array( 'steps' => $steps, 'text' => $status['text'] );
}

function semantic_search_rest_sync( $request ) {
	semantic_search_forget_failures();
	semantic_search_start_run( (bool) $request['force'] );
	$status = semantic_search_rest_status();
	return array( 'text' => $status['text'] );
}

function semantic_search_rest_post( $request ) {
	return semantic_search_post_state( get_post( (int) $request['id'] ) );
}

/** Sends the post soon; its state is "waiting" until then. */
function semantic_search_rest_send( $request ) {
	semantic_search_enqueue( (int) $request['id'] );
	return semantic_search_rest_post( $request );
}
