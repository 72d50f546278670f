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
		$this->assertSame( array( 'Mine', get_permalink( $post ), array( 'own' ) ), array( $document['title'], $document['link'], $document['tags'] ) );
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
		// The shortcodes of the site are not those of a test.
		add_shortcode( 'semantic_search', 'semantic_search_render_search' );
		$page = $this->insert( array( 'post_type' => 'page', 'post_name' => 'find', 'post_content' => '[semantic_search]' ) );
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

	public function test_tokens_are_refused_in_the_field_of_the_other() {
		require_once ABSPATH . 'wp-admin/includes/template.php';
		$access      = $this->token( 'at+jwt' );
		$publishable = $this->token( 'publishable+jwt' );
		$save        = static function ( $token ) {
			return semantic_search_sanitize_settings( array( 'publishable' => $token ) + semantic_search_setting() )['publishable'];
		};
		$stored = semantic_search_setting( 'publishable' );
		$this->assertSame( array( $stored, $stored ), array( $save( $access ), $save( 'nonsense' ) ) );
		$this->assertSame( array( $publishable, $publishable ), array( $save( $publishable ), $save( "<semantic-search token=\"$publishable\">" ) ) );
		$this->assertSame( array( 'secret' ), semantic_search_sanitize_token( $publishable ) );
		$this->assertSame( array( 'secret' ), semantic_search_sanitize_token( 'nonsense' ) );
		$this->assertSame( array( $access ), semantic_search_sanitize_token( array( " $access\n" ) ) );
		$texts = implode( ' ', wp_list_pluck( get_settings_errors( 'semantic_search_settings' ), 'message' ) );
		foreach ( array( 'had an access token', 'Publishable token is no token', 'had a publishable token', 'Secret token is no token' ) as $text ) {
			$this->assertStringContainsString( $text, $texts );
		}
		$this->assertStringNotContainsString( $access, $texts );
		// Saved by a program.
		update_option( 'semantic_search_settings', array( 'publishable' => $access ) + semantic_search_setting() );
		$this->assertStringNotContainsString( $access, semantic_search_render_search( array() ) );
	}

	public function test_the_form_of_the_theme_keeps_the_words_of_the_visitor() {
		$_GET['search'] = wp_slash( 'owl "& b>' );
		$html           = semantic_search_fallback( 'search' );
		unset( $_GET['search'] );
		$this->assertStringContainsString( 'name="s" value="owl &quot;&amp; b&gt;"', $html );
		preg_match( '/href="([^"]+)"/', $html, $link );
		wp_parse_str( wp_parse_url( html_entity_decode( $link[1] ), PHP_URL_QUERY ), $query );
		$this->assertSame( 'owl "& b>', $query['s'] );
		$this->assertStringContainsString( 'name="s" value=""', semantic_search_fallback( 'search' ) );
	}

	public function test_searches_stay_with_the_theme_without_a_page_that_has_the_search() {
		require_once ABSPATH . 'wp-admin/includes/template.php';
		$GLOBALS['wp_settings_errors'] = array();
		$page     = $this->insert( array( 'post_type' => 'page', 'post_content' => '<p>About us</p>' ) );
		$settings = array( 'replace' => 'page', 'search_page' => $page->ID ) + semantic_search_setting();
		update_option( 'semantic_search_settings', semantic_search_sanitize_settings( $settings ) );
		$this->assertSame( '', semantic_search_page_url() );
		semantic_search_sanitize_settings( array( 'search_page' => 0 ) + $settings );
		$this->assertCount( 2, get_settings_errors( 'semantic_search_settings' ) );
		wp_update_post( array( 'ID' => $page->ID, 'post_content' => '<!-- wp:semantic-search/search /-->' ) );
		$this->assertSame( get_permalink( $page ), semantic_search_page_url() );
		semantic_search_sanitize_settings( $settings );
		$this->assertCount( 2, get_settings_errors( 'semantic_search_settings' ) );
	}

	public function test_a_rejected_token_is_said_on_all_pages_of_the_administration() {
		require_once ABSPATH . 'wp-admin/includes/admin.php';
		require_once WP_PLUGIN_DIR . '/semantic-search/includes/settings-page.php';
		wp_set_current_user( 1 );
		set_current_screen( 'dashboard' );
		$notice = static function () {
			ob_start();
			semantic_search_stopped_notice();
			return ob_get_clean();
		};
		$this->assertSame( '', $notice() );
		semantic_search_note_failure( array( 'status' => 401, 'body' => '', 'retry' => 0 ) );
		$this->assertStringContainsString( 'rejects the secret token', $notice() );
		wp_set_current_user( 0 );
		$this->assertSame( '', $notice() );
		unset( $GLOBALS['current_screen'] );
	}

	public function test_a_successful_check_ends_the_wait_after_a_failure() {
		$answers = array(
			'/api/version'          => '{"version":"1"}',
			'/api/token'            => '{"kind":"publishable","scopes":["spaces:write"],"spaces":["blog"],"configurations":[1],"origins":null,"expires":"2030-05-01T00:00:00Z"}',
			'/api/configurations/1' => '{"config":{"searchSpace":"blog"}}',
		);
		$this->respond = static function ( $method, $url ) use ( &$answers ) {
			$path = wp_parse_url( $url, PHP_URL_PATH );
			return isset( $answers[ $path ] ) ? array( 200, $answers[ $path ] ) : array( 503, '' );
		};
		$this->insert( array() );
		semantic_search_send_queue();
		$this->assertStringContainsString( 'The service responds with 503. Next attempt', semantic_search_rest_status()['text'] );
		$checked = semantic_search_rest_check();
		$this->assertStringContainsString( 'until May 1, 2030', end( $checked['steps'] )['text'] );
		$this->assertStringNotContainsString( 'Next attempt', $checked['text'] );
		$this->assertTrue( semantic_search_may_send() );
		semantic_search_note_failure( array( 'status' => 503, 'body' => '', 'retry' => 0 ) );
		unset( $answers['/api/configurations/1'] );
		semantic_search_rest_check();
		$this->assertFalse( semantic_search_may_send() );
	}

	public function test_another_address_is_named_as_such() {
		$this->respond = static function () {
			return array( 404, '<html>' );
		};
		$this->assertSame( 'This is not the address of a semantic search service (404).', semantic_search_check_reachable()[0]['text'] );
		$this->assertSame( 'The service does not respond: no connection.', semantic_search_failure( array( 'status' => 0, 'body' => 'no connection' ) ) );
	}

	public function test_a_withdrawal_that_failed_is_said() {
		$this->assertNull( semantic_search_withdraw() );
		$this->respond = static function () {
			return array( 503, '' );
		};
		$this->assertSame( 503, semantic_search_withdraw()['status'] );
	}

	public function test_translations_of_a_category_are_one_concept_with_several_labels() {
		$birds = get_term( wp_insert_term( 'Birds', 'category' )['term_id'] );
		$owls  = get_term( wp_insert_term( 'Owls', 'category', array( 'parent' => $birds->term_id ) )['term_id'] );
		$voegel = get_term( wp_insert_term( 'Vögel', 'category' )['term_id'] );
		$eulen  = get_term( wp_insert_term( 'Eulen', 'category', array( 'parent' => $voegel->term_id ) )['term_id'] );
		$groups = array( array( $birds, $voegel ), array( $owls, $eulen ) );
		$group  = static function ( $nothing, $id ) use ( $groups ) {
			foreach ( $groups as $number => $terms ) {
				if ( in_array( (int) $id, wp_list_pluck( $terms, 'term_taxonomy_id' ), true ) ) {
					return $number + 1;
				}
			}
		};
		$translations = static function ( $nothing, $number ) use ( $groups ) {
			return $groups[ $number - 1 ];
		};
		$language = static function ( $nothing, $element ) use ( $voegel, $eulen ) {
			return in_array( $element['element_id'], array( $voegel->term_taxonomy_id, $eulen->term_taxonomy_id ), true ) ? 'de' : 'en';
		};
		add_filter( 'wpml_element_trid', $group, 10, 2 );
		add_filter( 'wpml_get_element_translations', $translations, 10, 2 );
		add_filter( 'wpml_element_language_code', $language, 10, 2 );
		$turtle  = semantic_search_turtle();
		$post    = $this->insert( array( 'post_category' => array( $eulen->term_id ) ) );
		$subjects = semantic_search_document( $post )['subjects'];
		remove_filter( 'wpml_element_trid', $group );
		remove_filter( 'wpml_get_element_translations', $translations );
		remove_filter( 'wpml_element_language_code', $language );
		$this->assertSame( array( semantic_search_concept_id( $owls->term_id ) ), $subjects );
		$this->assertStringContainsString( '<' . semantic_search_concept_id( $birds->term_id ) . '> skos:prefLabel "Vögel"@de .', $turtle );
		$this->assertStringContainsString( '<' . semantic_search_concept_id( $owls->term_id ) . '> skos:prefLabel "Eulen"@de .', $turtle );
		$this->assertStringNotContainsString( semantic_search_concept_id( $eulen->term_id ) . '>', $turtle );
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
