<?php
/** Requests to the service, and the check of the connection. */

defined( 'ABSPATH' ) || exit;

/**
 * Sends a request to the service.
 *
 * Redirects are not followed, as they would take the token elsewhere.
 *
 * @return array{status: int, body: string, retry: int, date: int} Status 0 if the service does not respond; `body` is the
 *   reason then. `date` is the time of the service in seconds.
 */
function semantic_search_request( $method, $path, $body = null, $type = 'application/json', $token = null ) {
	$headers = array(
		'Authorization' => 'Bearer ' . ( null === $token ? semantic_search_token() : $token ),
		'Accept'        => 'application/json, application/x-ndjson',
	);
	if ( null !== $body ) {
		$headers['Content-Type'] = $type;
	}
	if ( null !== $token ) {
		$headers['Origin'] = semantic_search_origin();
	}
	$response = wp_remote_request( semantic_search_setting( 'endpoint' ) . $path, array(
		'method'      => $method,
		'headers'     => $headers,
		'body'        => $body,
		'timeout'     => null === $body ? 10 : 30,
		'redirection' => 0,
		'user-agent'  => 'semantic-search-wordpress/' . SEMANTIC_SEARCH_VERSION,
	) );
	if ( is_wp_error( $response ) ) {
		return array( 'status' => 0, 'body' => $response->get_error_message(), 'retry' => 0, 'date' => 0 );
	}
	return array(
		'status' => (int) wp_remote_retrieve_response_code( $response ),
		'body'   => wp_remote_retrieve_body( $response ),
		'retry'  => (int) wp_remote_retrieve_header( $response, 'retry-after' ),
		'date'   => (int) strtotime( (string) wp_remote_retrieve_header( $response, 'date' ) ),
	);
}

/** The body as an array; empty if it is not JSON. */
function semantic_search_json( $response ) {
	$value = json_decode( $response['body'], true );
	return is_array( $value ) ? $value : array();
}

/** A path of the search space. */
function semantic_search_space_path( $path ) {
	return '/api/spaces/' . rawurlencode( semantic_search_setting( 'space' ) ) . $path;
}

/** Why a request failed, in one sentence without the token. */
function semantic_search_failure( $response ) {
	if ( 0 === $response['status'] ) {
		/* translators: %s: reason, in the language of the server. */
		return semantic_search_sentence( sprintf( __( 'The service does not respond: %s', 'semantic-search' ), semantic_search_without_token( $response['body'] ) ) );
	}
	$problem = semantic_search_json( $response );
	$detail  = isset( $problem['detail'] ) && is_string( $problem['detail'] ) ? $problem['detail'] : '';
	/* translators: 1: status of the response, 2: reason given by the service. */
	return semantic_search_sentence( sprintf( __( 'The service responds with %1$d: %2$s', 'semantic-search' ), $response['status'], semantic_search_without_token( mb_substr( $detail, 0, 300 ) ) ) );
}

/** Reasons of other programs end without a full stop, or are missing. */
function semantic_search_sentence( $text ) {
	return rtrim( $text, " \n:." ) . '.';
}

function semantic_search_without_token( $text ) {
	$token = semantic_search_token();
	return '' === $token ? $text : str_replace( $token, '…', $text );
}

/** Scheme, host and port of the pages. */
function semantic_search_origin( $url = null ) {
	$parts = wp_parse_url( null === $url ? home_url() : $url );
	return $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}

/**
 * Checks the connection step by step. If all is right, the worker does not wait for its next attempt.
 *
 * @return array<array{ok: bool, text: string}> Later steps are missing if an earlier one makes them pointless.
 */
function semantic_search_check_connection() {
	$reached = semantic_search_check_reachable();
	if ( ! $reached[0]['ok'] ) {
		return $reached;
	}
	$steps = array_merge( $reached, semantic_search_check_token() );
	if ( semantic_search_setting( 'configuration' ) && '' !== semantic_search_setting( 'publishable' ) ) {
		$steps[] = semantic_search_check_publishable();
	} else {
		$steps[] = semantic_search_step( false, __( 'Configuration and publishable token are missing: pages cannot show the search yet.', 'semantic-search' ) );
	}
	if ( ! in_array( false, wp_list_pluck( $steps, 'ok' ), true ) && semantic_search_is_connected() ) {
		semantic_search_forget_failures();
		semantic_search_work_soon();
	}
	return $steps;
}

function semantic_search_step( $ok, $text ) {
	return array( 'ok' => $ok, 'text' => $text );
}

