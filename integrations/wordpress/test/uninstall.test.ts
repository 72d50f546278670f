/** Deleting the plug-in leaves nothing in the database, and the documents leave the service if the owner wants it. */
import { describe, expect, inject, it } from 'vitest';
import { connected, cron, listedIds, saveSettings } from './harness/connected.ts';
import { dump } from './harness/database.ts';
import { versions } from './harness/tools.ts';

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version, { isActive: false });

  /** What WordPress itself changes from one request to the next. */
  const withoutClocks = (text: string) =>
    text
      .split('\n')
      .filter(
        (line) =>
          !/'(?:cron|_transient\w*|_site_transient\w*|recently_activated|recovery_keys|active_plugins)'/.test(
            line,
          ),
      )
      // Numbers of rows depend on what was there in between.
      .map((line) =>
        line.replace(/^INSERT INTO `(wp_options|wp_postmeta)` VALUES \(\d+,/, 'INSERT INTO $1 ('),
      )
      .sort();

  it('leaves the database as it was before', async () => {
    const { site, service } = own;
    const events = () =>
      site.value<string[]>(
        "array_keys( array_merge( ...array_values( array_filter( _get_cron_array(), 'is_array' ) ) ) )",
      );
    // As it was before the harness saved settings.
    await site.php("delete_option( 'semantic_search_settings' ); delete_option( 'semantic_search_token' );");
    await cron(site);
    // An unread body would end with an error of undici.
    await (await fetch(site.url)).text();
    const [before, eventsBefore] = [dump(inject('databaseSocket'), site.database), await events()];
    const pluginFile = 'semantic-search/semantic-search.php';
    await site.php(
      `require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin( '${pluginFile}' );`,
    );
    await saveSettings(own, { delete_documents: true });
    await site.php(`update_post_meta( 2, '_semantic_search_excluded', '1' ); update_post_meta( 1, '_semantic_search_refused', 'x' );
      update_option( 'semantic_search_problem', 'x' ); semantic_search_note_failure( array( 'status' => 500, 'body' => '', 'retry' => 1 ) ); semantic_search_forget_failures();`);
    await cron(site);
    expect(await listedIds(service)).toEqual([`${site.url}/?p=1`]);
    expect(dump(inject('databaseSocket'), site.database)).not.toBe(before);
    await site.php(
      `require_once ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins( '${pluginFile}' );`,
    );
    await site.php(
      `require_once ABSPATH . 'wp-admin/includes/plugin.php'; uninstall_plugin( '${pluginFile}' );`,
    );
    expect(withoutClocks(dump(inject('databaseSocket'), site.database))).toEqual(withoutClocks(before));
    expect((await events()).sort()).toEqual(eventsBefore.sort());
    expect(await listedIds(service)).toEqual([]);
    expect(await site.log()).toEqual([]);
  });
});
