<?php
/** Global functions, classes and constants have the prefix of the plug-in. */

namespace SemanticSearch\Sniffs\Naming;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class PrefixSniff implements Sniff {

	public function register() {
		return array( T_FUNCTION, T_CLASS, T_STRING, T_VARIABLE );
	}

	public function process( File $file, $position ) {
		$token     = $file->getTokens()[ $position ];
		$is_global = empty( $token['conditions'] );
		$name      = '';
		if ( in_array( $token['code'], array( T_FUNCTION, T_CLASS ), true ) ) {
			$name = $is_global ? $file->getDeclarationName( $position ) : '';
		} elseif ( T_VARIABLE === $token['code'] ) {
			$name = $is_global && empty( $token['nested_parenthesis'] ) ? ltrim( $token['content'], '$' ) : '';
		} elseif ( 'define' === $token['content'] ) {
			$name = trim( $file->getTokens()[ $file->findNext( T_CONSTANT_ENCAPSED_STRING, $position ) ]['content'], '\'"' );
		}
		if ( $name && 0 !== stripos( $name, 'semantic_search' ) ) {
			$file->addError( 'The global name %s lacks the prefix.', $position, 'Missing', array( $name ) );
		}
	}
}
