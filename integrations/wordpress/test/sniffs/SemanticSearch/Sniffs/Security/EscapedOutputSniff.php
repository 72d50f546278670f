<?php
/** Output is escaped: what echo and print take is a literal, or passes an escaping function. */

namespace SemanticSearch\Sniffs\Security;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

class EscapedOutputSniff implements Sniff {

	const SAFE = array( 'esc_html', 'esc_attr', 'esc_url', 'esc_html__', 'esc_attr__', 'absint', 'wp_kses_post', 'checked', 'selected', 'wp_json_encode' );

	public function register() {
		return array( T_ECHO, T_PRINT, T_OPEN_TAG_WITH_ECHO, T_STRING );
	}

	public function process( File $file, $position ) {
		$tokens = $file->getTokens();
		if ( T_STRING === $tokens[ $position ]['code'] ) {
			$this->check_printf( $file, $position );
			return;
		}
		$end = $file->findNext( array( T_SEMICOLON, T_CLOSE_TAG ), $position );
		$this->check( $file, $position + 1, $end );
	}

	private function check_printf( File $file, $position ) {
		$tokens = $file->getTokens();
		if ( 'printf' === $tokens[ $position ]['content'] ) {
			$open = $file->findNext( T_OPEN_PARENTHESIS, $position );
			$this->check( $file, $open + 1, $tokens[ $open ]['parenthesis_closer'] );
		}
	}

	/** A variable outside of a safe call is an error; so is the call of another function. */
	private function check( File $file, $from, $to ) {
		$tokens = $file->getTokens();
		for ( $i = $from; $i < $to; $i++ ) {
			$is_call = T_STRING === $tokens[ $i ]['code'] && T_OPEN_PARENTHESIS === $tokens[ $i + 1 ]['code'];
			if ( $is_call && in_array( $tokens[ $i ]['content'], self::SAFE, true ) ) {
				$i = $tokens[ $i + 1 ]['parenthesis_closer'];
			} elseif ( $is_call || in_array( $tokens[ $i ]['code'], array( T_VARIABLE, T_DOUBLE_QUOTED_STRING ), true ) ) {
				if ( ! $this->is_condition( $file, $i, $to ) ) {
					$file->addError( 'Output is not escaped: %s', $i, 'Found', array( $tokens[ $i ]['content'] ) );
				}
			}
		}
	}

	/** The condition of a choice between literals is not printed. */
	private function is_condition( File $file, $position, $to ) {
		$next = $file->findNext( array( T_INLINE_THEN, T_COMMA ), $position, $to );
		return false !== $next && T_INLINE_THEN === $file->getTokens()[ $next ]['code'];
	}
}
