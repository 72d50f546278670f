<?php
/** Commands of WP-CLI. */

defined( 'ABSPATH' ) || exit;

/** Keeps the search service in step with this site. */
class Semantic_Search_Command {

	/**
	 * Sends everything, or one post, and waits for the end.
	 *
	 * ## OPTIONS
	 *
	 * [--post=<id>]
	 * : Only this post.
	 *
	 * [--force]
	 * : Remove documents even if they are more than half.
	 *
	 * [--dry-run]
	 * : Only say what would be sent.
	 *
	 * @param string[] $args    Not used.
	 * @param string[] $options Options.
	 */
	public function sync( $args, $options ) {
		if ( isset( $options['dry-run'] ) ) {
			$this->list_public();
			return;
		}
		if ( ! semantic_search_is_connected() ) {
			WP_CLI::error( __( 'Nothing is sent until address, search space and secret token are saved.', 'semantic-search' ) );
		}
		semantic_search_forget_failures();
		if ( isset( $options['post'] ) ) {
			semantic_search_enqueue( (int) $options['post'] );
		} else {
			semantic_search_start_run( isset( $options['force'] ) );
		}
		$is_done = semantic_search_work( HOUR_IN_SECONDS );
		$status  = semantic_search_rest_status();
		if ( $is_done && ! get_option( 'semantic_search_problem' ) ) {
			WP_CLI::success( $status['text'] );
		} else {
			WP_CLI::error( $status['text'] );
		}
	}

	/** Says what is waiting, and the last failure. */
	public function status() {
		$status = semantic_search_rest_status();
		WP_CLI::line( $status['text'] );
	}

	/** Works off the queue; for a crontab. */
	public function queue() {
		semantic_search_work( 50 );
		$this->status();
	}

	/**
	 * Saves the connection, and checks it.
	 *
	 * ## OPTIONS
	 *
	 * <endpoint>
	 * : Address of the service.
	 *
	 * --space=<name>
	 * : Search space.
	 *
	 * [--token=<token>]
	 * : Secret token. Better a constant in wp-config.php, as others can read the history of commands.
	 *
	 * [--configuration=<number>]
	 * : Number of the configuration.
	 *
	 * [--publishable=<token>]
	 * : Publishable token.
	 *
	 * @param string[] $args    Address of the service.
	 * @param string[] $options Options.
	 */
	public function connect( $args, $options ) {
		// Errors of settings are a part of the administration.
		require_once ABSPATH . 'wp-admin/includes/template.php';
		$given    = array( 'endpoint' => $args[0] ) + array_diff_key( $options, array( 'token' => '' ) );
		$settings = semantic_search_sanitize_settings( $given + (array) get_option( 'semantic_search_settings', array() ) + semantic_search_defaults() );
		$token    = semantic_search_sanitize_token( isset( $options['token'] ) ? $options['token'] : '' );
		foreach ( wp_list_filter( get_settings_errors( 'semantic_search_settings' ), array( 'type' => 'error' ) ) as $error ) {
			WP_CLI::error( $error['message'] );
		}
		update_option( 'semantic_search_settings', $settings );
		update_option( 'semantic_search_token', $token );
		$this->check();
	}

	/** Checks the connection and names the setting that is wrong. */
	public function check() {
		$steps = semantic_search_check_connection();
		foreach ( $steps as $step ) {
			WP_CLI::line( ( $step['ok'] ? 'OK  ' : '!!  ' ) . $step['text'] );
		}
		if ( in_array( false, wp_list_pluck( $steps, 'ok' ), true ) ) {
			WP_CLI::halt( 1 );
		}
	}

	/** Deletes the documents and the concepts of this site at the service. */
	public function withdraw() {
		$problem = semantic_search_withdraw();
		if ( null !== $problem ) {
			WP_CLI::error( semantic_search_failure( $problem ) );
		}
		WP_CLI::success( __( 'The documents of this site are deleted at the service.', 'semantic-search' ) );
	}

	private function list_public() {
		$last = 0;
		$ids  = semantic_search_ids_after( $last );
		while ( $ids ) {
			foreach ( $ids as $id ) {
				$reason = semantic_search_hidden_reason( get_post( $id ) );
				WP_CLI::line( $id . ' ' . ( '' === $reason ? get_permalink( $id ) : semantic_search_reason_text( $reason ) ) );
			}
			$last = (int) end( $ids );
			$ids  = semantic_search_ids_after( $last );
		}
	}
}
