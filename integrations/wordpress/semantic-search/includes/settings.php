<?php
/** Settings of a site, and the constants that replace them. */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_init', 'semantic_search_register_settings' );
add_action( 'rest_api_init', 'semantic_search_register_settings' );
add_action( 'update_option_semantic_search_settings', 'semantic_search_settings_changed', 10, 2 );
add_action( 'add_option_semantic_search_settings', 'semantic_search_settings_added', 10, 2 );
add_action( 'update_option_semantic_search_token', 'semantic_search_token_changed' );

/** The settings with their default values. */
function semantic_search_defaults() {
	return array(
		'endpoint'         => '',
		'space'            => '',
		'configuration'    => 0,
		'publishable'      => '',
		'post_types'       => array( 'post', 'page' ),
		'taxonomies'       => array( 'category', 'post_tag' ),
		'fields'           => array(),
		'author'           => false,
		'attachments'      => false,
		'replace'          => '',
		'search_page'      => 0,
		'pinned'           => false,
		'script'           => '',
		'checksum'         => '',
		'delete_documents' => false,
		'site'             => '',
	);
}

/** One setting, or all of them. Constants of wp-config.php take precedence, then settings of the network. */
function semantic_search_setting( $name = null ) {
	$settings = array_merge( semantic_search_defaults(), (array) get_option( 'semantic_search_settings', array() ) );
	// Reading the settings of the network costs a query.
	if ( null === $name || in_array( $name, array( 'endpoint', 'space', 'configuration', 'publishable' ), true ) ) {
		$settings = array_merge( $settings, semantic_search_network_settings() );
	}
	foreach ( array( 'endpoint', 'space' ) as $key ) {
		if ( defined( 'SEMANTIC_SEARCH_' . strtoupper( $key ) ) ) {
			$settings[ $key ] = constant( 'SEMANTIC_SEARCH_' . strtoupper( $key ) );
		}
	}
	$settings['endpoint'] = untrailingslashit( $settings['endpoint'] );
	return null === $name ? $settings : $settings[ $name ];
}

/** The secret token. It never leaves the server of the site except to the service. */
function semantic_search_token() {
	if ( defined( 'SEMANTIC_SEARCH_TOKEN' ) ) {
		return SEMANTIC_SEARCH_TOKEN;
	}
	$stored = (array) ( semantic_search_network_settings() ? get_site_option( 'semantic_search_network_token', array() ) : get_option( 'semantic_search_token', array() ) );
	return $stored ? (string) reset( $stored ) : '';
}

/** Whether the owner has entered what sending needs. Nothing leaves the site before. */
function semantic_search_is_connected() {
	return '' !== semantic_search_setting( 'endpoint' ) && '' !== semantic_search_setting( 'space' ) && '' !== semantic_search_token() && ! semantic_search_is_copy();
}

/** Whether the settings were saved at another address: a copy of the site for tests must not send its posts. */
function semantic_search_is_copy() {
	$saved = strrev( semantic_search_setting( 'site' ) );
	return '' !== $saved && preg_replace( '#^https?:#', '', $saved ) !== preg_replace( '#^https?:#', '', semantic_search_home() );
}

function semantic_search_register_settings() {
	register_setting( 'semantic_search', 'semantic_search_settings', array(
		'type'              => 'object',
		'sanitize_callback' => 'semantic_search_sanitize_settings',
		'show_in_rest'      => false,
	) );
	register_setting( 'semantic_search', 'semantic_search_token', array(
		'type'              => 'array',
		'sanitize_callback' => 'semantic_search_sanitize_token',
		'show_in_rest'      => false,
	) );
}

/** A message above the form. Settings can also be saved where WordPress has none, such as in a request to its REST API. */
function semantic_search_settings_error( $field, $text, $type = 'error' ) {
	if ( function_exists( 'add_settings_error' ) ) {
		add_settings_error( 'semantic_search_settings', $field, $text, $type );
	}
}

