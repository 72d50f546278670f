/** A network of sites that share a search space: each keeps its own documents in step. */
import { describe, expect, it } from 'vitest';
import { connected, issueToken, listedIds, SPACE, stored } from './harness/connected.ts';
import { cookieHeader, type Person, signIn } from './harness/people.ts';
import { versions } from './harness/tools.ts';

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version, { isNetwork: true });
  const second = { path: '/second/' };
  const work = async () => {
    await own.site.php('semantic_search_work( 60 );');
    await own.site.php('semantic_search_work( 60 );', second);
  };
  const settings = () =>
    JSON.stringify({
      endpoint: own.service.url,
      space: SPACE,
      configuration: own.configuration,
      publishable: own.publishable,
    });

  it('two sites have their own documents and concepts, and a new site works without activation', async () => {
    const { site, service } = own;
    await site.php(`$id = wp_insert_site( array( 'domain' => DOMAIN_CURRENT_SITE, 'path' => '/second/', 'title' => 'Second', 'user_id' => 1 ) );
      if ( is_wp_error( $id ) ) { fwrite( STDERR, $id->get_error_message() ); exit( 1 ); }
      // WordPress 6.1 removes the colon before the port.
      $wpdb->update( $wpdb->blogs, array( 'domain' => DOMAIN_CURRENT_SITE ), array( 'blog_id' => $id ) );
      foreach ( array( 'home', 'siteurl' ) as $name ) { update_blog_option( $id, $name, 'http://' . DOMAIN_CURRENT_SITE . '/second' ); }`);
    const environment = { SETTINGS: settings(), TOKEN: own.secret };
    await site.php(
      `update_option( 'semantic_search_token', array( getenv( 'TOKEN' ) ) ); update_option( 'semantic_search_settings', json_decode( getenv( 'SETTINGS' ), true ) );
       wp_insert_post( array( 'post_title' => 'Only in the second', 'post_status' => 'publish' ) );`,
      { ...second, environment },
    );
    await work();
    const ids = await listedIds(service);
    const main = ids.filter((id) => id.startsWith(`${site.url}/?p=`));
    const others = ids.filter((id) => id.startsWith(`${site.url}/second/?p=`));
    expect(ids).toEqual([...main, ...others].sort());
    expect([main.length, others.length]).toEqual([2, 3]);
    expect((await Promise.all(others.map((id) => stored(service, id)))).map(({ title }) => title)).toContain(
      'Only in the second',
    );
    const parts = await service.call('GET', `/api/spaces/${SPACE}/thesauri`);
    expect(parts.body.thesauri).toHaveLength(2);
  });

  it('a full run of one site leaves the documents of the other', async () => {
    const before = await listedIds(own.service);
    await own.site.php('wp_delete_post( 2, true ); semantic_search_start_run( true );');
    await work();
    await own.site.php('semantic_search_start_run( true );', second);
    await work();
    expect(await listedIds(own.service)).toEqual(
      before.filter((id) => !id.endsWith('/?p=2') || id.includes('second')),
    );
  });

  it('only administrators of the network may enter a private address', async () => {
    const saved = (login: string) =>
      own.site.php(`require_once ABSPATH . 'wp-admin/includes/template.php'; $user = get_user_by( 'login', '${login}' );
        wp_set_current_user( $user ? $user->ID : wp_insert_user( array( 'user_login' => '${login}', 'user_pass' => 'x', 'role' => 'administrator' ) ) );
        $saved = semantic_search_sanitize_settings( array( 'endpoint' => 'http://10.0.0.1' ) ); echo $saved['endpoint'];`);
    expect(await saved('owner')).toBe(own.service.url);
    expect(await saved('admin')).toBe('http://10.0.0.1');
  });

  let owner: Person | undefined;
  /** Sends the form of the network's settings, and returns the page that follows. */
  async function saveNetwork(fields: Record<string, string>): Promise<string> {
    owner ??= await signIn(own.site, 'administrator');
    const headers = { Cookie: cookieHeader(owner) };
    const page = `${own.site.url}/wp-admin/network/settings.php?page=semantic-search`;
    const html = await (await fetch(page, { headers })).text();
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(html)![1]!;
    const values = Object.entries(fields).map(([name, value]) => [
      `semantic_search_settings[${name}]`,
      value,
    ]);
    const body = new URLSearchParams([
      ['_wpnonce', nonce],
      ['semantic_search_token', fields.token ?? ''],
      ...values,
    ]);
    const target = `${own.site.url}/wp-admin/network/edit.php?action=semantic_search`;
    await (await fetch(target, { method: 'POST', body, headers, redirect: 'manual' })).text();
    return (await fetch(`${page}&settings-updated=true`, { headers })).text();
  }
  const settingsOf = (path: string) =>
    own.site.php(
      'echo implode( " ", array( semantic_search_setting( "space" ), semantic_search_setting( "configuration" ), semantic_search_token() ) );',
      { path },
    );

  it('the network chooses one search space for all sites, or one for each', async () => {
    const { site, service, configuration, publishable, secret } = own;
    const before = await settingsOf('/second/');
    const token = await issueToken(service, { name: 'network', spaces: [SPACE, 'network-1', 'network-2'] });
    const common = { endpoint: service.url, publishable, configuration: `${configuration}`, token };
    const page = await saveNetwork({ ...common, mode: 'each', space: 'network' });
    expect(page).toContain('value="network"');
    expect(page).not.toContain(token);
    expect(await settingsOf('/')).toBe(`network-1 ${configuration} ${token}`);
    expect(await settingsOf('/second/')).toBe(`network-2 ${configuration} ${token}`);
    await work();
    const { body } = await service.call('GET', '/api/spaces/network-2/documents');
    expect((body.documents as unknown as unknown[]).length).toBe(3);
    await saveNetwork({ mode: 'shared', space: SPACE });
    expect(await settingsOf('/second/')).toBe(`${SPACE} ${configuration} ${token}`);
    const refused = await saveNetwork({ mode: 'shared', space: 'not a name', endpoint: 'ftp://x' });
    expect(refused).toContain('The name of a search space has');
    expect(await settingsOf('/second/')).toBe(`${SPACE} ${configuration} ${token}`);
    // A site that nobody has visited has no table yet; publishing there from another site makes it.
    const waiting =
      await site.php(`$id = wp_insert_site( array( 'domain' => DOMAIN_CURRENT_SITE, 'path' => '/third/', 'title' => 'Third', 'user_id' => 1 ) );
      switch_to_blog( $id ); wp_insert_post( array( 'post_title' => 'Early', 'post_status' => 'publish' ) ); echo semantic_search_queue_length(); restore_current_blog(); wpmu_delete_blog( $id, true );`);
    expect(waiting).toBe('1');
    await saveNetwork({ mode: '' });
    expect(await settingsOf('/second/')).toBe(before);
    expect(before).toContain(secret);
  });

  it('the settings of the network are for its administrators, with a nonce', async () => {
    const headers = { Cookie: cookieHeader(await signIn(own.site, 'editor')) };
    const target = `${own.site.url}/wp-admin/network/edit.php?action=semantic_search`;
    const body = new URLSearchParams({ 'semantic_search_settings[mode]': 'shared' });
    for (const cookie of [headers, { Cookie: cookieHeader(await signIn(own.site, 'administrator')) }])
      expect(
        (await fetch(target, { method: 'POST', body, headers: cookie, redirect: 'manual' })).status,
      ).toBe(403);
    expect(await own.site.value('semantic_search_network()')).toMatchObject({ mode: '' });
  });

  it('a site that is removed takes its documents, concepts and table with it', async () => {
    const { site, service } = own;
    await site.php(
      "$site = get_site_by_path( DOMAIN_CURRENT_SITE, '/second/' ); require_once ABSPATH . 'wp-admin/includes/ms.php'; wpmu_delete_blog( $site->blog_id, true );",
    );
    expect(await listedIds(service)).toEqual([`${site.url}/?p=1`]);
    expect(await site.value('$wpdb->get_col( "SHOW TABLES LIKE \'%semantic%\'" )')).toEqual([
      'wp_semantic_search_queue',
    ]);
    expect((await service.call('GET', `/api/spaces/${SPACE}/thesauri`)).body.thesauri).toHaveLength(1);
    expect(await site.log()).toEqual([]);
  });

  it('deleting the plug-in leaves nothing in any site, nor in the network', async () => {
    const { site } = own;
    await site.php("update_site_option( 'semantic_search_network_token', array( 'x' ) );");
    const plugin = 'semantic-search/semantic-search.php';
    const administration = "require_once ABSPATH . 'wp-admin/includes/plugin.php';";
    await site.php(`${administration} deactivate_plugins( '${plugin}', false, true );`);
    await site.php(`${administration} uninstall_plugin( '${plugin}' );`);
    const names = await site.value<string[]>(
      `array_merge( $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%semantic%search%'" ), $wpdb->get_col( "SELECT meta_key FROM $wpdb->sitemeta WHERE meta_key LIKE '%semantic%search%'" ), $wpdb->get_col( "SHOW TABLES LIKE '%semantic%'" ) )`,
    );
    expect(names).toEqual([]);
    expect(await site.log()).toEqual([]);
  });
});
