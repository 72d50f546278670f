/** A service that is away: saving stays fast, nothing is lost, and one cron run after its return all is in step. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../../test/support/service.ts';
import { type Connected, connected, cron, listedIds, saveSettings, stored } from './harness/connected.ts';
import { type Mode, type ServiceProxy, startProxy } from './harness/proxy.ts';
import { versions } from './harness/tools.ts';

/** Milliseconds that saving may take longer than without the plug-in, at the median. */
const MAX_DELAY_MS = 50;

interface Failure {
  count: number;
  wait: number;
  stopped: boolean;
}

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version, { standIns: ['short-timeouts.php'] });
  let proxy: ServiceProxy;

  beforeAll(async () => {
    proxy = await startProxy(() => own.service.url);
    await saveSettings(own, { endpoint: proxy.url });
    await own.site.php('semantic_search_work( 30 );');
    expect(await listedIds(own.service)).toHaveLength(2);
  });
  afterAll(() => proxy.close());

  /** Median milliseconds of saving a post as the editor does. */
  const saving = async (title: string, isConnected = true) =>
    Number(
      await own.site.php(`wp_set_current_user( 1 );
        if ( ! ${isConnected} ) { add_filter( 'pre_option_semantic_search_token', fn() => array() ); }
        $times = array();
        for ( $i = 0; $i < 15; $i++ ) {
          $start = microtime( true );
          wp_update_post( array( 'ID' => 1, 'post_title' => '${title} ' . $i ) );
          $times[] = microtime( true ) - $start;
        }
        sort( $times );
        echo 1000 * $times[7];`),
    );
  const failure = () =>
    own.site.value<Failure | null>(
      `( $failure = get_option( 'semantic_search_failure' ) ) ? array( 'count' => $failure['count'], 'wait' => $failure['retry_at'] - time(), 'stopped' => $failure['stopped'] ) : null`,
    );
  const waitOver = () =>
    own.site.php(
      `$failure = get_option( 'semantic_search_failure' ); $failure['retry_at'] = 0; update_option( 'semantic_search_failure', $failure );`,
    );
  const waiting = () => own.site.value<number>('semantic_search_queue_length()');
  const title = async () => (await stored(own.service, `${own.site.url}/?p=1`)).title;

  const modes = ['refused', 'silent', 'error', 'overloaded', 'cut'] as const;
  // How the service fails is the same to all versions.
  it.each<Mode | 'refused'>(version === '6.8' ? modes : modes.slice(0, 2))(
    'catches up after it was %s',
    async (mode) => {
      const without = await saving('Before', false);
      if (mode === 'refused') await own.site.php(endpoint('http://127.0.0.1:9'));
      else proxy.mode = mode;
      // On a busy machine, other requests may take longer than the shortened time-out.
      await own.site.php(`update_option( 'is_impatient', ${mode === 'silent'} );`);
      expect((await saving(`After ${mode}`)) - without).toBeLessThan(MAX_DELAY_MS);
      expect(await waiting()).toBe(1);
      await cron(own.site);
      expect(await waiting()).toBe(1);
      const { count, wait, stopped } = (await failure())!;
      expect({ count, stopped }).toEqual({ count: 1, stopped: false });
      expect(wait).toBeLessThanOrEqual(mode === 'overloaded' ? 7 : 60);
      proxy.mode = 'forward';
      await own.site.php("delete_option( 'is_impatient' );");
      if (mode === 'refused') await own.site.php(endpoint(proxy.url));
      // Before its time, the worker does not ask.
      const { length } = proxy.uploads;
      await cron(own.site);
      expect(proxy.uploads).toHaveLength(length);
      await waitOver();
      await own.site.php("wp_schedule_single_event( time(), 'semantic_search_soon' );");
      await cron(own.site);
      expect(await title()).toBe(`After ${mode} 14`);
      expect([await waiting(), await failure()]).toEqual([0, null]);
      expect(await own.site.log()).toEqual([]);
    },
  );

  it('stops when its token is rejected, until the owner saves the settings', async () => {
    proxy.mode = 'unauthorized';
    await saving('After 401');
    await cron(own.site);
    expect(await failure()).toMatchObject({ stopped: true });
    await waitOver();
    proxy.mode = 'forward';
    await own.site.php("wp_schedule_single_event( time(), 'semantic_search_soon' );");
    await cron(own.site);
    expect(await waiting()).toBe(1);
    await own.site.php(
      "$settings = semantic_search_setting(); $settings['search_page'] = 2; update_option( 'semantic_search_settings', $settings );",
    );
    await cron(own.site);
    expect(await title()).toBe('After 401 14');
  });

  /** Changes the address as a failing network would: without sending everything again. */
  function endpoint(url: string): string {
    return `remove_all_actions( 'update_option_semantic_search_settings' ); $settings = semantic_search_setting(); $settings['endpoint'] = '${url}'; update_option( 'semantic_search_settings', $settings );`;
  }
});

