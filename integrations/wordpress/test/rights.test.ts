/** Who may do what, and who sees what: roles, nonces, the secret token, and attributes with markup. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { connected } from './harness/connected.ts';
import { cookieHeader, type Person, type Role, roles, signIn } from './harness/people.ts';
import { versions } from './harness/tools.ts';

/** Routes, and the roles that may call them. */
const routes: [method: string, path: string, permitted: Role[]][] = [
  ['GET', 'status', ['administrator']],
  ['POST', 'check', ['administrator']],
  ['POST', 'sync', ['administrator']],
  ['GET', 'posts/1', ['editor', 'administrator']],
  ['POST', 'posts/1', ['editor', 'administrator']],
  ['GET', 'posts/999', []],
];

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version);
  const people = {} as Record<Role, Person>;

  beforeAll(async () => {
    for (const role of roles) people[role] = await signIn(own.site, role);
    await own.site.php('semantic_search_work( 30 );');
  });

  const call = (person: Person, path: string, { method = 'GET', nonce = person.nonce, body = '' } = {}) =>
    fetch(`${own.site.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        Cookie: cookieHeader(person),
        ...(nonce && { 'X-WP-Nonce': nonce }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body }),
    });

  it('the routes are open to those who may, with a nonce', async () => {
    for (const [method, path, permitted] of routes)
      for (const role of roles) {
        const route = `/wp-json/semantic-search/v1/${path}`;
        const { status } = await call(people[role], route, { method });
        const expected = permitted.includes(role) ? [200] : [401, 403];
        expect(expected, `${role}: ${method} ${path}`).toContain(status);
        const unsigned = await call({ ...people[role], nonce: '' }, route, { method });
        expect([401, 403], `${role} without a nonce: ${method} ${path}`).toContain(unsigned.status);
      }
  });

  it('the settings are for administrators, with a nonce', async () => {
    for (const role of roles) {
      const page = await call(people[role], '/wp-admin/options-general.php?page=semantic-search');
      expect(page.status === 200 && (await page.text()).includes('semantic-search-token'), role).toBe(
        role === 'administrator',
      );
    }
    const before = await own.site.php('echo wp_json_encode( semantic_search_setting() );');
    const form = new URLSearchParams({
      option_page: 'semantic_search',
      action: 'update',
      'semantic_search_settings[space]': 'stolen',
    });
    for (const role of roles) {
      const headers = { Cookie: cookieHeader(people[role]) };
      await fetch(`${own.site.url}/wp-admin/options.php`, {
        method: 'POST',
        body: form,
        headers,
        redirect: 'manual',
      });
    }
    expect(await own.site.php('echo wp_json_encode( semantic_search_setting() );')).toBe(before);
  });

  it('the secret token is on no page, in no response, export or log', async () => {
    const paths = [
      '/',
      '/hello-world/',
      '/feed/',
      '/wp-admin/',
      '/wp-admin/options-general.php?page=semantic-search',
      '/wp-admin/options.php',
      '/wp-admin/site-health.php?tab=debug',
      '/wp-admin/export.php?download=true&content=all',
      '/wp-admin/edit.php',
      '/wp-admin/post.php?post=1&action=edit',
      '/wp-json/',
      '/wp-json/wp/v2/settings',
      '/wp-json/wp/v2/posts/1?context=edit',
      '/wp-json/semantic-search/v1',
      '/wp-json/semantic-search/v1/status',
      '/wp-json/semantic-search/v1/posts/1',
    ];
    for (const role of roles)
      for (const path of paths)
        expect(await (await call(people[role], path)).text(), `${role}: ${path}`).not.toContain(own.secret);
    // Also while the service fails, whose messages may repeat the token.
    const failing =
      await own.site.php(`add_filter( 'pre_http_request', fn( $nothing, $arguments ) => new WP_Error( 'x', 'Failed with ' . $arguments['headers']['Authorization'] ), 10, 2 );
      semantic_search_enqueue( 1 ); semantic_search_work( 5 ); echo wp_json_encode( array( semantic_search_rest_status(), semantic_search_rest_check() ) );`);
    expect(failing).toContain('Failed with Bearer');
    expect(failing).not.toContain(own.secret);
    const log = await readFile(join(own.site.folder, 'debug.log'), 'utf8').catch(() => '');
    expect(log).not.toContain(own.secret);
    await own.site.php('semantic_search_forget_failures();');
  });

  it('authors may place block and shortcode, and their attributes stay text', async () => {
    const attack = '"><script>hacked=1</script>';
    const block = await own.site.value<string>(
      `serialize_block( array( 'blockName' => 'semantic-search/search', 'attrs' => array( 'heading' => ${phpText(attack)}, 'theme' => ${phpText(attack)} ), 'innerContent' => array() ) )`,
    );
    const content = `${block}\n[semantic_search heading='"&gt;&lt;script&gt;hacked=1' theme='"><script>hacked=1</script>' paging=more]\n[search_facets for='x"y']`;
    const created = await call(people.author, '/wp-json/wp/v2/posts', {
      method: 'POST',
      body: JSON.stringify({ title: 'By an author', content, status: 'publish' }),
    });
    const { link } = (await created.json()) as { link: string };
    const html = await (await fetch(link)).text();
    expect(html.match(/<semantic-search /g)).toHaveLength(2);
    expect(html).toMatch(/heading="&quot;&gt;[^"<]*hacked=1/);
    expect(html).not.toContain('<script>hacked');
    expect(html).not.toMatch(/theme="[^"]*hacked/);
    expect(html).toContain('paging="more"');
    const widget = await own.site.php(
      `echo do_shortcode( '[semantic_search heading="<img src=x onerror=hacked()>"]' ); the_widget( 'WP_Widget_Text', array( 'text' => '[semantic_search heading=\\'"><script>hacked=1</script>\\']', 'filter' => true, 'visual' => true ) );`,
    );
    expect(widget).not.toMatch(/<script>hacked|<img/);
    expect(await own.site.log()).toEqual([]);
  });
});

const phpText = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
