<?php
/** Router of the built-in web server: files, folders with an index, and else WordPress. */

$path = rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
// A network keeps its sites in folders that do not exist.
if ( ! file_exists( $file ) && preg_match( '#^/[^/]+(/(?:wp-(?:admin|content|includes)/.*|wp-[a-z-]+\.php))$#', $path, $found ) ) {
	$path = $found[1];
	$file = $_SERVER['DOCUMENT_ROOT'] . $path;
}
if ( is_dir( $file ) ) {
	$path = rtrim( $path, '/' ) . '/index.php';
	$file = $_SERVER['DOCUMENT_ROOT'] . $path;
}
if ( is_file( $file ) && '.php' !== substr( $file, -4 ) ) {
	$types = array( 'css' => 'text/css', 'js' => 'text/javascript', 'svg' => 'image/svg+xml', 'png' => 'image/png', 'woff2' => 'font/woff2' );
	$type  = pathinfo( $file, PATHINFO_EXTENSION );
	header( 'Content-Type: ' . ( isset( $types[ $type ] ) ? $types[ $type ] : 'application/octet-stream' ) );
	readfile( $file );
	return true;
}
if ( ! is_file( $file ) ) {
	$path = '/index.php';
	$file = $_SERVER['DOCUMENT_ROOT'] . $path;
}
$_SERVER['SCRIPT_NAME']     = $path;
$_SERVER['PHP_SELF']        = $path;
$_SERVER['SCRIPT_FILENAME'] = $file;
chdir( dirname( $file ) );
require $file;
