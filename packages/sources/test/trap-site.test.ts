/** Crawl of a hostile website: exactly the expected pages, and a reason for every other address. */
import { afterEach, expect, it } from 'vitest';
import { changedPaths, crawl, localFetcher, paths, reasons } from './crawl.fixture.ts';
import { drip, MAX_DEPTH, PAGES, setArticle, setTraps } from './trap-site.fixture.ts';
import { page, respond, type Website, website } from './website.fixture.ts';

/** Long enough for a busy machine: hostile pages delay the responses to other requests. */
const TIMEOUT_MS = 6000;

let site: Website;
afterEach(() => site.close());

it('indexes exactly the pages of a trap site, reports the others, and then only writes changes', async () => {
  site = await website();
  const { expected, leftOut } = setTraps(site);
  site.pages.set('/slow', drip);
  const { url } = site;
  const links = [...[7, 8, 9, 10, 11].map((each) => `/article/${each}`), '/slow'];
  for (const path of ['/article/2', '/article/2?utm_source=menu'])
    site.pages.set(path, page('Article 2', 'Links to a slow page', links));
  const options = { starts: [`${url}/`], maxDepth: MAX_DEPTH };
  const start = performance.now();
  const first = await crawl({ ...options, fetcher: localFetcher(TIMEOUT_MS) });
  expect(performance.now() - start).toBeLessThan(60_000);
  const found = reasons(first, url);
  expect(found['/slow']).toMatch(/^failed: Timeout/);
  expect(found['/broken.pdf']).toMatch(/^skipped: PDF cannot be read/);
  const failures = Object.entries(found).filter(([, reason]) => reason.startsWith('failed'));
  expect(failures.map(([path]) => path).sort()).toEqual(['/error', '/login', '/missing.xml', '/slow']);
  const { '/broken.pdf': _, ...certain } = leftOut;
  expect(found).toMatchObject(certain);
  expect(paths(first, url).sort()).toEqual([...expected].sort());
  const others = Object.keys(found).filter((path) => !path.includes('utm_source'));
  expect(others.sort()).toEqual([...Object.keys(leftOut), '/slow'].sort());

  for (const number of [3, 50, 99, 250, 499]) setArticle(site.pages, number, 'second');
  for (const number of [490, 500])
    for (const query of ['', '?utm_source=menu']) site.pages.set(`/article/${number}${query}`, respond(410));
  const second = await crawl({ ...options, fetcher: localFetcher(TIMEOUT_MS) }, first.state);
  expect(changedPaths(second, first, url).sort()).toEqual([
    '/article/250',
    '/article/3',
    '/article/499',
    '/article/50',
    '/article/99',
  ]);
  const removed = [...second.skipped].filter(([, { outcome }]) => outcome === 'removed');
  expect(removed.map(([address]) => address.replace(url, '')).sort()).toEqual([
    '/article/490',
    '/article/500',
  ]);
  expect(second.documents.size).toBe(expected.length - 2);
  expect(expected.length).toBeGreaterThan(PAGES);
});
