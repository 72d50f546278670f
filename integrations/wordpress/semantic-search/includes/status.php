<?php
/** Whether a post is in the search: column of the lists and box of the editor. */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_init', 'semantic_search_add_columns' );
add_action( 'add_meta_boxes', 'semantic_search_add_box', 10, 2 );
add_action( 'save_post', 'semantic_search_save_box' );

/** @return array{state: string, text: string} The state is yes, waiting or no. */
function semantic_search_post_state( $post ) {
	$reason = semantic_search_hidden_reason( $post );
	if ( '' !== $reason ) {
		$text = semantic_search_reason_text( $reason );
		// A draft without a date was never published.
		$is_leaving = semantic_search_is_connected() && '0000-00-00 00:00:00' !== $post->post_date_gmt && semantic_search_is_queued( $post->ID );
		return $is_leaving
			? array( 'state' => 'waiting', 'text' => $text . ' (' . __( 'waiting to be removed', 'semantic-search' ) . ')' )
			: array( 'state' => 'no', 'text' => $text );
	}
	if ( ! semantic_search_is_connected() ) {
		return array( 'state' => 'no', 'text' => __( 'No: the connection is not set up', 'semantic-search' ) );
	}
	if ( semantic_search_is_queued( $post->ID ) || semantic_search_is_ahead_of_run( $post->ID ) ) {
		return array( 'state' => 'waiting', 'text' => __( 'Waiting', 'semantic-search' ) );
	}
	$refused = (string) get_post_meta( $post->ID, '_semantic_search_refused', true );
	if ( '' !== $refused ) {
		/* translators: %s: reason given by the service. */
		return array( 'state' => 'no', 'text' => sprintf( __( 'No, rejected: %s', 'semantic-search' ), $refused ) );
	}
	if ( get_post_meta( $post->ID, '_semantic_search_cut', true ) ) {
		/* translators: %s: number of characters. */
		return array( 'state' => 'yes', 'text' => sprintf( __( 'Yes, the first %s characters', 'semantic-search' ), number_format_i18n( SEMANTIC_SEARCH_MAX_TEXT ) ) );
	}
	return array( 'state' => 'yes', 'text' => __( 'Yes', 'semantic-search' ) );
}

/** Whether the planned run still has to send the post. */
function semantic_search_is_ahead_of_run( $post_id ) {
	$run = get_option( 'semantic_search_run' );
	return is_array( $run ) && $run['force'] && $run['last'] < $post_id;
}

function semantic_search_reason_text( $reason ) {
	$texts = array(
		'site'     => __( 'No: the site asks search engines to stay away', 'semantic-search' ),
		'type'     => __( 'No: this type is not searched', 'semantic-search' ),
		'status'   => __( 'No: not published', 'semantic-search' ),
		'password' => __( 'No: protected by a password', 'semantic-search' ),
		'noindex'  => __( 'No: hidden from search engines (noindex)', 'semantic-search' ),
		'excluded' => __( 'No: left out by hand', 'semantic-search' ),
		'filter'   => __( 'No: left out by another plug-in', 'semantic-search' ),
	);
	return $texts[ $reason ];
}

function semantic_search_add_columns() {
	foreach ( semantic_search_is_connected() ? semantic_search_post_types() : array() as $type ) {
		add_filter( "manage_{$type}_posts_columns", 'semantic_search_columns' );
		add_action( "manage_{$type}_posts_custom_column", 'semantic_search_column', 10, 2 );
	}
}

function semantic_search_columns( $columns ) {
	return $columns + array( 'semantic_search' => __( 'Searchable', 'semantic-search' ) );
}

function semantic_search_column( $name, $post_id ) {
	if ( 'semantic_search' === $name ) {
		$state = semantic_search_post_state( get_post( $post_id ) );
		echo esc_html( $state['text'] );
	}
}

function semantic_search_add_box( $type, $post ) {
	if ( $post instanceof WP_Post && semantic_search_is_connected() && in_array( $type, semantic_search_post_types(), true ) ) {
		add_meta_box( 'semantic-search', __( 'Search', 'semantic-search' ), 'semantic_search_box', $type, 'side' );
		semantic_search_enqueue_admin_script();
	}
}

function semantic_search_box( $post ) {
	$state = semantic_search_post_state( $post );
	wp_nonce_field( 'semantic_search_box', 'semantic_search_box' );
	?>
	<p><?php esc_html_e( 'Searchable:', 'semantic-search' ); ?>
		<strong data-semantic-search-post="<?php echo absint( $post->ID ); ?>" role="status"><?php echo esc_html( $state['text'] ); ?></strong></p>
	<p><label><input type="checkbox" name="semantic_search_excluded" value="1" <?php checked( get_post_meta( $post->ID, '_semantic_search_excluded', true ), '1' ); ?>>
		<?php esc_html_e( 'Leave out of the search', 'semantic-search' ); ?></label></p>
	<p><button type="button" class="button" data-semantic-search-send><?php esc_html_e( 'Send again', 'semantic-search' ); ?></button></p>
	<?php
}

function semantic_search_save_box( $post_id ) {
	$nonce = isset( $_POST['semantic_search_box'] ) ? sanitize_key( wp_unslash( $_POST['semantic_search_box'] ) ) : '';
	if ( ! wp_verify_nonce( $nonce, 'semantic_search_box' ) || ! current_user_can( 'edit_post', $post_id ) || wp_is_post_revision( $post_id ) ) {
		return;
	}
	if ( empty( $_POST['semantic_search_excluded'] ) ) {
		delete_post_meta( $post_id, '_semantic_search_excluded' );
	} else {
		update_post_meta( $post_id, '_semantic_search_excluded', '1' );
	}
}

function semantic_search_enqueue_admin_script() {
	wp_enqueue_script( 'semantic-search-admin', plugins_url( 'assets/admin.js', SEMANTIC_SEARCH_FILE ), array( 'wp-api-fetch', 'wp-i18n' ), SEMANTIC_SEARCH_VERSION, true );
	wp_set_script_translations( 'semantic-search-admin', 'semantic-search', dirname( SEMANTIC_SEARCH_FILE ) . '/languages' );
}
