<?php
/** Documents, visibility, terms and the reading of responses. */

class DocumentTest extends Semantic_Search_Test_Case {

	public function test_a_document_has_the_members_of_its_post() {
		$post     = $this->insert( array( 'post_title' => 'A &amp; <em>B</em>', 'post_content' => '<p>Text</p>', 'post_excerpt' => '<b>Short</b> &lt;', 'post_date_gmt' => '2024-05-01 10:00:00', 'post_date' => '2024-05-01 10:00:00' ) );
		$document = semantic_search_document( $post );
		$this->assertSame( home_url( '/?p=' . $post->ID ), $document['id'] );
		$this->assertSame( get_permalink( $post ), $document['link'] );
		$this->assertSame( array( 'A & B', 'Short <', 'Post', 'en-US' ), array( $document['title'], $document['description'], $document['type'], $document['language'] ) );
		$this->assertStringStartsWith( '2024-05-01T10:00:00', $document['date'] );
		$this->assertStringContainsString( '<p>Text</p>', $document['html'] );
	}

	public function test_fields_and_tags_are_attributes_but_private_fields_are_not() {
		$post = $this->insert( array( 'tags_input' => array( 'One' ), 'meta_input' => array( 'price' => '12', '_hidden' => 'x', 'title' => 'y' ) ) );
		update_option( 'semantic_search_settings', array( 'fields' => array( 'price', '_hidden', 'title' ) ) + semantic_search_setting() );
		$document = semantic_search_document( get_post( $post->ID ) );
		$this->assertSame( array( '12' ), $document['price'] );
		$this->assertSame( array( 'One' ), $document['tags'] );
		$this->assertSame( array( 'y' ), $document['title_field'] );
		$this->assertArrayNotHasKey( '_hidden', $document );
	}

	/** @dataProvider hidden_posts */
	public function test_a_post_is_hidden_for_the_first_reason( $reason, $fields, $meta ) {
		$post = $this->insert( $fields );
		foreach ( $meta as $key => $value ) {
			update_post_meta( $post->ID, $key, $value );
		}
		$this->assertSame( $reason, semantic_search_hidden_reason( get_post( $post->ID ) ) );
	}

	public function hidden_posts() {
		return array(
			array( '', array(), array() ),
			array( 'status', array( 'post_status' => 'private' ), array() ),
			array( 'password', array( 'post_password' => 'x' ), array() ),
			array( 'type', array( 'post_type' => 'wp_block' ), array() ),
			array( 'excluded', array(), array( '_semantic_search_excluded' => '1' ) ),
			array( 'noindex', array(), array( '_yoast_wpseo_meta-robots-noindex' => '1' ) ),
			array( 'noindex', array(), array( 'rank_math_robots' => array( 'noindex' ) ) ),
			array( 'noindex', array(), array( '_seopress_robots_index' => 'yes' ) ),
			array( 'noindex', array(), array( '_genesis_noindex' => '1' ) ),
		);
	}

	public function test_markup_that_visitors_do_not_read_is_removed() {
		add_shortcode( 'registered', '__return_empty_string' );
		$clean = semantic_search_clean_html( '<p>A</p><script>b</script><style>c</style><!-- wp:d --><semantic-search x="y">e</semantic-search>[gone a="b"]kept[/gone] [1] [registered]' );
		foreach ( array( '<script', 'c</style', 'wp:d', 'semantic-search', 'gone' ) as $part ) {
			$this->assertStringNotContainsString( $part, $clean );
		}
		foreach ( array( '<p>A</p>', 'kept', '[1]', '[registered]' ) as $part ) {
			$this->assertStringContainsString( $part, $clean );
		}
	}

	public function test_the_user_and_the_post_are_the_same_after_reading() {
		wp_set_current_user( 1 );
		$outer           = $this->insert( array() );
		$GLOBALS['post'] = $outer;
		semantic_search_document( $this->insert( array( 'post_content' => 'x' ) ) );
		$this->assertSame( 1, get_current_user_id() );
		$this->assertSame( $outer->ID, get_post()->ID );
	}

