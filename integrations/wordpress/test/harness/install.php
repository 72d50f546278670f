<?php
/** Installs WordPress without a browser, mail and network. */

define( 'WP_INSTALLING', true );
require getenv( 'SITE' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
if ( ! function_exists( 'wp_new_blog_notification' ) ) {
	function wp_new_blog_notification() {}
}
// It would ask itself about permalinks.
add_filter( 'pre_http_request', static function () {
	return new WP_Error( 'offline', '' );
} );
wp_install( 'The meadow', 'admin', 'admin@example.org', true, '', 'admin-password', 'en_US' );
update_option( 'permalink_structure', '/%postname%/' );
$wp_rewrite->init();
$wp_rewrite->flush_rules( false );
// The editor of 7.1 would open dialogs.
update_user_option( 1, 'persisted_preferences', array(
	'core/edit-post' => array( 'welcomeGuide' => false, 'fullscreenMode' => false ),
	'core'           => array( 'enableChoosePatternModal' => false, 'welcomeGuide' => false ),
	'_modified'      => gmdate( 'c' ),
) );
