/** An owner with a fresh WordPress and 200 posts follows the how-to; later the service goes away, posts change, and it returns. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { folderOfTest } from '../../../test/support/fixtures.ts';
import { type Service, startService, temporaryDirectory } from '../../../test/support/service.ts';
import { openBrowser } from '../../../test/support/visitor.ts';
import { cron, listedIds } from './harness/connected.ts';
import { addSearchPage, connectSite, howTo, installPlugin, plants, searchOnPage } from './harness/journey.ts';
import { browse, signIn } from './harness/people.ts';
import { type Site, startSite } from './harness/site.ts';
import { versions } from './harness/tools.ts';
import { visibleIds } from './harness/visitors.ts';

const MAX_MINUTES = 10;
const MAX_PICTURE_KILOBYTES = 80;

describe.skipIf(!versions.includes('6.8'))('the how-to in WordPress 6.8', () => {
  let site: Site;
  let service: Service;
  let removeData: () => Promise<void>;

  beforeAll(async () => {
    const data = await temporaryDirectory();
    removeData = data.remove;
    service = await startService(data.path, { RATE_LIMIT_PER_MINUTE: '1000000' }, []);
    site = await startSite('6.8', { socket: inject('databaseSocket'), isFresh: true });
    await site.php(plants);
  });
  afterAll(async () => {
    await site?.stop();
    await service?.stop();
    await removeData?.();
  });

  it(`leads to a search page in less than ${MAX_MINUTES} minutes`, async () => {
    const browser = await openBrowser();
    const { page, errors } = await browse(browser, site, await signIn(site, 'administrator'));
    const journey = { site, service, page, folder: await folderOfTest() };
    const started = performance.now();
    await installPlugin(journey);
    await connectSite(journey);
    const address = await addSearchPage(journey);
    expect(await searchOnPage(address, journey)).toMatch(/^\d+ results?/);
    const minutes = (performance.now() - started) / 60_000;
    console.log(`From the installation to the first search: ${minutes.toFixed(1)} minutes without reading.`);
    expect(minutes).toBeLessThan(MAX_MINUTES);
    expect(errors).toEqual([]);
    await browser.close();
  }, 600_000);

  it('is in step again after the service was away', async () => {
    await cron(site);
    expect(await listedIds(service)).toEqual(await visibleIds(site));
    const { port } = new URL(service.url);
    await service.stop('SIGKILL');
    await site.php(`wp_set_current_user( 1 ); $ids = $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type = 'post' ORDER BY ID LIMIT 60" );
      foreach ( $ids as $number => $id ) {
        $changes = array( array( 'post_title' => "Edited $number" ), array( 'post_status' => 'private' ), array( 'post_status' => 'draft' ), array( 'post_password' => 'x' ) );
        if ( 4 === $number % 5 ) { wp_delete_post( $id, true ); } else { wp_update_post( array( 'ID' => $id ) + $changes[ $number % 5 ] ); }
      }
      wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'While it was away' ) );`);
    await cron(site);
    expect(await site.value('semantic_search_queue_length()')).toBeGreaterThan(60);
    service = await startService(service.directory, { PORT: port, RATE_LIMIT_PER_MINUTE: '1000000' }, []);
    // The minute until the next attempt is over.
    await site.php(
      `$failure = get_option( 'semantic_search_failure' ); $failure['retry_at'] = 0; update_option( 'semantic_search_failure', $failure ); wp_schedule_single_event( time(), 'semantic_search_soon' );`,
    );
    await cron(site);
    const ids = await listedIds(service);
    expect(ids).toEqual(await visibleIds(site));
    expect(ids).toHaveLength(200 + 2 + 1 + 1 - 48);
    expect(await site.log()).toEqual([]);
  }, 600_000);

  it('has small pictures with alternative texts', async () => {
    const pictures = [...(await readFile(howTo, 'utf8')).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)];
    expect(pictures).toHaveLength(5);
    for (const [, text, path] of pictures) {
      expect(text!.length).toBeGreaterThan(20);
      expect((await stat(join(dirname(howTo), path!))).size).toBeLessThan(MAX_PICTURE_KILOBYTES * 1024);
    }
  });
});
