/** Cost of the plug-in: time and memory of a full run, and nothing on pages without the search. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { connected, listedIds } from './harness/connected.ts';
import { versions } from './harness/tools.ts';

const POSTS = 1000;
const MAX_RUN_SECONDS = 15;
const MAX_RUN_MEGABYTES = 64;

describe.skipIf(!versions.includes('6.8'))('WordPress 6.8', () => {
  const own = connected('6.8', {
    standIns: ['stand-ins.php'],
    constants: "define( 'SAVEQUERIES', PHP_SAPI !== 'cli' );",
  });

  beforeAll(async () => {
    await own.site.php(`wp_defer_term_counting( true );
      for ( $i = 0; $i < ${POSTS}; $i++ ) {
        wp_insert_post( array( 'post_status' => 'publish', 'post_title' => "Post $i", 'post_content' => str_repeat( "<!-- wp:paragraph --><p>Words of a paragraph $i.</p><!-- /wp:paragraph -->", 5 ) ) );
      }`);
  });

  it(`a run over ${POSTS} posts is fast and needs little memory`, async () => {
    const [seconds, megabytes] = await own.site.value<[number, number]>(
      '( function () { $before = memory_get_peak_usage(); $start = microtime( true ); semantic_search_work( 120 ); return array( microtime( true ) - $start, memory_get_peak_usage() / 1048576 ); } )()',
    );
    console.log(`A run over ${POSTS} posts: ${seconds!.toFixed(1)} s, ${megabytes!.toFixed(0)} MB.`);
    expect(await listedIds(own.service)).toHaveLength(POSTS + 2);
    expect(seconds).toBeLessThan(MAX_RUN_SECONDS);
    expect(megabytes).toBeLessThan(MAX_RUN_MEGABYTES);
  });

  it('pages without an element have the same bytes and queries as without the plug-in', async () => {
    const visit = async () => {
      const log = join(own.site.folder, 'queries.log');
      const read = async () => (await fetch(`${own.site.url}/sample-page/`)).text();
      await read();
      await rm(log, { force: true });
      const html = await read();
      const { queries } = JSON.parse((await readFile(log, 'utf8')).trim().split('\n')[0]!) as {
        queries: string[];
      };
      return { html, queries: queries.length };
    };
    const active = await visit();
    await own.site.php(
      "require_once ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins( 'semantic-search/semantic-search.php' );",
    );
    expect(active).toEqual(await visit());
  });
});
