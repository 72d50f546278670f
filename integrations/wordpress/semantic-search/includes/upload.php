<?php
/** Uploads: sends the state of posts, as documents or deletions. */

defined( 'ABSPATH' ) || exit;

/** Characters of a text that the service keeps; it cuts the rest. */
define( 'SEMANTIC_SEARCH_MAX_TEXT', 1000000 );

/**
 * Sends posts as they are now. Posts that are not public are deleted at the service; in a run, the end removes them.
 *
 * @return array|null The response that failed; null if all posts are settled.
 */
function semantic_search_send_posts( $ids, $run ) {
	$posts   = array();
	$deleted = array();
	_prime_post_caches( array_map( 'intval', $ids ) );
	foreach ( $ids as $id ) {
		$post = get_post( $id );
		if ( $post && '' === semantic_search_hidden_reason( $post ) ) {
			$posts[ $id ] = $post;
		} else {
			$deleted[] = semantic_search_document_id( $id );
		}
	}
	// Before anything is rendered, as that may end PHP.
	if ( $deleted && null === $run ) {
		$response = semantic_search_request( 'POST', semantic_search_space_path( '/documents:delete' ), wp_json_encode( array( 'ids' => $deleted ) ) );
		// Without a search space there is nothing to delete.
		if ( ! in_array( $response['status'], array( 200, 404 ), true ) ) {
			return $response;
		}
	}
	$lines = array_filter( array_map( 'semantic_search_line', $posts ) );
	return $lines ? semantic_search_upload( $lines, $run ) : null;
}

/** The document as a line of JSON; empty if the post cannot be rendered, which is marked. */
function semantic_search_line( $post ) {
	try {
		$document = semantic_search_document( $post );
		semantic_search_note_length( $post->ID, isset( $document['html'] ) ? $document['html'] : '' );
		$line = wp_json_encode( $document, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE );
	} catch ( Throwable $error ) {
		$line = false;
	}
	if ( is_string( $line ) ) {
		return $line;
	}
	update_post_meta( $post->ID, '_semantic_search_refused', __( 'The content cannot be rendered.', 'semantic-search' ) );
	return '';
}

/** Remembers whether the service cuts the text, so that the state of the post can say it. */
function semantic_search_note_length( $post_id, $html ) {
	if ( strlen( $html ) > SEMANTIC_SEARCH_MAX_TEXT && mb_strlen( semantic_search_plain( $html ) ) > SEMANTIC_SEARCH_MAX_TEXT ) {
		update_post_meta( $post_id, '_semantic_search_cut', '1' );
	} elseif ( metadata_exists( 'post', $post_id, '_semantic_search_cut' ) ) {
		delete_post_meta( $post_id, '_semantic_search_cut' );
	}
}

/** Uploads lines by post id. Rejected documents are marked; the others go on. */
function semantic_search_upload( $lines, $run ) {
	$path     = semantic_search_space_path( '/documents' . ( null === $run ? '' : '?run=' . rawurlencode( $run ) ) );
	$response = semantic_search_request( 'POST', $path, implode( "\n", $lines ), 'application/x-ndjson' );
	$is_at_fault = in_array( $response['status'], array( 400, 413, 422 ), true );
	if ( $is_at_fault && count( $lines ) > 1 ) {
		return semantic_search_upload_one_by_one( $lines, $run );
	}
	if ( $is_at_fault ) {
		semantic_search_mark( $lines, array( 1 => semantic_search_failure( $response ) ) );
		return null;
	}
	if ( 200 !== $response['status'] ) {
		return $response;
	}
	list( $is_done, $errors ) = semantic_search_read_progress( $response['body'] );
	if ( ! $is_done ) {
		return array( 'status' => 0, 'body' => __( 'The response was interrupted.', 'semantic-search' ), 'retry' => 0 );
	}
	semantic_search_mark( $lines, $errors );
	return null;
}

function semantic_search_upload_one_by_one( $lines, $run ) {
	foreach ( $lines as $id => $line ) {
		$problem = semantic_search_upload( array( $id => $line ), $run );
		if ( null !== $problem ) {
			return $problem;
		}
	}
	return null;
}

/** @return array{0: bool, 1: string[]} Whether the upload is complete, and messages by line number from 1. */
function semantic_search_read_progress( $body ) {
	$is_done = false;
	$errors  = array();
	foreach ( explode( "\n", trim( $body ) ) as $text ) {
		$step    = json_decode( $text, true );
		$is_done = is_array( $step ) && ! empty( $step['done'] );
		foreach ( is_array( $step ) && isset( $step['errors'] ) ? $step['errors'] : array() as $error ) {
			$errors[ (int) $error['line'] ] = (string) $error['message'];
		}
	}
	return array( $is_done, $errors );
}

/** Stores which documents were rejected, and forgets it for the others. */
function semantic_search_mark( $lines, $errors ) {
	foreach ( array_keys( $lines ) as $index => $id ) {
		if ( isset( $errors[ $index + 1 ] ) ) {
			update_post_meta( $id, '_semantic_search_refused', sanitize_text_field( semantic_search_without_token( $errors[ $index + 1 ] ) ) );
		} elseif ( metadata_exists( 'post', $id, '_semantic_search_refused' ) ) {
			delete_post_meta( $id, '_semantic_search_refused' );
		}
	}
}
