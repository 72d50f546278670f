<?php
/** Kinds of failures that users of other search plug-ins have reported. */

class ReportedTest extends Semantic_Search_Test_Case {

	private function documents_sent() {
		$lines = array();
		foreach ( $this->requests as $request ) {
			if ( false !== strpos( $request['url'], '/documents' ) && false === strpos( $request['url'], ':delete' ) ) {
				$lines = array_merge( $lines, explode( "\n", $request['body'] ) );
			}
		}
		return array_map( static function ( $line ) {
			return json_decode( $line, true );
		}, $lines );
	}

	public function test_a_shortcode_with_a_loop_of_its_own_leaves_the_document_alone() {
		$other = $this->insert( array( 'post_title' => 'Other' ) );
		add_shortcode( 'own_loop', static function () use ( $other ) {
			$query = new WP_Query( array( 'p' => $other->ID ) );
			$query->the_post();
			return get_the_title();
		} );
		$post     = $this->insert( array( 'post_title' => 'Mine', 'post_content' => '[own_loop]', 'tags_input' => array( 'own' ) ) );
		$document = semantic_search_document( $post );
		$this->assertSame( array( 'Mine', get_permalink( $post ), array( 'own' ) ), array( $document['title'], $document['link'], $document['post_tag'] ) );
		$this->assertStringContainsString( 'Other', $document['html'] );
	}

	public function test_output_and_open_buffers_of_shortcodes_do_not_leak() {
		add_shortcode( 'prints', static function () {
			ob_start();
			ob_start();
			echo 'printed';
			return 'returned';
		} );
		$level = ob_get_level();
		$this->expectOutputString( '' );
		$document = semantic_search_document( $this->insert( array( 'post_content' => '[prints]' ) ) );
		$this->assertStringContainsString( 'returned', $document['html'] );
		$this->assertSame( $level, ob_get_level() );
	}

	public function test_data_in_scripts_and_brackets_of_page_builders_are_not_text() {
		$html = semantic_search_content( $this->insert( array( 'post_content' => '[vc_row full_width="stretch"][vc_column]Seen[/vc_column][/vc_row]<script type="application/ld+json">{"@type":"VideoObject"}</script>[gallery][caption]Image[/caption]' ) ) );
		$this->assertStringContainsString( 'Seen', $html );
		$this->assertStringNotContainsString( 'VideoObject', $html );
		$this->assertStringNotContainsString( '[', $html );
	}

	public function test_broken_characters_and_emoji_are_sent() {
		$post = $this->insert( array( 'post_title' => 'Fox 🦊' ) );
		add_shortcode( 'broken', static function () {
			return "caf\xe9 word";
		} );
		$broken = $this->insert( array( 'post_content' => '[broken]' ) );
		$this->assertNull( semantic_search_send_posts( array( $post->ID, $broken->ID ), null ) );
		$documents = $this->documents_sent();
		$this->assertSame( 'Fox 🦊', $documents[0]['title'] );
		$this->assertStringContainsString( 'word', $documents[1]['html'] );
	}

	public function test_ids_depend_neither_on_the_scheme_nor_on_the_language_of_a_request() {
		$id               = semantic_search_document_id( 5 );
		$_SERVER['HTTPS'] = 'on';
		add_filter( 'home_url', array( $this, 'address_of_a_language' ) );
		$this->assertSame( $id, semantic_search_document_id( 5 ) );
		$this->assertSame( get_option( 'home' ) . '/?term=3', semantic_search_concept_id( 3 ) );
		remove_filter( 'home_url', array( $this, 'address_of_a_language' ) );
		unset( $_SERVER['HTTPS'] );
	}

	public function address_of_a_language( $url ) {
		return str_replace( '/?', '/de/?', $url );
	}

	public function test_a_copy_of_the_site_sends_nothing_until_its_settings_are_saved() {
		$settings = array( 'site' => strrev( 'https://production.example.org' ) ) + semantic_search_setting();
		update_option( 'semantic_search_settings', $settings );
		delete_option( 'semantic_search_run' );
		$this->assertFalse( semantic_search_is_connected() );
		$this->insert( array() );
		$this->assertSame( 0, semantic_search_queue_length() );
		$this->assertFalse( semantic_search_work( 5 ) );
		$this->assertSame( array(), $this->requests );
		$this->assertStringContainsString( 'another address', semantic_search_rest_status()['text'] );
		update_option( 'semantic_search_settings', semantic_search_sanitize_settings( array( 'moved' => '1' ) + $settings ) );
		$this->assertTrue( semantic_search_is_connected() );
		$this->assertSame( array( 'https://production.example.org/?p=' ), get_option( 'semantic_search_old_prefixes' ) );
		$this->assertIsArray( get_option( 'semantic_search_run' ) );
	}

