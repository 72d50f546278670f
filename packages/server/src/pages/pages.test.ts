import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRawResponse } from '../../test/support/raw-response.ts';
import { smallContent } from '../../test/support/server.ts';
import { startServer } from '../server.ts';
import { parseSettings } from '../settings/server-settings.ts';
import { documentation } from './documentation.ts';
import { ownPages } from './own-pages.ts';
import { ownOrigins } from './page-token.ts';
import { type StaticFile, staticFile } from './static-files.ts';
import { widgetRoutes } from './widget-routes.ts';

let directory: string;
let server: Awaited<ReturnType<typeof startServer>>;
let adminToken: string;

function files(texts: Record<string, string>): Map<string, StaticFile> {
  return new Map(Object.entries(texts).map(([name, text]) => [name, staticFile(name, Buffer.from(text))]));
}

const longStyle = 'a { color: red }\n'.repeat(200);

const hostileTitle = '</script><script>alert(1)</script>';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pages-'));
  const settings = await parseSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
  });
  server = await startServer(
    settings,
    async () => smallContent,
    async (_settings, sources) => [
      documentation(null, '1.0.0', files({ 'api.html': '<pre>curl __SERVER__/ready</pre>' })),
      ownPages({
        configurations: sources.configurations,
        pageToken: sources.pageToken,
        studio: files({
          'index.html': '<head></head><script type="application/json">"__START__"</script>',
          'studio.html': '<script type="application/json">"__START__"</script>',
          'assets/studio.js': 'export {}',
          'editor.html': `<script type="application/json">"__START__"</script><p title="${longStyle}">`,
        }),
        manual: new Map(),
        provider: '',
        demo: files({
          'index.html': '__CONFIGURATION__ __OTHER_CONFIGURATION__ __TOKEN__',
          'page.css': 'a{}',
          'pictures/owl.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
          'long.css': longStyle,
        }),
      }),
      widgetRoutes({
        origin: null,
        previousWidgets: [],
        widgets: files({ 'widget.js': 'export {}', 'assets/de-BKfIkEMI.js': 'export {}' }),
      }),
    ],
  );
  const scopes = ['configurations:write', 'configurations:read'] as const;
  adminToken = (await server.issuer.access({ subject: 'tester', scopes, lifetime: 600 })).token;
  const configurations = [
    { title: 'One', visible: true },
    { title: hostileTitle, visible: true },
    { title: 'Hidden' },
  ];
  for (const config of configurations) {
    await admin('/api/configurations', { config });
  }
  await admin('/api/configurations/2/set');
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

