<?php
/** The elements on pages: blocks, shortcodes, and the script of the service where one of them stands. */

defined( 'ABSPATH' ) || exit;

add_action( 'init', 'semantic_search_register_elements' );
add_filter( 'script_loader_tag', 'semantic_search_module_tag', 10, 2 );
add_action( 'wp_footer', 'semantic_search_footer_dialog', 5 );

function semantic_search_register_elements() {
	$folder = dirname( SEMANTIC_SEARCH_FILE );
	wp_register_script( 'semantic-search-editor', plugins_url( 'blocks/editor.js', SEMANTIC_SEARCH_FILE ), array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n' ), SEMANTIC_SEARCH_VERSION, true );
	wp_set_script_translations( 'semantic-search-editor', 'semantic-search', "$folder/languages" );
	register_block_type( "$folder/blocks/search", array( 'render_callback' => 'semantic_search_render_search_block' ) );
	register_block_type( "$folder/blocks/similar", array( 'render_callback' => 'semantic_search_render_similar_block' ) );
	register_block_type( "$folder/blocks/facets", array( 'render_callback' => 'semantic_search_render_facets_block' ) );
	add_shortcode( 'semantic_search', 'semantic_search_render_search' );
	add_shortcode( 'similar_documents', 'semantic_search_render_similar' );
	add_shortcode( 'search_facets', 'semantic_search_render_facets' );
}

function semantic_search_render_search_block( $attributes ) {
	return semantic_search_block( semantic_search_render_search( array(
		'configuration' => isset( $attributes['configuration'] ) ? $attributes['configuration'] : 0,
		'heading'       => isset( $attributes['heading'] ) ? $attributes['heading'] : null,
		'heading_level' => isset( $attributes['headingLevel'] ) ? $attributes['headingLevel'] : 2,
		'mode'          => isset( $attributes['mode'] ) ? $attributes['mode'] : '',
		'theme'         => isset( $attributes['theme'] ) ? $attributes['theme'] : '',
		'paging'        => isset( $attributes['paging'] ) ? $attributes['paging'] : '',
	) ) );
}

function semantic_search_render_similar_block( $attributes ) {
	return semantic_search_block( semantic_search_render_similar( array(
		'heading' => isset( $attributes['heading'] ) ? $attributes['heading'] : null,
		'number'  => isset( $attributes['number'] ) ? $attributes['number'] : 0,
	) ) );
}

function semantic_search_render_facets_block( $attributes ) {
	return semantic_search_block( semantic_search_render_facets( array( 'for' => isset( $attributes['for'] ) ? $attributes['for'] : '' ) ) );
}

/** An element in the wrapper of its block, which has the alignment. */
function semantic_search_block( $element ) {
	return '' === $element ? '' : '<div ' . get_block_wrapper_attributes() . ">$element</div>";
}

/** The search, `[semantic_search heading="Search" mode="dialog" theme="dark" paging="more"]`. */
function semantic_search_render_search( $given ) {
	static $count = 0;
	if ( ! semantic_search_can_render() ) {
		return semantic_search_missing_notice();
	}
	$given = shortcode_atts( array( 'configuration' => 0, 'heading' => null, 'heading_level' => 2, 'mode' => '', 'theme' => '', 'paging' => '' ), $given, 'semantic_search' );
	++$count;
	$suffix = $count > 1 ? "-$count" : '';
	return semantic_search_element( 'semantic-search', array(
		'id'            => "semantic-search$suffix",
		'url-key'       => "search$suffix",
		'configuration' => absint( $given['configuration'] ) ? absint( $given['configuration'] ) : semantic_search_setting( 'configuration' ),
		'token'         => semantic_search_setting( 'publishable' ),
		'heading'       => '' === $given['heading'] ? null : $given['heading'],
		'heading-level' => max( 1, min( 6, absint( $given['heading_level'] ) ) ),
		'mode'          => 'dialog' === $given['mode'] ? 'dialog' : null,
		'theme'         => in_array( $given['theme'], array( 'light', 'dark' ), true ) ? $given['theme'] : null,
		'paging'        => 'more' === $given['paging'] ? 'more' : null,
	), semantic_search_fallback( "search$suffix" ) );
}

/** Documents similar to the post that is shown, `[similar_documents heading="Read on" number="3"]`. */
function semantic_search_render_similar( $given ) {
	$given = shortcode_atts( array( 'heading' => null, 'number' => 0 ), $given, 'similar_documents' );
	$post  = get_post();
	if ( ! semantic_search_can_render() ) {
		return semantic_search_missing_notice();
	}
	if ( ! $post || '' !== semantic_search_hidden_reason( $post ) ) {
		return '';
	}
	return semantic_search_element( 'similar-docs', array(
		'configuration' => semantic_search_setting( 'configuration' ),
		'token'         => semantic_search_setting( 'publishable' ),
		'uri'           => semantic_search_document_id( $post->ID ),
		'heading'       => '' === $given['heading'] ? null : $given['heading'],
		'number'        => absint( $given['number'] ) ? min( 100, absint( $given['number'] ) ) : null,
	) );
}

/** The filters of a search elsewhere on the page, `[search_facets for="semantic-search"]`. */
function semantic_search_render_facets( $given ) {
	$given = shortcode_atts( array( 'for' => '' ), $given, 'search_facets' );
	if ( ! semantic_search_can_render() ) {
		return semantic_search_missing_notice();
	}
	return semantic_search_element( 'facet-panel', array( 'for' => '' === $given['for'] ? 'semantic-search' : $given['for'] ) );
}

function semantic_search_can_render() {
	$token = semantic_search_setting( 'publishable' );
	// A secret token may have come here by another way than the form.
	return ! semantic_search_is_reading() && semantic_search_setting( 'endpoint' ) && semantic_search_setting( 'configuration' ) && $token && in_array( semantic_search_token_type( $token ), array( '', 'publishable+jwt' ), true );
}

/** Tells those who can correct the settings; visitors see nothing. */
function semantic_search_missing_notice() {
	if ( semantic_search_is_reading() || ! current_user_can( 'manage_options' ) ) {
		return '';
	}
	return '<p>' . esc_html__( 'The search appears here when its settings are complete: Settings, Semantic Search.', 'semantic-search' ) . '</p>';
}

/** An element with its script. Attributes that are null are omitted. */
function semantic_search_element( $name, $attributes, $content = '' ) {
	semantic_search_enqueue_element();
	$html = '';
	foreach ( $attributes as $attribute => $value ) {
		$html .= null === $value ? '' : ' ' . $attribute . '="' . esc_attr( $value ) . '"';
	}
	return "<$name$html>$content</$name>";
}

/** The search of the theme with the words of the address, shown while the script is missing, and a link to it below an error. */
function semantic_search_fallback( $key ) {
	$words = isset( $_GET[ $key ] ) && is_string( $_GET[ $key ] ) ? sanitize_text_field( wp_unslash( $_GET[ $key ] ) ) : ''; // phpcs:ignore SemanticSearch.Security.CheckedInput, WordPress.Security.NonceVerification -- A search changes nothing.
	$home  = esc_url( home_url( '/' ) );
	$link  = esc_url( add_query_arg( array( 's' => rawurlencode( $words ), 'wp-search' => '1' ), home_url( '/' ) ) );
	return '<form class="semantic-search-fallback" role="search" method="get" action="' . $home . '">'
		. '<input type="hidden" name="wp-search" value="1"><label>' . esc_html__( 'Search', 'semantic-search' )
		. ' <input type="search" name="s" value="' . esc_attr( $words ) . '"></label> <button>' . esc_html__( 'Search', 'semantic-search' ) . '</button></form>'
		. '<a slot="error" href="' . $link . '">' . esc_html__( 'Use the simple search', 'semantic-search' ) . '</a>';
}

function semantic_search_enqueue_element() {
	$settings = semantic_search_setting();
	$script   = '' === $settings['script'] ? $settings['endpoint'] . '/widget.js' : $settings['script'];
	wp_enqueue_script( 'semantic-search-widget', $script, array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters -- The service versions its script.
	if ( wp_style_is( 'semantic-search' ) ) {
		return;
	}
	wp_register_style( 'semantic-search', false, array(), SEMANTIC_SEARCH_VERSION );
	wp_enqueue_style( 'semantic-search' );
	// Themes draw a ring around every focused element, and `:focus` matches the host of a focused search box. They align what
	// is in a column by its margins, which move only blocks.
	wp_add_inline_style( 'semantic-search', 'semantic-search:focus{outline:none}.is-layout-constrained>semantic-search[mode=dialog]{display:block}semantic-search:not(:defined)>a[slot],semantic-search:defined>.semantic-search-fallback{display:none}' );
}

/** The script is a module; WordPress 6.1 has no function for these. */
function semantic_search_module_tag( $tag, $handle ) {
	if ( 'semantic-search-widget' !== $handle ) {
		return $tag;
	}
	$checksum = semantic_search_setting( 'checksum' );
	$extra    = ' type="module"' . ( '' === $checksum ? '' : ' integrity="' . esc_attr( $checksum ) . '" crossorigin="anonymous"' );
	$tag      = preg_replace( '/ type=(["\'])text\/javascript\1/', '', $tag );
	return preg_replace( '/<script(?=[\s>])/', '<script' . $extra, $tag, 1 );
}

/** One search for all pages, as a button that opens a dialog. */
function semantic_search_footer_dialog() {
	if ( 'dialog' === semantic_search_setting( 'replace' ) && semantic_search_can_render() ) {
		echo semantic_search_render_search( array( 'mode' => 'dialog' ) ); // phpcs:ignore SemanticSearch.Security.EscapedOutput, WordPress.Security.EscapeOutput -- The element is escaped.
	}
}
