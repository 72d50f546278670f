<?php
/** Content of a post as a visitor reads it. */

defined( 'ABSPATH' ) || exit;

/** Whether a document is being made; the elements of this plug-in are empty then. */
function semantic_search_is_reading( $start = null ) {
	static $is_reading = false;
	if ( null !== $start ) {
		$is_reading = $start;
	}
	return $is_reading;
}

/** The rendered content as HTML, without scripts, styles and what no plug-in renders. */
function semantic_search_content( $post ) {
	$previous_post = isset( $GLOBALS['post'] ) ? $GLOBALS['post'] : null;
	$user          = get_current_user_id();
	wp_set_current_user( 0 );
	semantic_search_is_reading( true );
	// phpcs:ignore WordPress.WP.GlobalVariablesOverride -- Shortcodes read it.
	$GLOBALS['post'] = $post;
	setup_postdata( $post );
	// Some shortcodes print instead of returning.
	$level = ob_get_level();
	ob_start();
	try {
		$html = apply_filters( 'the_content', $post->post_content );
	} finally {
		while ( ob_get_level() > $level ) {
			ob_end_clean();
		}
		semantic_search_is_reading( false );
		wp_set_current_user( $user );
		$GLOBALS['post'] = $previous_post;
		if ( $previous_post ) {
			setup_postdata( $previous_post );
		}
	}
	return semantic_search_clean_html( $html );
}

function semantic_search_clean_html( $html ) {
	$html = preg_replace( '#<(script|style|template|noscript|svg|semantic-search|similar-docs|facet-panel)\b.*?</\1\s*>#is', ' ', (string) $html );
	$html = preg_replace( '#<!--.*?-->#s', '', (string) $html );
	// Opening and closing brackets of switched-off plug-ins; their contents stay, as for visitors.
	return preg_replace_callback( '/\[\/?([a-z][\w-]*)(?:\s[^\[\]<>]*)?\/?\]/i', 'semantic_search_clean_shortcode', (string) $html );
}

function semantic_search_clean_shortcode( $found ) {
	return shortcode_exists( $found[1] ) ? $found[0] : ' ';
}

/** A text without tags and entities. */
function semantic_search_plain( $html ) {
	return trim( preg_replace( '/\s+/u', ' ', html_entity_decode( wp_strip_all_tags( (string) $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) ) );
}
