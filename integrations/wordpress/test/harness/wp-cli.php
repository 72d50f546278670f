<?php
/** A stand-in for WP-CLI: runs one command and prints what it says. */

define( 'WP_CLI', true );

class WP_CLI {
	public static $commands = array();
	public static function add_command( $name, $class ) {
		self::$commands[ $name ] = $class;
	}
	public static function line( $text ) {
		echo "$text\n";
	}
	public static function success( $text ) {
		echo "Success: $text\n";
	}
	public static function error( $text ) {
		echo "Error: $text\n";
		exit( 1 );
	}
	public static function halt( $code ) {
		exit( $code );
	}
}
