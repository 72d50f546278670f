<?php
/** Changes of the site that concern documents: hooks that fill the queue. */

defined( 'ABSPATH' ) || exit;

add_action( 'wp_after_insert_post', 'semantic_search_post_saved', 10, 4 );
add_action( 'transition_post_status', 'semantic_search_post_transition', 10, 3 );
add_action( 'before_delete_post', 'semantic_search_post_deleted' );
add_action( 'edit_attachment', 'semantic_search_post_changed' );
add_action( 'delete_attachment', 'semantic_search_post_changed' );
add_action( 'wp_media_attach_action', 'semantic_search_attachment_moved', 10, 2 );
add_action( 'set_object_terms', 'semantic_search_post_changed' );
add_action( 'deleted_term_relationships', 'semantic_search_post_changed' );
add_action( 'added_post_meta', 'semantic_search_meta_changed', 10, 3 );
add_action( 'updated_post_meta', 'semantic_search_meta_changed', 10, 3 );
add_action( 'deleted_post_meta', 'semantic_search_meta_changed', 10, 3 );
add_action( 'created_term', 'semantic_search_term_changed', 10, 3 );
add_action( 'edited_term', 'semantic_search_term_changed', 10, 3 );
add_action( 'split_shared_term', 'semantic_search_forget_terms' );
add_action( 'delete_term', 'semantic_search_term_deleted', 10, 5 );
add_action( 'profile_update', 'semantic_search_user_changed', 10, 2 );
add_action( 'update_option_home', 'semantic_search_home_changed' );
add_action( 'activated_plugin', 'semantic_search_site_changed', 10, 0 );
add_action( 'deactivated_plugin', 'semantic_search_site_changed', 10, 0 );
add_action( 'switch_theme', 'semantic_search_site_changed', 10, 0 );
foreach ( array( 'permalink_structure', 'category_base', 'blog_public', 'page_on_front', 'show_on_front', 'WPLANG' ) as $semantic_search_option ) {
	add_action( "update_option_$semantic_search_option", 'semantic_search_site_changed_on_purpose', 10, 0 );
}

/** Queues a post of a type that the owner has chosen. */
function semantic_search_post_changed( $post_id ) {
	$post = get_post( $post_id );
	if ( $post && in_array( $post->post_type, semantic_search_post_types(), true ) && 'auto-draft' !== $post->post_status ) {
		semantic_search_enqueue( $post->ID );
	}
}

/** The list of media changes the page of a file without saving the file. */
function semantic_search_attachment_moved( $action, $attachment_id ) {
	semantic_search_post_changed( $attachment_id );
}

/** What contains the post, or is below it, may change with it. */
function semantic_search_post_saved( $post_id, $post, $is_update, $before ) {
	if ( wp_is_post_revision( $post_id ) ) {
		return;
	}
	semantic_search_post_changed( $post_id );
	if ( 'wp_block' === $post->post_type ) {
		semantic_search_enqueue( semantic_search_posts_with_block( $post_id ) );
	}
	if ( $is_update && $before && ( $before->post_name !== $post->post_name || $before->post_parent !== $post->post_parent || $before->post_password !== $post->post_password ) ) {
		semantic_search_enqueue( semantic_search_descendants( $post_id ) );
	}
}

function semantic_search_post_transition( $new_status, $old_status, $post ) {
	if ( $new_status === $old_status ) {
		return;
	}
	semantic_search_post_changed( $post->ID );
	if ( 'new' !== $old_status && 'revision' !== $post->post_type ) {
		semantic_search_enqueue( semantic_search_descendants( $post->ID ) );
	}
}

/** Pages below get another parent, and with it another address. */
function semantic_search_post_deleted( $post_id ) {
	semantic_search_post_changed( $post_id );
	if ( 'revision' !== get_post_type( $post_id ) ) {
		semantic_search_enqueue( semantic_search_descendants( $post_id ) );
	}
}

function semantic_search_posts_with_block( $block_id ) {
	global $wpdb;
	$pattern = '%' . $wpdb->esc_like( '"ref":' . $block_id ) . '%';
	return $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_status = 'publish' AND post_content LIKE %s", $pattern ) );
}

/** Pages below a page, whose addresses contain its name, and files of a page. */
function semantic_search_descendants( $post_id ) {
	global $wpdb;
	$all   = array();
	$level = array( (int) $post_id );
	while ( $level ) {
		$parents = implode( ',', $level );
		$found   = $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_parent IN ($parents) AND post_type NOT IN ('revision', 'nav_menu_item')" ); // phpcs:ignore SemanticSearch.Security.PreparedQuery, WordPress.DB -- The ids are integers.
		$level   = array_diff( array_map( 'intval', $found ), $all );
		$all     = array_merge( $all, $level );
	}
	return $all;
}

function semantic_search_meta_changed( $meta_id, $post_id, $key ) {
	$keys = array_merge( semantic_search_noindex_keys(), array( '_semantic_search_excluded', '_thumbnail_id' ), semantic_search_setting( 'fields' ) );
	if ( in_array( $key, $keys, true ) ) {
		semantic_search_post_changed( $post_id );
	}
}

/** Documents contain the names of tags, but only the ids of concepts. */
function semantic_search_term_changed( $term_id, $tt_id, $taxonomy ) {
	if ( ! isset( semantic_search_taxonomies()[ $taxonomy ] ) && ! in_array( $taxonomy, semantic_search_setting( 'taxonomies' ), true ) ) {
		return;
	}
	if ( is_taxonomy_hierarchical( $taxonomy ) ) {
		semantic_search_forget_terms();
		return;
	}
	$posts = get_objects_in_term( $term_id, $taxonomy );
	semantic_search_enqueue( is_array( $posts ) ? $posts : array() );
}

function semantic_search_term_deleted( $term_id, $tt_id, $taxonomy, $term, $posts ) {
	semantic_search_term_changed( $term_id, $tt_id, $taxonomy );
	if ( in_array( $taxonomy, semantic_search_setting( 'taxonomies' ), true ) ) {
		semantic_search_enqueue( $posts );
	}
}

/** The worker sends the concept trees again. */
function semantic_search_forget_terms() {
	if ( semantic_search_is_connected() ) {
		update_option( 'semantic_search_terms_changed', uniqid( '', true ), false );
		semantic_search_work_soon();
	}
}

function semantic_search_user_changed( $user_id, $before ) {
	global $wpdb;
	$user = get_userdata( $user_id );
	if ( semantic_search_setting( 'author' ) && $user && $user->display_name !== $before->display_name ) {
		semantic_search_enqueue( $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_author = %d AND post_status = 'publish'", $user_id ) ) );
	}
}

/** All ids change with the address of the site. */
function semantic_search_home_changed( $before ) {
	semantic_search_forget_address( $before );
	$settings = (array) get_option( 'semantic_search_settings', array() );
	if ( ! empty( $settings['site'] ) ) {
		update_option( 'semantic_search_settings', array( 'site' => strrev( semantic_search_home() ) ) + $settings );
	}
	semantic_search_start_run( true );
}

/** The worker removes the documents whose ids begin with this address. */
function semantic_search_forget_address( $address ) {
	$old = (array) get_option( 'semantic_search_old_prefixes', array() );
	update_option( 'semantic_search_old_prefixes', array_unique( array_merge( $old, array( untrailingslashit( $address ) . '/?p=' ) ) ), false );
}

function semantic_search_site_changed() {
	semantic_search_start_run( false );
}

function semantic_search_site_changed_on_purpose() {
	semantic_search_start_run( true );
}
