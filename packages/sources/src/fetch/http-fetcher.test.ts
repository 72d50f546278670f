import type { lookup } from 'node:dns';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { respond, type Website, website } from '../../test/website.fixture.ts';
import { type FetchRequest, mediaTypeOf } from './fetcher.ts';
import { type HttpFetcherOptions, httpFetcher } from './http-fetcher.ts';

let site: Website | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const MEBIBYTE = 1024 * 1024;

function fetch(
  address: string,
  options: Partial<HttpFetcherOptions> = {},
  request: Partial<FetchRequest> = {},
) {
  const fetcher = httpFetcher({ userAgent: 'test/1 (+https://example.org)', ...options });
  const signal = new AbortController().signal;
  const given = { address, accepts: () => true, maxBytes: MEBIBYTE, signal, ...request };
  return fetcher.fetch(given);
}

const local = { allowPrivateNetworks: true };

/** Resolves every name to the given addresses. */
function resolvesTo(...addresses: string[]): typeof lookup {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return ((_host: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(null, found)) as unknown as typeof lookup;
}

describe('the HTTP fetcher', () => {
  it('returns what the crawler needs and does not follow redirects', async () => {
    site = await website({
      '/a': respond(301, {
        location: '../b',
        etag: '"1"',
        'x-robots-tag': ['otherbot: nofollow', 'noindex'],
        'retry-after': '7',
      }),
    });
    expect(await fetch(`${site.url}/a`, local)).toMatchObject({
      status: 301,
      location: `${site.url}/b`,
      etag: '"1"',
      robotsTags: ['otherbot: nofollow', 'noindex'],
      retryAfter: 7,
    });
    expect(site.requests).toEqual(['/a']);
  });

  it('returns addresses in headers that are not escaped, and the first of several media types', async () => {
    const location = Buffer.from('/zürich').toString('latin1');
    const headers = { location, link: `<${location}>`, 'content-type': 'text/html, text/html; a=b' };
    site = await website({ '/a': respond(301, headers) });
    const { contentType, ...fetched } = await fetch(`${site.url}/a`, local);
    expect(fetched).toMatchObject({ location: `${site.url}/z%C3%BCrich`, link: '</z%C3%BCrich>' });
    expect(mediaTypeOf(contentType)).toBe('text/html');
  });

  it.each([
    ['7', 7],
    [new Date(Date.now() + 3_600_000).toUTCString(), expect.closeTo(3600, -1)],
    [new Date(0).toUTCString(), 0],
    ['soon', undefined],
    ['', undefined],
  ])('reads the delay of Retry-After: %s', async (value, retryAfter) => {
    site = await website({ '/a': respond(429, { 'retry-after': value }) });
    expect((await fetch(`${site.url}/a`, local)).retryAfter).toEqual(retryAfter);
  });

  it('sends validators, the User-Agent, and headers to their origins only', async () => {
    const seen: Record<string, unknown>[] = [];
    site = await website({
      '/a': (request, response) => {
        seen.push(request.headers);
        response.end();
      },
    });
    const headers = { Authorization: 'Bearer secret' };
    const own = new Set([site.url]);
    await fetch(
      `${site.url}/a`,
      { ...local, headers, headerOrigins: own },
      { etag: '"1"', lastModified: 'yesterday' },
    );
    const other = new Set([site.url.replace('http:', 'https:')]);
    await fetch(`${site.url}/a`, { ...local, headers, headerOrigins: other });
    expect(seen).toMatchObject([
      {
        'user-agent': 'test/1 (+https://example.org)',
        authorization: 'Bearer secret',
        'if-none-match': '"1"',
        'if-modified-since': 'yesterday',
      },
      { 'user-agent': 'test/1 (+https://example.org)' },
    ]);
    expect(seen[1]).not.toHaveProperty('authorization');
  });

  it('ends a gigabyte page, a gzip bomb and an endless response at the size limit', async () => {
    const endless =
      (headers: Record<string, string>) => (_: unknown, response: import('node:http').ServerResponse) => {
        response.writeHead(200, headers);
        const chunk = Buffer.alloc(65_536, 'x');
        const send = () => {
          while (!response.destroyed && response.write(chunk));
          if (!response.destroyed) response.once('drain', send);
        };
        send();
      };
    const bomb = gzipSync(Buffer.alloc(200 * MEBIBYTE));
    site = await website({
      '/declared': endless({ 'content-type': 'text/html', 'content-length': String(2 ** 30) }),
      '/endless': endless({ 'content-type': 'text/html' }),
      '/bomb': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
        response.end(bomb);
      },
    });
    const before = process.memoryUsage.rss();
    for (const path of ['/declared', '/endless', '/bomb'])
      await expect(fetch(site.url + path, local), path).rejects.toMatchObject({
        code: 'too-large',
        message: 'larger than 1 MiB',
      });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MEBIBYTE);
  });

  it('requests again if the server has closed the connection', async () => {
    let requests = 0;
    site = await website({
      '/a': (request, response) => {
        requests += 1;
        if (requests === 1) request.socket.destroy();
        else response.end('text');
      },
    });
    expect(await fetch(`${site.url}/a`, local)).toMatchObject({ status: 200 });
    expect(requests).toBe(2);
  });

  it('does not read bodies that are not accepted', async () => {
    let sent = 0;
    site = await website({
      '/film.mp4': (_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4' });
        const timer = setInterval(() => {
          sent += 1;
          response.write(Buffer.alloc(100_000));
        }, 5);
        response.on('close', () => clearInterval(timer));
      },
    });
    const { body } = await fetch(`${site.url}/film.mp4`, local, { accepts: (type) => type === 'text/html' });
    expect(body).toHaveLength(0);
    expect(sent).toBeLessThan(20);
  });

  it.each(['headers', 'body'])('cuts off slow %s', async (part) => {
    site = await website({
      '/slow': (_request, response) => {
        if (part === 'body') response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => part === 'body' && response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
    });
    const start = performance.now();
    await expect(fetch(`${site.url}/slow`, { ...local, timeoutMs: 300 })).rejects.toMatchObject({
      code: 'unreachable',
    });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it.each([
    ['an IPv4 address', 'http://127.0.0.1/', resolvesTo()],
    ['a decimal address', 'http://2130706433/', resolvesTo()],
    ['an octal address', 'http://0177.0.0.1/', resolvesTo()],
    ['the metadata service', 'http://169.254.169.254/latest', resolvesTo()],
    ['an IPv6 address', 'http://[::1]/', resolvesTo()],
    ['IPv4 in IPv6', 'http://[::ffff:10.0.0.1]/', resolvesTo()],
    ['a name of a loopback address', 'http://public.example/', resolvesTo('127.0.0.1')],
    [
      'a name with one private address',
      'https://public.example/',
      resolvesTo('93.184.216.34', '192.168.1.1'),
    ],
    ['a name with a unique local address', 'http://public.example/', resolvesTo('fd00::1')],
    ['a translated address', 'http://public.example/', resolvesTo('64:ff9b::7f00:1')],
    ['the name localhost', 'http://localhost/', undefined],
  ])('rejects %s', async (_name, address, resolve) => {
    await expect(fetch(address, { ...(resolve && { lookup: resolve }) })).rejects.toMatchObject({
      code: 'private-network',
    });
  });

  it('reports names and servers that cannot be reached', async () => {
    await expect(fetch('http://127.0.0.1:1/', local)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('reports malformed and oversized headers', async () => {
    site = await website({ '/a': respond(200, { 'x-large': 'x'.repeat(100_000) }) });
    await expect(fetch(`${site.url}/a`, local)).rejects.toMatchObject({ code: 'unreachable' });
  });
});
