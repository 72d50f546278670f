<?php
/**
 * Plugin Name:       Semantic Search
 * Description:       Search by meaning with facets for your site, with the semantic search service that you run or rent.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            The semantic-search project
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       semantic-search
 * Domain Path:       /languages
 */

defined( 'ABSPATH' ) || exit;

define( 'SEMANTIC_SEARCH_VERSION', '0.1.0' );
define( 'SEMANTIC_SEARCH_FILE', __FILE__ );

$semantic_search_parts = array(
	'settings',
	'connection',
	'languages',
	'visibility',
	'text',
	'document',
	'terms',
	'queue',
	'changes',
	'sync',
	'upload',
	'elements',
	'search-page',
	'status',
	'rest',
	'privacy',
	'multisite',
);
foreach ( $semantic_search_parts as $semantic_search_part ) {
	require_once __DIR__ . "/includes/$semantic_search_part.php";
}
if ( is_admin() ) {
	require_once __DIR__ . '/includes/settings-page.php';
	require_once __DIR__ . '/includes/network-page.php';
}
if ( defined( 'WP_CLI' ) && WP_CLI ) {
	require_once __DIR__ . '/includes/class-semantic-search-command.php';
	WP_CLI::add_command( 'semantic-search', 'Semantic_Search_Command' );
}

add_action( 'init', 'semantic_search_load_translations', 1 );
add_action( 'init', 'semantic_search_install', 2 );
register_deactivation_hook( __FILE__, 'semantic_search_deactivate' );

/** Loads the translations that the plug-in brings. */
function semantic_search_load_translations() {
	load_plugin_textdomain( 'semantic-search', false, 'semantic-search/languages' );
}
