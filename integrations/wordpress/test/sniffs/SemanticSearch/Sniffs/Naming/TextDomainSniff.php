<?php
/** Translated texts name the text domain of the plug-in. */

namespace SemanticSearch\Sniffs\Naming;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class TextDomainSniff implements Sniff {

	const FUNCTIONS = array( '__', '_e', '_x', '_n', 'esc_html__', 'esc_attr__', 'esc_html_e', 'esc_attr_e' );

	public function register() {
		return array( T_STRING );
	}

	public function process( File $file, $position ) {
		$tokens = $file->getTokens();
		if ( ! in_array( $tokens[ $position ]['content'], self::FUNCTIONS, true ) || T_OPEN_PARENTHESIS !== $tokens[ $position + 1 ]['code'] ) {
			return;
		}
		$close = $tokens[ $position + 1 ]['parenthesis_closer'];
		$last  = $file->findPrevious( T_WHITESPACE, $close - 1, null, true );
		if ( "'semantic-search'" !== $tokens[ $last ]['content'] ) {
			$file->addError( 'The text domain is missing.', $position, 'Missing' );
		}
	}
}