	public function test_terms_are_turtle_whatever_their_names() {
		$parent = wp_insert_term( 'A "quoted" \\ name', 'category' );
		$child  = wp_insert_term( "Line\nbreak", 'category', array( 'parent' => $parent['term_id'] ) );
		$turtle = semantic_search_turtle();
		$this->assertStringContainsString( 'skos:broader <' . home_url( '/?term=' . $parent['term_id'] ) . '>', $turtle );
		$this->assertStringContainsString( '"A \\"quoted\\"', $turtle );
		$this->assertStringContainsString( '<' . home_url( '/?term=' . $child['term_id'] ) . '> a skos:Concept', $turtle );
	}

	public function test_progress_is_complete_only_with_its_last_line() {
		list( $is_done, $errors ) = semantic_search_read_progress( "{\"done\":false,\"errors\":[{\"line\":2,\"message\":\"bad\"}]}\n{\"done\":true,\"errors\":[]}\n" );
		$this->assertSame( array( true, array( 2 => 'bad' ) ), array( $is_done, $errors ) );
		$this->assertFalse( semantic_search_read_progress( "{\"done\":false}\n{\"do" )[0] );
	}

	public function test_a_rejected_document_is_marked_and_the_others_go_on() {
		$posts         = array( $this->insert( array() ), $this->insert( array() ) );
		$this->respond = static function ( $method, $url ) {
			return array( 200, '{"done":true,"errors":[{"line":2,"message":"too long secret"}]}' );
		};
		$this->assertNull( semantic_search_send_posts( wp_list_pluck( $posts, 'ID' ), null ) );
		$this->assertSame( 'too long …', get_post_meta( $posts[1]->ID, '_semantic_search_refused', true ) );
		$this->assertSame( '', get_post_meta( $posts[0]->ID, '_semantic_search_refused', true ) );
		semantic_search_dequeue( semantic_search_next_rows( 10 ) );
		$this->assertSame( 'no', semantic_search_post_state( $posts[1] )['state'] );
	}

	public function test_a_batch_that_is_rejected_as_a_whole_is_sent_one_by_one() {
		$posts         = array( $this->insert( array() ), $this->insert( array() ) );
		$this->respond = function () {
			return count( $this->requests ) === 1 ? array( 413, '{"detail":"too large"}' ) : array( 200, '{"done":true}' );
		};
		$this->assertNull( semantic_search_send_posts( wp_list_pluck( $posts, 'ID' ), null ) );
		$this->assertCount( 3, $this->requests );
	}

	public function test_a_change_makes_one_row_and_its_state_is_waiting() {
		$post = $this->insert( array() );
		for ( $i = 0; $i < 5; $i++ ) {
			wp_update_post( array( 'ID' => $post->ID, 'post_title' => "Title $i" ) );
		}
		$this->assertSame( 1, semantic_search_queue_length() );
		$this->assertSame( 'waiting', semantic_search_post_state( $post )['state'] );
		$rows = semantic_search_next_rows( 10 );
		semantic_search_enqueue( $post->ID );
		semantic_search_dequeue( $rows );
		$this->assertSame( 1, semantic_search_queue_length(), 'A change during the upload stays in the queue.' );
	}

	public function test_a_post_that_ends_php_is_tried_alone_and_given_up() {
		$post = $this->insert( array() );
		$this->insert( array() );
		for ( $i = 0; $i < 2; $i++ ) {
			semantic_search_next_rows( 10 );
		}
		$this->assertCount( 1, semantic_search_next_rows( 10 ) );
		for ( $i = 0; $i < 12; $i++ ) {
			semantic_search_next_rows( 10 );
		}
		semantic_search_send_queue();
		$this->assertSame( array(), $this->requests );
		$this->assertNotSame( '', get_post_meta( $post->ID, '_semantic_search_refused', true ) );
	}