/** Makes every setting valid; invalid values keep the stored one. */
function semantic_search_sanitize_settings( $given ) {
	$given    = is_array( $given ) ? $given : array();
	$stored   = array_merge( semantic_search_defaults(), (array) get_option( 'semantic_search_settings', array() ) );
	$settings = array();
	foreach ( semantic_search_defaults() as $name => $default ) {
		$value = isset( $given[ $name ] ) ? $given[ $name ] : ( is_array( $default ) ? array() : $default );
		if ( is_array( $default ) ) {
			$value = is_array( $value ) ? $value : preg_split( '/[\s,]+/', (string) $value, -1, PREG_SPLIT_NO_EMPTY );
			$value = array_values( array_unique( array_filter( array_map( 'sanitize_text_field', $value ) ) ) );
		} elseif ( is_bool( $default ) ) {
			$value = (bool) $value;
		} elseif ( is_int( $default ) ) {
			$value = absint( $value );
		} else {
			$value = sanitize_text_field( $value );
		}
		$settings[ $name ] = $value;
	}
	if ( ! semantic_search_may_use_endpoint( $settings['endpoint'] ) ) {
		$settings['endpoint'] = $stored['endpoint'];
	}
	if ( ! semantic_search_is_space_name( $settings['space'] ) ) {
		$settings['space'] = $stored['space'];
	}
	$settings['publishable'] = semantic_search_valid_token( isset( $given['publishable'] ) ? (string) $given['publishable'] : '', true, $stored['publishable'] );
	semantic_search_warn_of_search_page( $settings );
	if ( ! empty( $given['moved'] ) && semantic_search_is_copy() ) {
		semantic_search_forget_address( strrev( $stored['site'] ) );
	}
	// Reversed, as moves of a site replace its address in the whole database.
	$settings['site'] = strrev( semantic_search_home() );
	$settings = array_merge( $settings, semantic_search_pinned_script( $settings, $stored ) );
	if ( ! in_array( $settings['replace'], array( '', 'page', 'dialog' ), true ) ) {
		$settings['replace'] = '';
	}
	return $settings;
}

/** Whether the user may enter this address. On a network, only its administrators may enter a private one. */
function semantic_search_may_use_endpoint( $endpoint ) {
	if ( '' === $endpoint ) {
		return true;
	}
	$parts = wp_parse_url( $endpoint );
	if ( empty( $parts['host'] ) || ! in_array( isset( $parts['scheme'] ) ? $parts['scheme'] : '', array( 'http', 'https' ), true ) || isset( $parts['user'] ) || isset( $parts['query'] ) ) {
		semantic_search_settings_error( 'endpoint', __( 'The address of the service begins with https:// or http://.', 'semantic-search' ) );
		return false;
	}
	$is_unchanged = semantic_search_setting( 'endpoint' ) === untrailingslashit( $endpoint );
	if ( is_multisite() && ! $is_unchanged && ! current_user_can( 'manage_network_options' ) && semantic_search_is_private_host( $parts['host'] ) ) {
		semantic_search_settings_error( 'endpoint', __( 'Only administrators of the network can enter a private address.', 'semantic-search' ) );
		return false;
	}
	return true;
}

function semantic_search_is_space_name( $name ) {
	if ( '' === $name || preg_match( '/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/', $name ) ) {
		return true;
	}
	semantic_search_settings_error( 'space', __( 'The name of a search space has 1 to 100 letters, digits, dots, dashes and underscores.', 'semantic-search' ) );
	return false;
}

/** Whether a host has an address that the internet does not reach. */
function semantic_search_is_private_host( $host ) {
	$address = gethostbyname( trim( $host, '[]' ) );
	return ! filter_var( $address, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE );
}

/**
 * An empty field keeps the stored token.
 *
 * The token is stored in an array, because the page of all options (options.php) prints texts, but no arrays.
 */
function semantic_search_sanitize_token( $given ) {
	$given = (array) $given;
	$stored = (array) get_option( 'semantic_search_token', array() );
	$token  = semantic_search_valid_token( $given ? (string) reset( $given ) : '', false, '' );
	return '' === $token ? $stored : array( $token );
}

