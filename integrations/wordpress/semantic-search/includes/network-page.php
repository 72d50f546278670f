<?php
/** The page Settings, Semantic Search of the administration of a network. */

defined( 'ABSPATH' ) || exit;

add_action( 'network_admin_menu', 'semantic_search_add_network_page' );
add_action( 'network_admin_edit_semantic_search', 'semantic_search_save_network' );

function semantic_search_add_network_page() {
	add_submenu_page( 'settings.php', __( 'Semantic Search', 'semantic-search' ), __( 'Semantic Search', 'semantic-search' ), 'manage_network_options', 'semantic-search', 'semantic_search_network_page' );
}

function semantic_search_network_page() {
	if ( ! current_user_can( 'manage_network_options' ) ) {
		return;
	}
	$token = get_site_option( 'semantic_search_network_token', array() );
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Semantic Search', 'semantic-search' ); ?></h1>
		<?php settings_errors(); ?>
		<form method="post" action="<?php echo esc_url( network_admin_url( 'edit.php?action=semantic_search' ) ); ?>">
			<?php wp_nonce_field( 'semantic_search_network' ); ?>
			<table class="form-table" role="presentation">
				<?php
				semantic_search_choice_row( 'mode', __( 'Search spaces', 'semantic-search' ), semantic_search_network_modes(), semantic_search_network()['mode'] );
				semantic_search_network_row( 'endpoint', __( 'Address of the service', 'semantic-search' ), __( 'Such as https://search.example.org', 'semantic-search' ), 'url' );
				semantic_search_secret_row( (bool) $token, __( 'A token with the scope spaces:write, for the search spaces of all sites.', 'semantic-search' ) );
				semantic_search_network_row( 'space', __( 'Search space', 'semantic-search' ), __( 'With one each, the number of the site follows, such as blog-2.', 'semantic-search' ) );
				semantic_search_network_row( 'configuration', __( 'Configuration', 'semantic-search' ), __( 'Of the search space for all sites. Empty: each site has its own.', 'semantic-search' ), 'number' );
				semantic_search_network_row( 'publishable', __( 'Publishable token', 'semantic-search' ), __( 'Of the search space for all sites. Empty: each site has its own.', 'semantic-search' ) );
				?>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

function semantic_search_network_modes() {
	return array(
		''       => __( 'Each site has its own settings', 'semantic-search' ),
		'shared' => __( 'One search space for all sites', 'semantic-search' ),
		'each'   => __( 'One search space for each site', 'semantic-search' ),
	);
}

function semantic_search_network_row( $name, $label, $note, $type = 'text' ) {
	semantic_search_field_row( array( 'name' => $name, 'label' => $label, 'note' => $note, 'type' => $type, 'value' => semantic_search_network()[ $name ], 'is_fixed' => false ) );
}

/** Saves the form. All sites send their posts again. */
function semantic_search_save_network() {
	check_admin_referer( 'semantic_search_network' );
	if ( ! current_user_can( 'manage_network_options' ) ) {
		wp_die( esc_html__( 'Only administrators of the network can change its settings.', 'semantic-search' ), 403 );
	}
	$given = isset( $_POST['semantic_search_settings'] ) ? map_deep( wp_unslash( (array) $_POST['semantic_search_settings'] ), 'sanitize_text_field' ) : array();
	$token = isset( $_POST['semantic_search_token'] ) ? sanitize_text_field( wp_unslash( $_POST['semantic_search_token'] ) ) : '';
	update_site_option( 'semantic_search_network', semantic_search_valid_network( array_merge( semantic_search_network(), $given ) ) );
	$token = semantic_search_valid_token( $token, false, '' );
	if ( '' !== $token ) {
		update_site_option( 'semantic_search_network_token', array( $token ) );
	}
	foreach ( semantic_search_site_ids( true ) as $site ) {
		semantic_search_in_site( $site, 'semantic_search_network_changed' );
	}
	set_transient( 'settings_errors', get_settings_errors(), 30 );
	wp_safe_redirect( network_admin_url( 'settings.php?page=semantic-search&settings-updated=true' ) );
	exit;
}

/** Invalid values keep the stored one. */
function semantic_search_valid_network( $given ) {
	$stored = semantic_search_network();
	return array(
		'mode'          => isset( semantic_search_network_modes()[ $given['mode'] ] ) ? $given['mode'] : '',
		'endpoint'      => semantic_search_may_use_endpoint( $given['endpoint'] ) ? untrailingslashit( $given['endpoint'] ) : $stored['endpoint'],
		'space'         => semantic_search_is_space_name( $given['space'] ) ? $given['space'] : $stored['space'],
		'configuration' => absint( $given['configuration'] ),
		'publishable'   => semantic_search_valid_token( $given['publishable'], true, $stored['publishable'] ),
	);
}

function semantic_search_network_changed() {
	semantic_search_forget_failures();
	semantic_search_start_run( true );
}
