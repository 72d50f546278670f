<?php
/** The page Settings, Semantic Search. */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', 'semantic_search_add_page' );
add_action( 'admin_notices', 'semantic_search_stopped_notice' );
add_filter( 'plugin_action_links_' . plugin_basename( SEMANTIC_SEARCH_FILE ), 'semantic_search_action_links' );

function semantic_search_add_page() {
	$hook = add_options_page( __( 'Semantic Search', 'semantic-search' ), __( 'Semantic Search', 'semantic-search' ), 'manage_options', 'semantic-search', 'semantic_search_page' );
	add_action( "load-$hook", 'semantic_search_enqueue_admin_script' );
}

/** Only the owner can end this state, so it is said outside the settings page as well, until it is over. */
function semantic_search_stopped_notice() {
	$failure = get_option( 'semantic_search_failure' );
	if ( ! is_array( $failure ) || ! $failure['stopped'] || ! current_user_can( 'manage_options' ) || 'settings_page_semantic-search' === get_current_screen()->id ) {
		return;
	}
	printf( '<div class="notice notice-error is-dismissible"><p>%s <a href="%s">%s</a></p></div>', esc_html__( 'The search no longer gets the changes of this site, because its service rejects the secret token.', 'semantic-search' ), esc_url( admin_url( 'options-general.php?page=semantic-search' ) ), esc_html__( 'Settings', 'semantic-search' ) );
}

function semantic_search_action_links( $links ) {
	array_unshift( $links, '<a href="' . esc_url( admin_url( 'options-general.php?page=semantic-search' ) ) . '">' . esc_html__( 'Settings', 'semantic-search' ) . '</a>' );
	return $links;
}

function semantic_search_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$status = semantic_search_rest_status();
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Semantic Search', 'semantic-search' ); ?></h1>
		<p data-semantic-search-status role="status"><?php echo esc_html( $status['text'] ); ?></p>
		<p>
			<button type="button" class="button" data-semantic-search-check><?php esc_html_e( 'Check connection', 'semantic-search' ); ?></button>
			<button type="button" class="button" data-semantic-search-sync><?php esc_html_e( 'Send everything again', 'semantic-search' ); ?></button>
			<?php if ( get_option( 'semantic_search_problem' ) ) : ?>
				<button type="button" class="button" data-semantic-search-sync="force"><?php esc_html_e( 'Send everything and remove the rest', 'semantic-search' ); ?></button>
			<?php endif; ?>
		</p>
		<ul data-semantic-search-steps aria-live="polite"></ul>
		<form method="post" action="options.php">
			<?php settings_fields( 'semantic_search' ); ?>
			<h2><?php esc_html_e( 'Service', 'semantic-search' ); ?></h2>
			<table class="form-table" role="presentation"><?php semantic_search_service_fields(); ?></table>
			<h2><?php esc_html_e( 'Content', 'semantic-search' ); ?></h2>
			<table class="form-table" role="presentation"><?php semantic_search_content_fields(); ?></table>
			<h2><?php esc_html_e( 'Pages', 'semantic-search' ); ?></h2>
			<table class="form-table" role="presentation"><?php semantic_search_pages_fields(); ?></table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

function semantic_search_service_fields() {
	semantic_search_text_row( 'endpoint', __( 'Address of the service', 'semantic-search' ), __( 'Such as https://search.example.org', 'semantic-search' ), 'url' );
	semantic_search_token_row();
	if ( semantic_search_is_copy() ) {
		semantic_search_box_row( 'moved', __( 'Address', 'semantic-search' ), __( 'The site has moved here: remove the documents of its old address', 'semantic-search' ) );
	}
	semantic_search_text_row( 'space', __( 'Search space', 'semantic-search' ), __( 'Where the documents of this site go. It is made by the first run.', 'semantic-search' ) );
	semantic_search_text_row( 'configuration', __( 'Configuration', 'semantic-search' ), __( 'The number in configuration="..." that embed prints.', 'semantic-search' ), 'number' );
	semantic_search_text_row( 'publishable', __( 'Publishable token', 'semantic-search' ), __( 'The text in token="..." that embed prints. Visitors see it; it only permits searching with this configuration.', 'semantic-search' ) );
	semantic_search_box_row( 'pinned', __( 'Version', 'semantic-search' ), __( 'Keep this version of the widget, with its checksum, until this box is cleared', 'semantic-search' ) );
	$endpoint = semantic_search_setting( 'endpoint' );
	if ( $endpoint ) {
		printf( '<tr><td></td><td><a href="%s">%s</a></td></tr>', esc_url( "$endpoint/editor?configuration=" . semantic_search_setting( 'configuration' ) ), esc_html__( 'Edit the configuration at the service', 'semantic-search' ) );
	}
}

function semantic_search_content_fields() {
	$types = array_diff_key( get_post_types( array( 'public' => true ), 'objects' ), array( 'attachment' => true ) );
	semantic_search_boxes_row( 'post_types', __( 'Types', 'semantic-search' ), $types );
	semantic_search_boxes_row( 'taxonomies', __( 'Filters', 'semantic-search' ), get_taxonomies( array( 'public' => true ), 'objects' ) );
	semantic_search_text_row( 'fields', __( 'Custom fields', 'semantic-search' ), __( 'Names of fields that are searched and can be filters, with commas between them.', 'semantic-search' ) );
	semantic_search_box_row( 'author', __( 'Authors', 'semantic-search' ), __( 'Send the names of authors', 'semantic-search' ) );
	semantic_search_box_row( 'attachments', __( 'Media', 'semantic-search' ), __( 'Send the pages of files whose post is public', 'semantic-search' ) );
	semantic_search_box_row( 'delete_documents', __( 'Uninstall', 'semantic-search' ), __( 'Delete the documents of this site at the service when the plug-in is deleted', 'semantic-search' ) );
}