/** Whether the service responds, and the clocks agree. */
function semantic_search_check_reachable() {
	$host = wp_parse_url( semantic_search_setting( 'endpoint' ), PHP_URL_HOST );
	if ( ! $host ) {
		return array( semantic_search_step( false, __( 'The address of the service is missing.', 'semantic-search' ) ) );
	}
	if ( ( new WP_Http() )->block_request( semantic_search_setting( 'endpoint' ) ) ) {
		/* translators: %s: host of the service. */
		return array( semantic_search_step( false, sprintf( __( 'WP_HTTP_BLOCK_EXTERNAL is set: add %s to WP_ACCESSIBLE_HOSTS in wp-config.php.', 'semantic-search' ), $host ) ) );
	}
	$response = semantic_search_request( 'GET', '/api/version' );
	$version  = semantic_search_json( $response );
	if ( 200 !== $response['status'] || empty( $version['version'] ) ) {
		$is_other = 0 < $response['status'] && $response['status'] < 500 && ! isset( $version['detail'] );
		/* translators: %d: status of the response. */
		$other = sprintf( __( 'This is not the address of a semantic search service (%d).', 'semantic-search' ), $response['status'] );
		return array( semantic_search_step( false, $is_other ? $other : semantic_search_failure( $response ) ) );
	}
	/* translators: %s: version number. */
	$steps   = array( semantic_search_step( true, sprintf( __( 'The service responds, version %s.', 'semantic-search' ), $version['version'] ) ) );
	$seconds = $response['date'] ? time() - $response['date'] : 0;
	if ( abs( $seconds ) > MINUTE_IN_SECONDS ) {
		/* translators: %d: number of seconds. */
		$steps[] = semantic_search_step( false, sprintf( __( 'The clocks of the site and of the service differ by %d seconds: tokens may seem to have ended.', 'semantic-search' ), abs( $seconds ) ) );
	}
	return $steps;
}

/** What the secret token permits. */
function semantic_search_check_token() {
	if ( '' === semantic_search_token() ) {
		return array( semantic_search_step( false, __( 'The secret token is missing.', 'semantic-search' ) ) );
	}
	$response = semantic_search_request( 'GET', '/api/token' );
	if ( 200 !== $response['status'] ) {
		/* translators: %s: reason. */
		return array( semantic_search_step( false, sprintf( __( 'Secret token: %s', 'semantic-search' ), semantic_search_failure( $response ) ) ) );
	}
	$token = semantic_search_json( $response );
	$space = semantic_search_setting( 'space' );
	if ( ! in_array( 'spaces:write', (array) $token['scopes'], true ) ) {
		return array( semantic_search_step( false, __( 'The secret token cannot write: it needs the scope spaces:write.', 'semantic-search' ) ) );
	}
	if ( '' === $space ) {
		return array( semantic_search_step( false, __( 'The name of the search space is missing.', 'semantic-search' ) ) );
	}
	if ( is_array( $token['spaces'] ) && ! in_array( $space, $token['spaces'], true ) ) {
		/* translators: 1: names of search spaces, 2: name of a search space. */
		return array( semantic_search_step( false, sprintf( __( 'The secret token is for the search space %1$s, not for %2$s.', 'semantic-search' ), implode( ', ', $token['spaces'] ), $space ) ) );
	}
	/* translators: 1: name of a search space, 2: date. */
	return array( semantic_search_step( true, sprintf( __( 'The secret token can write to the search space %1$s until %2$s.', 'semantic-search' ), $space, semantic_search_expiry( $token ) ) ) );
}

function semantic_search_expiry( $token ) {
	return wp_date( get_option( 'date_format' ), strtotime( $token['expires'] ) );
}

/** Whether pages can search: the publishable token, its configuration, and the origins of the site. */
function semantic_search_check_publishable() {
	$publishable = semantic_search_setting( 'publishable' );
	$id          = semantic_search_setting( 'configuration' );
	$response    = semantic_search_request( 'GET', '/api/token', null, '', $publishable );
	$token       = semantic_search_json( $response );
	if ( 200 !== $response['status'] ) {
		/* translators: %s: reason. */
		return semantic_search_step( false, sprintf( __( 'Publishable token: %s', 'semantic-search' ), semantic_search_failure( $response ) ) );
	}
	if ( 'publishable' !== $token['kind'] ) {
		return semantic_search_step( false, __( 'The publishable token is an access token: visitors could write with it. Enter the text in token="..." that embed prints.', 'semantic-search' ) );
	}
	if ( ! in_array( $id, (array) $token['configurations'], true ) ) {
		/* translators: %d: number of a configuration. */
		return semantic_search_step( false, sprintf( __( 'The publishable token is not for the configuration %d.', 'semantic-search' ), $id ) );
	}
	$origins = is_array( $token['origins'] ) ? array_map( 'untrailingslashit', $token['origins'] ) : null;
	foreach ( array_unique( array( semantic_search_origin( home_url() ), semantic_search_origin( site_url() ) ) ) as $origin ) {
		if ( null !== $origins && ! in_array( $origin, $origins, true ) ) {
			/* translators: 1: origins such as https://example.org, 2: origin of the site. */
			return semantic_search_step( false, sprintf( __( 'The publishable token works on %1$s, not on %2$s.', 'semantic-search' ), implode( ', ', $origins ), $origin ) );
		}
	}
	$response      = semantic_search_request( 'GET', "/api/configurations/$id", null, '', $publishable );
	$configuration = semantic_search_json( $response );
	if ( 200 !== $response['status'] ) {
		/* translators: %s: reason. */
		return semantic_search_step( false, sprintf( __( 'Configuration: %s', 'semantic-search' ), semantic_search_failure( $response ) ) );
	}
	$searched = isset( $configuration['config']['searchSpace'] ) ? $configuration['config']['searchSpace'] : '';
	if ( semantic_search_setting( 'space' ) !== $searched ) {
		/* translators: 1: number of a configuration, 2: name of a search space. */
		return semantic_search_step( false, sprintf( __( 'The configuration %1$d searches the search space %2$s.', 'semantic-search' ), $id, $searched ) );
	}
	/* translators: 1: number of a configuration, 2: date. */
	return semantic_search_step( true, sprintf( __( 'Pages of this site can search with the configuration %1$d until %2$s.', 'semantic-search' ), $id, semantic_search_expiry( $token ) ) );
}
