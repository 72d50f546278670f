/** The documentation site: built, with working links, accessible, without requests to other hosts and without JavaScript. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { root, semanticSearch } from '../support/service.ts';
import { accessibilityViolations, everyRule, resultsHeading } from '../support/visitor.ts';

const built = join(root, 'docs/dist');
let seconds = Number.NaN;
/** Text of each page by its address, such as `/manual/how-to/embed/`. */
const pages = new Map<string, string>();

beforeAll(async () => {
  // Vitest sets variables that Astro reads, such as BASE_URL.
  const { HOME = '', PATH = '' } = process.env;
  const options = { cwd: join(root, 'docs'), env: { HOME, PATH, CI: 'true' } };
  const pnpm = (...words: string[]) => promisify(execFile)('pnpm', words, options);
  await pnpm('install', '--frozen-lockfile');
  const started = performance.now();
  await pnpm('build');
  seconds = (performance.now() - started) / 1000;
  for (const path of globSync('**/index.html', { cwd: built }).sort()) {
    const text = readFileSync(join(built, path), 'utf8');
    pages.set(`/manual/${path.replace(/index\.html$/, '')}`, text);
  }
});
// The server reads the site when it starts.
const service = served();
const visitor = visiting();

/** Paths outside the site that pages may link to. */
const pagesOfServer = new Set(['/', '/editor', '/docs', '/openapi.json']);

/** Values of an attribute of elements; in code, `<` is escaped. */
const values = (text: string, attribute: string) =>
  [...text.matchAll(new RegExp(`<\\w[^>]*\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) =>
    value!.replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
  );

describe('the documentation site', () => {
  it('is built in less than a minute', () => {
    expect(pages.size).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(60);
  });

  it('has only links and anchors that exist', () => {
    const files = new Set(globSync('**/*', { cwd: built }).map((path) => `/manual/${path}`));
    const broken: string[] = [];
    for (const [address, text] of pages) {
      for (const link of [...values(text, 'href'), ...values(text, 'src')]) {
        const { origin, pathname, hash } = new URL(link, `http://site${address}`);
        if (origin !== 'http://site' || pagesOfServer.has(pathname)) continue;
        const target = pages.get(pathname);
        const isThere = target === undefined ? files.has(pathname) : hasAnchor(target, hash);
        if (!isThere) broken.push(`${address} → ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it.each([
    ['light', everyRule],
    // The pages differ in nothing but colors.
    ['dark', ['color-contrast', 'link-in-text-block']],
  ] as const)(
    'loads nothing from other hosts, logs no errors and has no accessibility violation in %s',
    async (colorScheme, rules) => {
      const visit = await visitor({ colorScheme, reducedMotion: 'reduce' });
      const foreign: string[] = [];
      visit.page.on('request', (request) => {
        if (!request.url().startsWith(`${service.url}/`)) foreign.push(request.url());
      });
      const violations: string[] = [];
      for (const address of pages.keys()) {
        await visit.page.goto(service.url + address);
        const found = await accessibilityViolations(visit.page, rules);
        violations.push(...found.map((violation) => `${address} ${violation}`));
      }
      expect({ violations, foreign, errors: visit.pageErrors }).toEqual({
        violations: [],
        foreign: [],
        errors: [],
      });
      await visit.leave();
    },
    300_000,
  );

  it('has a Markdown form of each page, which llms.txt lists', () => {
    const list = readFileSync(join(built, 'llms.txt'), 'utf8');
    for (const address of pages.keys()) {
      const markdown = address === '/manual/' ? 'index.md' : `${address.slice('/manual/'.length, -1)}.md`;
      const text = readFileSync(join(built, markdown), 'utf8');
      expect(text).not.toContain('](../../../pictures');
      const title = /^# (.+)$/m.exec(text)![1]!;
      expect(decoded(pages.get(address)!)).toContain(title);
      if (markdown !== 'index.md') expect(list).toContain(`[${title}](/manual/${markdown})`);
    }
  });

  it('shows a live search in its first page', async () => {
    const { page, pageErrors, leave } = await visitor();
    await page.goto(`${service.url}/manual/`);
    await resultsHeading(page, '335 results');
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('mountain lion');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Puma' }).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('is searched by the product once its pages are indexed', async () => {
    const environment = { DATA_DIR: service.directory };
    const base = `${service.url}/manual/`;
    const crawl = await semanticSearch(
      ['crawl', 'docs/dist', '--base', base, '--space', 'manual'],
      environment,
    );
    expect(crawl.code, crawl.errors).toBe(0);
    await semanticSearch(['embed', '--space', 'manual', '--origin', service.url], environment);
    const embed = encodeURIComponent(`${base}how-to/embed/`);
    const { body } = await service.call('GET', `/api/spaces/manual/documents/${embed}`);
    expect(body.text).toMatch(/^Put the search on a page\n/);
    expect(body.text).not.toMatch(/Terminal window|Previous|Next\b/);

    const { page, pageErrors, leave } = await visitor();
    await page.goto(`${service.url}/manual/tutorials/first-search/`);
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('thesaurus');
    await page.keyboard.press('Enter');
    const result = page.locator('[part="result"] [part="title-link"]').first();
    await result.click();
    await page.waitForURL(
      (url) => url.pathname.startsWith('/manual/') && url.pathname !== '/manual/tutorials/first-search/',
    );
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('can be read and navigated without JavaScript', async () => {
    const visit = await visitor({ javaScriptEnabled: false });
    await visit.page.goto(`${service.url}/manual/`);
    const link = visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
    const name = (await link.textContent())!.trim();
    await link.click();
    await visit.page.getByRole('heading', { level: 1, name }).waitFor();
    await visit.leave();
  });
});

const decoded = (html: string) =>
  html.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&#x27;', "'");

/** An empty hash and the top of the page always exist. */
function hasAnchor(text: string, hash: string): boolean {
  const id = decodeURIComponent(hash.slice(1));
  return id === '' || values(text, 'id').includes(id);
}