const kills = Number(process.env.KILLS ?? 15);

/** The version that is always there with a large site. */
describe.skipIf(!versions.includes('6.8'))('a run over 1,000 posts that is killed', () => {
  const own: Connected = connected('6.8');
  let proxy: ServiceProxy;

  beforeAll(async () => {
    proxy = await startProxy(() => own.service.url);
    await own.site.php(`wp_defer_term_counting( true );
      for ( $i = 0; $i < 1000; $i++ ) { wp_insert_post( array( 'post_status' => 'publish', 'post_title' => "Post $i", 'post_content' => "<p>Words $i</p>" ) ); }`);
    await saveSettings(own, { endpoint: proxy.url });
    await own.site.php('semantic_search_work( 120 );');
    expect(await listedIds(own.service)).toHaveLength(1002);
  }, 180_000);
  afterAll(() => proxy.close());

  /** The service starts again with the same data, at another port behind the same proxy. */
  async function killService(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await own.service.stop('SIGKILL');
    own.service = await startService(own.service.directory, { RATE_LIMIT_PER_MINUTE: '1000000' }, []);
  }

  it(
    'never loses a document, and goes on until all are new',
    async () => {
      const before = await listedIds(own.service);
      await own.site.php(
        `$wpdb->query( "UPDATE $wpdb->posts SET post_title = CONCAT( post_title, ' new' )" ); semantic_search_start_run( false );`,
      );
      for (let kill = 0; kill < kills; kill++) {
        const wait = 150 + Math.floor(Math.random() * 900);
        const killed = own.site
          .php('semantic_search_forget_failures(); semantic_search_work( 60 );', { kill: wait })
          .catch(() => undefined);
        if (kill % 5 === 4) await killService(wait / 2);
        await killed;
        expect(await listedIds(own.service)).toEqual(before);
        if ((await own.site.value('get_option( "semantic_search_run" )')) === false)
          await own.site.php(
            `$wpdb->query( "UPDATE $wpdb->posts SET post_title = CONCAT( post_title, ' ${kill}' )" ); semantic_search_start_run( false );`,
          );
      }
      await own.site.php(
        '$wpdb->query( "DELETE FROM $wpdb->options WHERE option_name = \'semantic_search_failure\'" ); semantic_search_work( 120 );',
      );
      expect(await listedIds(own.service)).toEqual(before);
      const titles = await own.site.value<Record<string, string>>(
        'array_column( $wpdb->get_results( "SELECT ID, post_title FROM $wpdb->posts WHERE post_title LIKE \'Post %\'" ), "post_title", "ID" )',
      );
      for (const id of before.slice(0, 50)) {
        const expected = titles[id.split('=').at(-1)!];
        if (expected) expect((await stored(own.service, id)).title).toBe(expected);
      }
    },
    240_000 + kills * 4000,
  );

  it('sends nothing twice at a time with two workers', async () => {
    await own.site.php('semantic_search_start_run( false );');
    Object.assign(proxy, { uploads: [], concurrent: 0 });
    await Promise.all([1, 2, 3].map(() => own.site.php('semantic_search_work( 120 );')));
    const ids = proxy.uploads.flatMap((upload) => upload.ids);
    expect(ids.length).toBeGreaterThanOrEqual(1002);
    expect(new Set(ids).size).toBe(ids.length);
    expect(proxy.concurrent).toBe(1);
  });
});