	public function test_a_change_from_http_to_https_in_the_database_removes_the_old_documents() {
		update_option( 'semantic_search_settings', array( 'site' => strrev( str_replace( 'http:', 'https:', semantic_search_home() ) ) ) + semantic_search_setting() );
		$this->assertTrue( semantic_search_is_connected() );
		semantic_search_work( 5 );
		$this->assertNotEmpty( preg_grep( '#prefix=https#', wp_list_pluck( $this->requests, 'url' ) ) );
		$this->assertFalse( semantic_search_is_copy() );
	}

	public function test_a_deleted_post_with_a_picture_is_not_sent_again() {
		$post  = $this->insert( array() );
		$image = wp_insert_attachment( array( 'post_title' => 'Picture', 'post_mime_type' => 'image/png' ), 'picture.png', $post->ID );
		set_post_thumbnail( $post, $image );
		wp_delete_post( $post->ID, true );
		$this->requests = array();
		semantic_search_send_queue();
		$this->assertSame( array(), $this->documents_sent() );
		$this->assertStringContainsString( "?p=$post->ID\"", str_replace( '\/', '/', $this->requests[0]['body'] ) );
	}

	public function test_files_follow_their_page() {
		update_option( 'semantic_search_settings', array( 'attachments' => true ) + semantic_search_setting() );
		$page = $this->insert( array( 'post_type' => 'page' ) );
		$file = wp_insert_attachment( array( 'post_title' => 'Report', 'post_mime_type' => 'application/pdf' ), 'report.pdf', $page->ID );
		$this->assertSame( '', semantic_search_hidden_reason( get_post( $file ) ) );
		wp_update_post( array( 'ID' => $page->ID, 'post_status' => 'private' ) );
		$this->assertSame( 'status', semantic_search_hidden_reason( get_post( $file ) ) );
		$this->assertTrue( semantic_search_is_queued( $file ) );
		semantic_search_dequeue( semantic_search_next_rows( 10 ) );
		// The list of media writes the new page into the database, and calls this hook only.
		do_action( 'wp_media_attach_action', 'detach', $file, $page->ID );
		$this->assertTrue( semantic_search_is_queued( $file ) );
		semantic_search_dequeue( semantic_search_next_rows( 10 ) );
		wp_delete_attachment( $file, true );
		$this->assertTrue( semantic_search_is_queued( $file ) );
	}

	public function test_a_term_that_is_merged_into_another_leaves_its_posts_with_that() {
		$old  = wp_insert_term( 'Old', 'category' )['term_id'];
		$new  = wp_insert_term( 'New', 'category' )['term_id'];
		$post = $this->insert( array( 'post_category' => array( $old ) ) );
		semantic_search_dequeue( semantic_search_next_rows( 10 ) );
		delete_option( 'semantic_search_terms_changed' );
		wp_delete_term( $old, 'category', array( 'default' => $new, 'force_default' => true ) );
		$this->assertTrue( semantic_search_is_queued( $post->ID ) );
		$this->assertNotEmpty( get_option( 'semantic_search_terms_changed' ) );
		$this->assertSame( array( semantic_search_concept_id( $new ) ), semantic_search_document( $post )['subjects'] );
	}

	public function test_a_child_of_a_deleted_term_moves_to_the_parent() {
		$top    = wp_insert_term( 'Top', 'category' )['term_id'];
		$middle = wp_insert_term( 'Middle', 'category', array( 'parent' => $top ) )['term_id'];
		$leaf   = wp_insert_term( 'Leaf', 'category', array( 'parent' => $middle ) )['term_id'];
		wp_delete_term( $middle, 'category' );
		$this->assertStringContainsString( '<' . semantic_search_concept_id( $leaf ) . '> a skos:Concept ; skos:inScheme <' . semantic_search_home() . '/?taxonomy=category> ; skos:broader <' . semantic_search_concept_id( $top ) . '>', semantic_search_turtle() );
	}

	public function test_a_run_leaves_a_part_that_was_not_ended_to_the_queue() {
		$posts = array( $this->insert( array() ), $this->insert( array() ) );
		semantic_search_start_run( false );
		semantic_search_continue_run();
		$run = get_option( 'semantic_search_run' );
		// As after a worker whose post called exit.
		update_option( 'semantic_search_run', array( 'begun' => $posts[1]->ID ) + $run );
		$this->requests = array();
		semantic_search_continue_run();
		$this->assertSame( array(), $this->requests );
		$this->assertTrue( semantic_search_is_queued( $posts[0]->ID ) );
		$this->assertSame( $posts[1]->ID, get_option( 'semantic_search_run' )['last'] );
	}

