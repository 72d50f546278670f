<?php
/** Queries of the database are literals or prepared; a remark says why another one is safe. */

namespace SemanticSearch\Sniffs\Security;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class PreparedQuerySniff implements Sniff {

	const METHODS = array( 'query', 'get_var', 'get_col', 'get_row', 'get_results' );

	public function register() {
		return array( T_VARIABLE );
	}

	public function process( File $file, $position ) {
		$tokens = $file->getTokens();
		$method = $position + 2;
		if ( '$wpdb' !== $tokens[ $position ]['content'] || ! isset( $tokens[ $method ] ) || ! in_array( $tokens[ $method ]['content'], self::METHODS, true ) ) {
			return;
		}
		$open  = $file->findNext( T_OPEN_PARENTHESIS, $method );
		$first = $file->findNext( T_WHITESPACE, $open + 1, null, true );
		if ( T_CONSTANT_ENCAPSED_STRING === $tokens[ $first ]['code'] ) {
			return;
		}
		$query       = $file->getTokensAsString( $first, $tokens[ $open ]['parenthesis_closer'] - $first );
		$is_prepared = 0 === strpos( $query, '$wpdb->prepare(' );
		// Names of tables are the only variables of a prepared query.
		preg_match_all( '/"[^"]*"/', preg_replace( '/\$wpdb->\w+|\$(table|names)\b/', '', $query ), $texts );
		if ( ! $is_prepared || false !== strpos( implode( '', $texts[0] ), '$' ) ) {
			$file->addError( 'The query is not prepared.', $position, 'Found' );
		}
	}
}