function semantic_search_pages_fields() {
	$choices = array(
		''       => __( 'The search of the theme stays', 'semantic-search' ),
		'page'   => __( 'Searches lead to the search page', 'semantic-search' ),
		'dialog' => __( 'All pages have a button that opens the search', 'semantic-search' ),
	);
	semantic_search_choice_row( 'replace', __( 'Search of the theme', 'semantic-search' ), $choices, semantic_search_setting( 'replace' ) );
	echo '<tr><th scope="row"><label for="semantic-search-page">' . esc_html__( 'Search page', 'semantic-search' ) . '</label></th><td>';
	wp_dropdown_pages( array(
		'id'                => 'semantic-search-page',
		'name'              => 'semantic_search_settings[search_page]',
		'selected'          => absint( semantic_search_setting( 'search_page' ) ),
		'show_option_none'  => esc_html__( 'None', 'semantic-search' ),
		'option_none_value' => 0,
	) );
	echo '<p class="description">' . esc_html__( 'A page with the block Semantic Search or the shortcode [semantic_search].', 'semantic-search' ) . '</p></td></tr>';
}

function semantic_search_choice_row( $name, $label, $choices, $chosen ) {
	printf( '<tr><th scope="row"><label for="semantic-search-%1$s">%2$s</label></th><td><select id="semantic-search-%1$s" name="semantic_search_settings[%1$s]">', esc_attr( $name ), esc_html( $label ) );
	foreach ( $choices as $value => $text ) {
		printf( '<option value="%s" %s>%s</option>', esc_attr( $value ), selected( $chosen, $value, false ), esc_html( $text ) );
	}
	echo '</select></td></tr>';
}

function semantic_search_text_row( $name, $label, $description, $type = 'text' ) {
	$value  = semantic_search_setting( $name );
	$origin = defined( 'SEMANTIC_SEARCH_' . strtoupper( $name ) ) ? __( 'Set in wp-config.php.', 'semantic-search' ) : '';
	if ( '' === $origin && isset( semantic_search_network_settings()[ $name ] ) ) {
		$origin = __( 'Set by the network.', 'semantic-search' );
	}
	semantic_search_field_row( array(
		'name'     => $name,
		'label'    => $label,
		'note'     => '' === $origin ? $description : $origin,
		'type'     => $type,
		'value'    => is_array( $value ) ? implode( ', ', $value ) : $value,
		'is_fixed' => '' !== $origin,
	) );
}

function semantic_search_field_row( $field ) {
	printf(
		'<tr><th scope="row"><label for="semantic-search-%1$s">%2$s</label></th><td><input type="%3$s" class="regular-text" id="semantic-search-%1$s" name="semantic_search_settings[%1$s]" value="%4$s" aria-describedby="semantic-search-%1$s-note" %5$s><p class="description" id="semantic-search-%1$s-note">%6$s</p></td></tr>',
		esc_attr( $field['name'] ),
		esc_html( $field['label'] ),
		esc_attr( $field['type'] ),
		esc_attr( $field['value'] ? $field['value'] : '' ),
		$field['is_fixed'] ? 'readonly' : '',
		esc_html( $field['note'] )
	);
}

function semantic_search_token_row() {
	if ( ! defined( 'SEMANTIC_SEARCH_TOKEN' ) && ! semantic_search_network_settings() ) {
		semantic_search_secret_row( '' !== semantic_search_token(), __( 'A token with the scope spaces:write, best for this search space only.', 'semantic-search' ) );
	}
}

/** The field never contains the token. */
function semantic_search_secret_row( $is_saved, $note ) {
	$text = $is_saved ? __( 'A token is saved. Leave the field empty to keep it.', 'semantic-search' ) : $note;
	echo '<tr><th scope="row"><label for="semantic-search-token">' . esc_html__( 'Secret token', 'semantic-search' ) . '</label></th><td><input type="password" class="regular-text" id="semantic-search-token" name="semantic_search_token" value="" autocomplete="new-password" aria-describedby="semantic-search-token-note"><p class="description" id="semantic-search-token-note">' . esc_html( $text ) . '</p></td></tr>';
}

function semantic_search_box_row( $name, $label, $text ) {
	printf( '<tr><th scope="row">%s</th><td><label><input type="checkbox" name="semantic_search_settings[%s]" value="1" %s> %s</label></td></tr>', esc_html( $label ), esc_attr( $name ), checked( ! empty( semantic_search_setting()[ $name ] ), true, false ), esc_html( $text ) );
}

function semantic_search_boxes_row( $name, $label, $objects ) {
	$chosen = semantic_search_setting( $name );
	echo '<tr><th scope="row">' . esc_html( $label ) . '</th><td><fieldset><legend class="screen-reader-text">' . esc_html( $label ) . '</legend>';
	foreach ( $objects as $object ) {
		printf( '<label><input type="checkbox" name="semantic_search_settings[%s][]" value="%s" %s> %s</label><br>', esc_attr( $name ), esc_attr( $object->name ), checked( in_array( $object->name, $chosen, true ), true, false ), esc_html( $object->labels->name ) );
	}
	echo '</fieldset></td></tr>';
}