	public function test_a_failure_of_the_service_does_not_send_a_part_to_the_queue() {
		$this->insert( array() );
		semantic_search_start_run( false );
		semantic_search_continue_run();
		semantic_search_dequeue( semantic_search_next_rows( 10 ) );
		$this->respond = static function () {
			return array( 503, '' );
		};
		semantic_search_continue_run();
		$this->assertSame( 0, get_option( 'semantic_search_run' )['begun'] );
		semantic_search_forget_failures();
		semantic_search_continue_run();
		$this->assertSame( 0, semantic_search_queue_length() );
	}

	public function test_hidden_products_stay_out() {
		register_taxonomy( 'product_visibility', 'post', array( 'public' => false ) );
		$post = $this->insert( array() );
		wp_set_object_terms( $post->ID, 'exclude-from-search', 'product_visibility' );
		$this->assertSame( 'excluded', semantic_search_hidden_reason( $post ) );
		unregister_taxonomy( 'product_visibility' );
	}

	public function test_search_words_with_signs_arrive_as_typed() {
		$page = $this->insert( array( 'post_type' => 'page', 'post_name' => 'find' ) );
		update_option( 'semantic_search_settings', array( 'replace' => 'page', 'search_page' => $page->ID ) + semantic_search_setting() );
		$this->assertNotSame( '', semantic_search_page_url() );
		$target = add_query_arg( 'search', rawurlencode( 'C++ & "Q" 50% #1' ), semantic_search_page_url() );
		wp_parse_str( wp_parse_url( wp_sanitize_redirect( $target ), PHP_URL_QUERY ), $query );
		$this->assertSame( 'C++ & "Q" 50% #1', $query['search'] );
	}

	public function test_clocks_that_differ_are_named() {
		$this->respond = static function ( $method, $url ) {
			return array( 200, '{"version":"1"}', array( 'date' => gmdate( 'D, d M Y H:i:s', time() - 3600 ) . ' GMT' ) );
		};
		$steps = semantic_search_check_reachable();
		$this->assertSame( array( true, false ), wp_list_pluck( $steps, 'ok' ) );
		$this->assertStringContainsString( '3600 seconds', $steps[1]['text'] );
		$this->respond = static function () {
			return array( 200, '{"version":"1"}', array( 'date' => gmdate( 'D, d M Y H:i:s' ) . ' GMT' ) );
		};
		$this->assertCount( 1, semantic_search_check_reachable() );
	}

	public function test_personal_data_lists_the_posts_that_were_sent_with_the_name() {
		$exporters = apply_filters( 'wp_privacy_personal_data_exporters', array() );
		$export    = $exporters['semantic-search']['callback'];
		$author    = wp_insert_user( array( 'user_login' => 'ada', 'user_pass' => 'x', 'user_email' => 'ada@example.org', 'display_name' => 'Ada' ) );
		$post      = $this->insert( array( 'post_author' => $author ) );
		$this->insert( array( 'post_author' => $author, 'post_status' => 'private' ) );
		$this->assertSame( array( 'data' => array(), 'done' => true ), $export( 'ada@example.org' ) );
		update_option( 'semantic_search_settings', array( 'author' => true ) + semantic_search_setting() );
		$exported = $export( 'ada@example.org', 1 );
		$this->assertSame( array( "post-$post->ID" ), wp_list_pluck( $exported['data'], 'item_id' ) );
		$this->assertSame( array( 'Ada', get_permalink( $post ) ), wp_list_pluck( $exported['data'][0]['data'], 'value' ) );
		$this->assertSame( array(), $export( 'nobody@example.org', 1 )['data'] );
	}

	/** The last test, as it defines a function. */
	public function test_marks_of_all_in_one_seo_are_read_from_its_table() {
		global $wpdb;
		$wpdb->query( "CREATE TEMPORARY TABLE {$wpdb->prefix}aioseo_posts (post_id bigint, robots_default tinyint(1) DEFAULT 1, robots_noindex tinyint(1) DEFAULT 0)" );
		require_once __DIR__ . '/aioseo-stand-in.php';
		$reasons = array();
		foreach ( array( array( 1, 1 ), array( 0, 0 ), array( 0, 1 ) ) as list( $default, $noindex ) ) {
			$post = $this->insert( array() );
			$wpdb->insert( $wpdb->prefix . 'aioseo_posts', array( 'post_id' => $post->ID, 'robots_default' => $default, 'robots_noindex' => $noindex ) );
			$reasons[] = semantic_search_hidden_reason( $post );
		}
		$this->assertSame( array( '', '', 'noindex' ), $reasons );
		$this->assertSame( 'noindex', semantic_search_hidden_reason( get_post( $this->insert( array( 'post_type' => 'page' ) ) ) ) );
	}
}
