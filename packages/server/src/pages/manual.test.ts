import { describe, expect, it } from 'vitest';
import { serveRoutes } from '../../test/support/serve-routes.ts';
import { manual } from './manual.ts';
import type { PageParts } from './own-pages.ts';
import { staticFile } from './static-files.ts';

const files = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([name, text]) => [name, staticFile(name, Buffer.from(text))]));

const page = '<script>start()</script><script type="module" src="/manual/_astro/page.js"></script>';
/** `openssl dgst -sha256 -binary | base64` of `start()`. */
const hashOfStart = 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=';

const site = files({
  'index.html': page,
  'how-to/embed/index.html': page,
  'how-to/embed.md': '# Embed',
  '404.html': 'Page not found',
  '_astro/page.cNngjUgL.js': 'export {}',
});

const configurations = (...spaces: string[]) => ({
  activeId: spaces.length === 0 ? null : 1,
  list: () => spaces.map((searchSpace, index) => ({ id: index + 1, config: { searchSpace } })),
});

async function get(path: string, parts: Partial<PageParts> = own): Promise<Response> {
  const pageToken = (ids: readonly number[]) => `token for ${ids.join(' and ')}`;
  const routes = manual({ manual: site, configurations: configurations(), pageToken, ...parts } as PageParts);
  return fetch(`http://127.0.0.1:${await serveRoutes(routes)}${path}`, { redirect: 'manual' });
}

const own = { configurations: configurations('town', 'manual') } as never;

describe('the manual', () => {
  it('serves pages at addresses that end in a slash, and redirects there', async () => {
    for (const path of ['/manual', '/manual/how-to/embed']) {
      const { status, headers } = await get(path);
      expect([status, headers.get('location')]).toEqual([302, `${path}/`]);
    }
    for (const path of ['/manual/', '/manual/how-to/embed/']) {
      const { status, headers } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  it('allows inline scripts by their hash only', async () => {
    const policy = (await get('/manual/')).headers.get('content-security-policy')!;
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'));
    expect(scripts).toBe(`script-src 'self' '${hashOfStart}'`);
  });

  it('revalidates pages and keeps files with a hash', async () => {
    const caching = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await caching('/manual/')).toBe('public, max-age=300');
    expect(await caching('/manual/_astro/page.cNngjUgL.js')).toContain('immutable');
  });

  it('serves the Markdown form of a page', async () => {
    const response = await get('/manual/how-to/embed.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toBe('# Embed');
  });

  it('returns its own page with status 404 for unknown addresses', async () => {
    const response = await get('/manual/nothing/');
    expect([response.status, await response.text()]).toEqual([404, 'Page not found']);
  });

  it('has a token for its own search and for the active configuration', async () => {
    const response = await get('/manual/_search');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ token: 'token for 2 and 1', manual: 2, example: 1 });
  });
});

it('a manual without configurations has no search', async () => {
  const response = await get('/manual/_search', {});
  expect(await response.json()).toEqual({ token: '', manual: null, example: null });
});

it('a missing manual shows how to build it', async () => {
  const response = await get('/manual/', { manual: new Map() });
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('docs:build')]);
});