/** Type in the header of a token, such as `publishable+jwt`; `jwt` if it has none, and empty if the text is no token. */
function semantic_search_token_type( $token ) {
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- The header of a token is base64.
	$header = json_decode( (string) base64_decode( strtr( strtok( $token, '.' ), '-_', '+/' ) ), true );
	return is_array( $header ) ? strtolower( isset( $header['typ'] ) ? (string) $header['typ'] : 'jwt' ) : '';
}

/** The token in what was pasted, or the stored one with a message: every visitor would see a secret token in the wrong field. */
function semantic_search_valid_token( $given, $is_publishable, $stored ) {
	$token = preg_replace( '/[^\w.-]/', '', preg_replace( '/^.*token="([^"]*)".*$/s', '$1', $given ) );
	$type  = '' === $token ? '' : semantic_search_token_type( $token );
	if ( '' === $token || ( '' !== $type && $is_publishable === ( 'publishable+jwt' === $type ) ) ) {
		return $token;
	}
	if ( '' === $type ) {
		$text = $is_publishable ? __( 'The text in the field Publishable token is no token. Enter the text in token="..." that embed prints.', 'semantic-search' ) : __( 'The text in the field Secret token is no token. Copy the whole line that the command token prints.', 'semantic-search' );
	} elseif ( $is_publishable ) {
		$text = __( 'The field Publishable token had an access token: visitors could write with it. It was not saved. Enter the text in token="..." that embed prints.', 'semantic-search' );
	} else {
		$text = __( 'The field Secret token had a publishable token, which can only search. It was not saved. Enter the token with the scope spaces:write.', 'semantic-search' );
	}
	semantic_search_settings_error( $is_publishable ? 'publishable' : 'token', $text );
	return $token === $stored ? '' : $stored;
}

function semantic_search_settings_added( $name, $settings ) {
	semantic_search_settings_changed( semantic_search_defaults(), $settings );
}

/** The form saves the token after the settings: the first one completes the connection. */
function semantic_search_token_changed( $old ) {
	semantic_search_forget_failures();
	semantic_search_work_soon();
	if ( ! array_filter( (array) $old ) ) {
		semantic_search_start_run( true );
	}
}

/** Sends everything again if the change affects what is sent; removes documents the owner no longer wants there. */
function semantic_search_settings_changed( $old, $new ) {
	$old = array_merge( semantic_search_defaults(), (array) $old );
	$new = array_merge( semantic_search_defaults(), (array) $new );
	semantic_search_forget_failures();
	semantic_search_work_soon();
	foreach ( array( 'endpoint', 'space', 'site', 'post_types', 'taxonomies', 'fields', 'author', 'attachments' ) as $name ) {
		if ( $old[ $name ] !== $new[ $name ] ) {
			semantic_search_start_run( true );
			return;
		}
	}
}

/** Address and checksum of the current script of the service, if the owner wants to keep this version. */
function semantic_search_pinned_script( $settings, $stored ) {
	if ( ! $settings['pinned'] ) {
		return array( 'script' => '', 'checksum' => '' );
	}
	if ( $stored['pinned'] && $stored['endpoint'] === $settings['endpoint'] ) {
		return array( 'script' => $stored['script'], 'checksum' => $stored['checksum'] );
	}
	$response = wp_remote_get( untrailingslashit( $settings['endpoint'] ) . '/integrity.json', array( 'redirection' => 0 ) );
	$pinned   = json_decode( wp_remote_retrieve_body( $response ), true );
	$script   = isset( $pinned['script'] ) && is_string( $pinned['script'] ) ? $pinned['script'] : '';
	if ( '' === $script || empty( $pinned['integrity'][ $script ] ) ) {
		semantic_search_settings_error( 'pinned', __( 'The version cannot be pinned, because the service does not say its checksum.', 'semantic-search' ) );
		return array( 'pinned' => false, 'script' => '', 'checksum' => '' );
	}
	return array( 'script' => esc_url_raw( $script ), 'checksum' => sanitize_text_field( $pinned['integrity'][ $script ] ) );
}
