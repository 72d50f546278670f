import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '../errors/problem.ts';
import { type ManualParts, manual } from './manual.ts';
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

async function serve(parts: Partial<ManualParts>) {
  const app = new Koa();
  app.use(async (ctx, next) => {
    await next().catch((error) => {
      ctx.status = error instanceof ProblemError && error.code === 'not-found' ? 404 : 500;
      ctx.body = (error as Error).message;
    });
  });
  const token = { for: async (ids: readonly number[]) => `token for ${ids.join(' and ')}` };
  app.use(manual({ files: site, configurations: configurations(), token, ...parts } as ManualParts));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return {
    get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' }),
    close: () => server.close(),
  };
}

describe('the manual', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    server = await serve({ configurations: configurations('town', 'manual') as never });
  });
  afterAll(() => server.close());

  it('serves pages at addresses that end in a slash, and redirects there', async () => {
    for (const path of ['/manual', '/manual/how-to/embed']) {
      const { status, headers } = await server.get(path);
      expect([status, headers.get('location')]).toEqual([302, `${path}/`]);
    }
    for (const path of ['/manual/', '/manual/how-to/embed/']) {
      const { status, headers } = await server.get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  it('allows inline scripts by their hash only', async () => {
    const policy = (await server.get('/manual/')).headers.get('content-security-policy')!;
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'));
    expect(scripts).toBe(`script-src 'self' '${hashOfStart}'`);
  });

  it('revalidates pages and keeps files with a hash', async () => {
    const caching = async (path: string) => (await server.get(path)).headers.get('cache-control');
    expect(await caching('/manual/')).toBe('public, max-age=300');
    expect(await caching('/manual/_astro/page.cNngjUgL.js')).toContain('immutable');
  });

  it('serves the Markdown form of a page', async () => {
    const response = await server.get('/manual/how-to/embed.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toBe('# Embed');
  });

  it('returns its own page with status 404 for unknown addresses', async () => {
    const response = await server.get('/manual/nothing/');
    expect([response.status, await response.text()]).toEqual([404, 'Page not found']);
  });

  it('has a token for its own search and for the active configuration', async () => {
    const response = await server.get('/manual/_search');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ token: 'token for 2 and 1', manual: 2, example: 1 });
  });
});

it('a manual without configurations has no search', async () => {
  const server = await serve({});
  const response = await server.get('/manual/_search');
  expect(await response.json()).toEqual({ token: '', manual: null, example: null });
  server.close();
});

it('a missing manual shows how to build it', async () => {
  const server = await serve({ files: new Map() });
  const response = await server.get('/manual/');
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('docs:build')]);
  server.close();
});
