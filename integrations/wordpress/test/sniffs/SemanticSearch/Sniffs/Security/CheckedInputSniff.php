<?php
/** A function that reads $_POST checks a nonce and a capability before it changes anything. */

namespace SemanticSearch\Sniffs\Security;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class CheckedInputSniff implements Sniff {

	public function register() {
		return array( T_VARIABLE );
	}

	public function process( File $file, $position ) {
		$tokens = $file->getTokens();
		if ( ! in_array( $tokens[ $position ]['content'], array( '$_POST', '$_REQUEST' ), true ) ) {
			return;
		}
		$function = $file->getCondition( $position, T_FUNCTION );
		if ( false === $function ) {
			$file->addError( 'Input is read outside of a function.', $position, 'Outside' );
			return;
		}
		$body = $file->getTokensAsString( $tokens[ $function ]['scope_opener'], $tokens[ $function ]['scope_closer'] - $tokens[ $function ]['scope_opener'] );
		foreach ( array( 'wp_verify_nonce|check_admin_referer', 'current_user_can' ) as $check ) {
			if ( ! preg_match( "/\b(?:$check)\(/", $body ) ) {
				$file->addError( 'Input is read without %s.', $position, 'Unchecked', array( $check ) );
			}
		}
	}
}