	public function test_a_post_that_ends_php_neither_delays_others_nor_keeps_hidden_ones_in_the_search() {
		$killer = $this->insert( array( 'post_content' => '[ends_php]' ) );
		$hidden = $this->insert( array() );
		wp_update_post( array( 'ID' => $hidden->ID, 'post_status' => 'private' ) );
		semantic_search_next_rows( 10 );
		$edited = $this->insert( array() );
		$rows   = semantic_search_next_rows( 10 );
		$this->assertEquals( array( $edited->ID ), wp_list_pluck( $rows, 'post_id' ), 'A new change waits for no row that failed.' );
		semantic_search_dequeue( $rows );
		for ( $i = 0; $i < 2; $i++ ) {
			$this->assertCount( 1, semantic_search_next_rows( 10 ) );
		}
		$GLOBALS['wpdb']->query( 'UPDATE ' . semantic_search_queue_table() . ' SET attempts = 3' );
		$this->requests = array();
		semantic_search_send_queue();
		semantic_search_send_queue();
		$this->assertSame( 0, semantic_search_queue_length() );
		$this->assertCount( 1, $this->requests );
		$this->assertStringContainsString( "?p=$hidden->ID\"", $this->requests[0]['body'] );
		$this->assertNotSame( '', get_post_meta( $killer->ID, '_semantic_search_refused', true ) );
		$this->assertSame( '', get_post_meta( $hidden->ID, '_semantic_search_refused', true ) );
	}

	public function test_deletions_are_requested_before_posts_are_rendered() {
		$hidden = $this->insert( array( 'post_status' => 'private' ) );
		$shown  = $this->insert( array( 'post_content' => '[counts_requests]' ) );
		$count  = 0;
		add_shortcode( 'counts_requests', function () use ( &$count ) {
			$count = count( $this->requests );
			return '';
		} );
		semantic_search_send_posts( array( $shown->ID, $hidden->ID ), null );
		$this->assertSame( 1, $count );
	}

	public function test_a_hidden_post_waits_for_its_removal_but_a_new_draft_for_nothing() {
		$post = $this->insert( array() );
		wp_update_post( array( 'ID' => $post->ID, 'post_status' => 'draft' ) );
		$this->assertStringEndsWith( ' (waiting to be removed)', semantic_search_post_state( get_post( $post->ID ) )['text'] );
		semantic_search_dequeue( semantic_search_next_rows( 10 ) );
		$this->assertSame( 'No: not published', semantic_search_post_state( get_post( $post->ID ) )['text'] );
		$this->assertSame( 'No: not published', semantic_search_post_state( $this->insert( array( 'post_status' => 'draft' ) ) )['text'] );
	}

	public function test_posts_without_categories_have_no_concepts_instead_of_guessed_ones() {
		$page = $this->insert( array( 'post_type' => 'page' ) );
		$this->assertSame( array(), semantic_search_document( $page )['subjects'] );
		update_option( 'semantic_search_settings', array( 'taxonomies' => array( 'post_tag' ) ) + semantic_search_setting() );
		$this->assertArrayNotHasKey( 'subjects', semantic_search_document( $page ) );
	}

	public function test_a_post_without_a_title_begins_with_its_text() {
		$this->assertSame( 'Words of the text', semantic_search_document( $this->insert( array( 'post_title' => '', 'post_content' => '<p>Words of the text</p>' ) ) )['title'] );
		$this->assertSame( '(no title)', semantic_search_document( $this->insert( array( 'post_title' => '', 'post_content' => '', 'post_excerpt' => 'x' ) ) )['title'] );
	}

	public function test_the_state_says_that_a_long_text_was_cut() {
		$post = $this->insert( array() );
		$long = static function ( $document ) {
			return array( 'html' => str_repeat( '<p>words</p>', 220000 ) ) + $document;
		};
		add_filter( 'semantic_search_document', $long );
		semantic_search_send_queue();
		remove_filter( 'semantic_search_document', $long );
		$this->assertSame( array( 'state' => 'yes', 'text' => 'Yes, the first 1,000,000 characters' ), semantic_search_post_state( $post ) );
		semantic_search_send_posts( array( $post->ID ), null );
		$this->assertSame( 'Yes', semantic_search_post_state( $post )['text'] );
	}

	public function test_failures_wait_longer_and_longer_but_an_hour_at_most() {
		$waits = array();
		for ( $i = 0; $i < 9; $i++ ) {
			semantic_search_note_failure( array( 'status' => 503, 'body' => '', 'retry' => 0 ) );
			$waits[] = round( ( get_option( 'semantic_search_failure' )['retry_at'] - time() ) / 60 );
		}
		$this->assertEquals( array( 1, 2, 4, 8, 16, 32, 60, 60, 60 ), $waits );
	}
}