async function admin(path: string, body?: object) {
  const headers = { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function start(path = '/') {
  const { text } = await get(path);
  return JSON.parse(text.replace(/<[^>]*>/g, '')) as {
    token: string;
    chosen: number | null;
    configurations: { id: number; title: string }[];
  };
}

describe('the main user interface', () => {
  it('lists the visible configurations and selects the active one by default', async () => {
    const { chosen, configurations } = await start();
    expect(chosen).toBe(2);
    expect((await start('/?configuration=1')).chosen).toBe(1);
    expect((await start('/?configuration=3')).chosen).toBe(2);
    expect(configurations).toEqual([
      { id: 1, title: 'One' },
      { id: 2, title: hostileTitle },
    ]);
  });

  it('serves the editor with the same data', async () => {
    expect(await start('/editor?configuration=1')).toEqual(await start('/?configuration=1'));
    expect((await get('/editor')).headers.get('cache-control')).toBe('no-store');
  });

  it('does not let a title become markup', async () => {
    expect((await get('/')).text).not.toContain('<script>alert');
  });

  it('has a token that reads its configuration from its own origin only', async () => {
    const { token } = await start('/?configuration=1');
    const read = (id: number, headers: Record<string, string>) =>
      get(`/api/configurations/${id}`, { Authorization: `Bearer ${token}`, ...headers });
    expect((await read(1, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect((await read(1, { Origin: server.url })).status).toBe(200);
    expect((await read(1, { Origin: 'https://example.org' })).status).toBe(403);
    expect((await read(2, { Origin: server.url })).status).toBe(403);
  });

  it('names the feeds of the visible configuration that it shows', async () => {
    const feeds = async (path: string) =>
      (await get(path)).text.match(/<link rel="alternate" type="[^"]+" href="[^"]+">/g) ?? [];
    expect(await feeds('/?configuration=1')).toEqual([
      '<link rel="alternate" type="application/atom+xml" href="/api/configurations/1/feed">',
      '<link rel="alternate" type="application/feed+json" href="/api/configurations/1/feed?format=json">',
    ]);
    expect((await feeds('/'))[0]).toContain('/2/feed"');
    expect(await feeds('/editor?configuration=1')).toEqual([]);
    await admin('/api/configurations/3/set');
    expect([(await start('/?configuration=3')).chosen, await feeds('/?configuration=3')]).toEqual([3, []]);
    await admin('/api/configurations/2/set');
  });

  it('is sent compressed', async () => {
    const { headers, body } = await readRawResponse(`${server.url}/editor`, {
      'Accept-Encoding': 'gzip, br',
    });
    expect(headers).toMatchObject({ 'content-encoding': 'br' });
    expect(headers.vary).toContain('Accept-Encoding');
    expect(brotliDecompressSync(body).toString()).toContain('"token"');
  });

  it('reuses its token on the next page', async () => {
    expect((await start()).token).toBe((await start()).token);
  });
});

describe('the pages', () => {
  it('serve the widgets to any site', async () => {
    const { status, headers } = await get('/widget.js', { Origin: 'https://example.org' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('are immutable with a hashed name and revalidated otherwise', async () => {
    expect((await get('/assets/de-BKfIkEMI.js')).headers.get('cache-control')).toContain('immutable');
    const { headers } = await get('/widget.js');
    expect(headers.get('cache-control')).not.toContain('immutable');
    const again = await get('/widget.js', { 'If-None-Match': headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('of the demo get a configuration and a token', async () => {
    const [active, other, token] = (await get('/demo/')).text.split(' ');
    expect([active, other]).toEqual(['2', '1']);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const style = await get('/demo/page.css');
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(style.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('return a problem for unknown and hostile paths', async () => {
    for (const path of [
      '/nothing',
      '/demo/nothing.html',
      '/demonindex.html',
      '/demo/..%2f..%2fkeys.json',
      '/studio/../keys.json',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });

  it('of the studio say that an unknown page does not exist; a missing file is a problem', async () => {
    for (const path of ['/studio', '/studio/', '/studio/insight', '/studio/assets/studio.js'])
      expect((await get(path)).status, path).toBe(200);
    for (const path of ['/studio/nothing', '/studio/insight/2', '/studio/Insight', '/studio/%20']) {
      const { status, headers, text } = await get(path);
      expect([status, headers.get('content-type')], path).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('"chosen":');
    }
    // Files have no rate limit, so none of them may have a token.
    for (const path of ['/studio/assets/gone.js', '/studio/insight.css']) {
      const { status, headers, text } = await get(path, { Accept: 'text/html' });
      expect([status, headers.get('content-type')], path).toEqual([404, 'application/problem+json']);
      expect(text).not.toContain('token');
    }
  });

  it.each(['/', '/editor', '/widget.js', '/docs', '/openapi.json', '/demo/'])(
    'are only read: %s',
    async (path) => {
      const ask = (method: string) => fetch(server.url + path, { method });
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const response = await ask(method);
        expect([response.status, response.headers.get('allow')], method).toEqual([405, 'HEAD, GET']);
        expect(response.headers.get('content-type')).toBe('application/problem+json');
      }
      expect([(await ask('OPTIONS')).status, (await ask('HEAD')).status]).toEqual([200, 200]);
    },
  );

  it('serve the API description under its own content security policy', async () => {
    expect(JSON.parse((await get('/openapi.json')).text)).toMatchObject({ openapi: '3.1.0' });
    const { headers, text } = await get('/docs');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self';");
    expect(text).toBe('<pre>curl https://search.example.org/ready</pre>');
    expect((await get('/')).headers.get('content-security-policy')).not.toContain('unsafe');
  });
});

describe('the origins of a server', () => {
  it('are its public URL only, or its local names', () => {
    expect(ownOrigins(new URL('https://search.example.org/'), '0.0.0.0', 8080)).toEqual([
      'https://search.example.org',
    ]);
    expect(ownOrigins(null, 'localhost', 8080)).toEqual([
      'http://localhost:8080',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
    ]);
  });
});

it('serves pictures of the demo to pages of all origins, cacheable and without scripts', async () => {
  const { status, headers } = await get('/demo/pictures/owl.svg');
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=300',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
    'x-content-type-options': 'nosniff',
    etag: expect.any(String),
  });
});

describe('files in memory', () => {
  const raw = (path: string, headers: Record<string, string>) => readRawResponse(server.url + path, headers);

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('are sent compressed to clients that accept %s', async (takes, encoding, decompress) => {
    const plain = await raw('/demo/long.css', {});
    const small = await raw('/demo/long.css', { 'Accept-Encoding': takes });
    expect(small.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(decompress(small.body).toString()).toBe(longStyle);
    expect(small.body.length).toBeLessThan(plain.body.length / 4);
    const again = { 'Accept-Encoding': takes, 'If-None-Match': small.headers.etag ?? '' };
    expect((await raw('/demo/long.css', again)).status).toBe(304);
  });

  it.each(['identity;q=0', '*;q=0'])(
    'are sent uncompressed if no encoding is acceptable (%s)',
    async (takes) => {
      for (const path of ['/editor', '/demo/long.css', '/openapi.json']) {
        const response = await raw(path, { 'Accept-Encoding': takes });
        expect([response.status, response.headers['content-encoding']]).toEqual([200, undefined]);
      }
    },
  );

  it('are sent uncompressed if they are short or compression is not accepted', async () => {
    for (const [path, takes] of [
      ['/demo/page.css', 'br'],
      ['/demo/long.css', 'identity'],
    ] as const) {
      const response = await raw(path, { 'Accept-Encoding': takes });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.headers['content-length']).toBe(String(response.body.length));
    }
  });
});
