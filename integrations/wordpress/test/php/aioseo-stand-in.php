<?php
/** A stand-in for All in One SEO, in which pages are hidden by their type. */

function aioseo() {
	return (object) array(
		'helpers' => new class() {
			public function isPostTypeNoindexed( $type ) {
				return 'page' === $type;
			}
		},
	);
}
