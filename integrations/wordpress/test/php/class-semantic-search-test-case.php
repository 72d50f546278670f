<?php
/** Tests in a transaction of the database, with a service that is played by a function. */

use PHPUnit\Framework\TestCase;

abstract class Semantic_Search_Test_Case extends TestCase {

	/** @var array<array{method: string, url: string, body: ?string}> Requests to the service. */
	protected $requests = array();

	/** @var callable Returns status and body for a request. */
	protected $respond;

	protected function setUp(): void {
		global $wpdb;
		$wpdb->query( 'SET autocommit = 0' );
		$wpdb->query( 'START TRANSACTION' );
		wp_cache_flush();
		$this->requests = array();
		$this->respond  = static function () {
			return array( 200, '{"done":true,"id":"run"}' );
		};
		add_filter( 'pre_http_request', array( $this, 'play_service' ), 10, 3 );
		update_option( 'semantic_search_token', array( 'secret' ) );
		update_option( 'semantic_search_settings', array( 'endpoint' => 'http://127.0.0.1:1', 'space' => 'blog', 'configuration' => 1, 'publishable' => $this->token( 'publishable+jwt' ) ) );
		$wpdb->query( "DELETE FROM {$wpdb->prefix}semantic_search_queue" );
		delete_option( 'semantic_search_run' );
	}

	protected function tearDown(): void {
		global $wpdb;
		remove_filter( 'pre_http_request', array( $this, 'play_service' ) );
		$wpdb->query( 'ROLLBACK' );
		wp_cache_flush();
	}

	public function play_service( $nothing, $arguments, $url ) {
		$this->requests[]      = array( 'method' => $arguments['method'], 'url' => $url, 'body' => $arguments['body'] );
		list( $status, $body, $headers ) = call_user_func( $this->respond, $arguments['method'], $url ) + array( 2 => array() );
		return array( 'response' => array( 'code' => $status ), 'headers' => $headers, 'body' => $body );
	}

	/** A token as its header shows it; the rest is never read here. */
	protected function token( $type ) {
		return rtrim( strtr( base64_encode( wp_json_encode( array( 'alg' => 'HS256', 'typ' => $type ) ) ), '+/', '-_' ), '=' ) . '.e30.x';
	}

	protected function insert( $fields ) {
		return get_post( wp_insert_post( $fields + array( 'post_status' => 'publish', 'post_title' => 'Title' ) ) );
	}
}
