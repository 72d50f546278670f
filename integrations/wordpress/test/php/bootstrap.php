<?php
/** Loads the site that the test runs in. */

$_SERVER['REQUEST_URI'] = '/';
require getenv( 'SITE' ) . '/wp-load.php';
require_once __DIR__ . '/class-semantic-search-test-case.php';
