import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { serveRoutes } from '../../test/support/serve-routes.ts';
import { staticFile } from './static-files.ts';
import { pinnedWidgets } from './widget-builds.ts';
import { widgetRoutes } from './widget-routes.ts';

const files = new Map([['widget.js', staticFile('widget.js', Buffer.from('export {}'))]]);

const routesOf = (parts: Partial<Parameters<typeof widgetRoutes>[0]>) =>
  widgetRoutes({ widgets: files, previousWidgets: [], origin: null, ...parts });

test('serves previous builds by their hash', async () => {
  const previous = new Map([['widget.js', staticFile('widget.js', Buffer.from('export default 1'))]]);
  const port = await serveRoutes(routesOf({ previousWidgets: [previous] }));
  const load = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  for (const build of [files, previous]) {
    const { script } = pinnedWidgets(build);
    const response = await load(script!);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await response.text()).toBe(`${build.get('widget.js')!.body}`);
  }
  expect((await load(`/assets/${'x'.repeat(22)}/widget.js`)).status).toBe(404);
});

test('serves parts of previous builds to pages that were loaded before an update', async () => {
  const part = (name: string) => [name, staticFile(name, Buffer.from(name))] as const;
  const same = (words: string) => ['assets/same.js', staticFile('same.js', Buffer.from(words))] as const;
  const previous = new Map([part('widget.js'), part('assets/de-BKfIkEMI.js'), same('previous')]);
  const widgets = new Map([...files, same('current')]);
  const port = await serveRoutes(routesOf({ widgets, previousWidgets: [previous] }));
  const load = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await (await load('/assets/same.js')).text()).toBe('current');
  expect(await (await load('/assets/de-BKfIkEMI.js')).text()).toBe('assets/de-BKfIkEMI.js');
  expect(await (await load('/widget.js')).text()).toBe('export {}');
  expect((await load('/assets/widget.js')).status).toBe(404);
});

/** Contents of `/integrity.json` for a request with another host. */
async function askedAt(host: string, origin: string | null) {
  const port = await serveRoutes(routesOf({ origin }));
  const headers = { Host: host, Connection: 'close' };
  const requested = get({ host: '127.0.0.1', port, path: '/integrity.json', headers });
  const [answer] = (await once(requested, 'response')) as [IncomingMessage];
  const { script } = JSON.parse((await answer.toArray()).join('')) as { script: string };
  return { script, cache: answer.headers['cache-control'] };
}

test('uses the public URL in snippets, whatever the Host header says', async () => {
  const { script } = await askedAt('attacker.example', 'https://search.example');
  expect(script).toMatch(/^https:\/\/search\.example\/assets\/[\w-]+\/widget\.js$/);
});

test('uses the Host header without a public URL and prevents shared caching', async () => {
  const { script, cache } = await askedAt('attacker.example', null);
  expect(script).toContain('http://attacker.example/');
  expect(cache).toContain('private');
});
