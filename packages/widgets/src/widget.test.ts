/** Built script: size budgets, imports, and a strict content security policy. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserArguments, findBrowser } from '../../../test/support/browser.ts';
import {
  builtFiles,
  bundles,
  type Files,
  languageBudget,
  languageFiles,
  sizeOf,
} from '../bench/bundle-sizes.ts';
import { strictPolicy } from '../test/support/content-security-policy.ts';
import { respond, testSettings } from '../test/support/service.ts';

let files: Files;
let browser: Browser;

beforeAll(async () => {
  files = await builtFiles();
  browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
}, 60_000);
afterAll(() => browser?.close());

describe('the budget', () => {
  test.each(bundles.filter(({ budget }) => budget))('of $name is $budget KiB', ({ files: parts, budget }) => {
    expect(sizeOf(files, ...parts).gzip).toBeLessThanOrEqual(budget!);
  });
  test(`of an additional language is ${languageBudget} KiB`, () => {
    const languages = languageFiles(files);
    expect(languages.length).toBeGreaterThan(20);
    for (const name of languages) expect(sizeOf(files, name).gzip, name).toBeLessThanOrEqual(languageBudget);
  });
});

test('the script imports only its own files, relative to its URL', () => {
  for (const [name, code] of files) {
    for (const [, path] of code.matchAll(/(?:[}\w]\s*from|\bimport)\s*\(?["'`]([\w./-]+)["'`]/g)) {
      const imported = new URL(path!, `http://widgets.test/${name}`).pathname.slice(1);
      expect(files.has(imported), `${name} imports ${path}`).toBe(true);
    }
    expect(code, name).not.toMatch(/(?:\bfrom|\bimport)\s*\(?["'`]\//);
    expect(name).toMatch(/^((widget|similar-docs)\.js|assets\/[\w-]+-[\w-]{8}\.js)$/);
  }
});

/** The rule of the README that reserves the height of a search until its script has loaded. */
const [, reservedHeightRule = ''] =
  /<style>(.*:not\(:defined\).*)<\/style>/.exec(
    await readFile(new URL('../README.md', import.meta.url), 'utf8'),
  ) ?? [];

/** Opens a page of another folder than the script's, under the strict policy; records violations and requests. */
async function visit(
  body: string,
  forcedColors: 'active' | 'none' = 'none',
): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, forcedColors });
  const requests: string[] = [];
  await page.addInitScript(() => {
    const seen = Object.assign(window, { violations: [] as string[], shift: 0 });
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('http://widgets.test/**', (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.pathname === '/page/')
      return route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': strictPolicy },
        body: `<!doctype html><html lang="en"><title>Test</title><main><h1>A page</h1>${body}</main>`,
      });
    if (url.pathname === '/page/style.css')
      return route.fulfill({ contentType: 'text/css', body: reservedHeightRule });
    requests.push(url.pathname);
    if (url.pathname.startsWith('/search/api/')) {
      const { status, body: json } = respond(url, request.postData() ?? '');
      return route.fulfill({ status, json });
    }
    const code = files.get(url.pathname.replace('/search/', ''));
    return code
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({ status: 404 });
  });
  await page.goto('http://widgets.test/page/');
  return { page, requests };
}

/** Violations of the policy, and the layout shift. */
const recordedBy = (page: Page) =>
  page.evaluate(() => {
    const { violations, shift } = window as unknown as { violations: string[]; shift: number };
    return { violations, shift };
  });
const script = '<script type="module" src="/search/widget.js"></script>';

test('the built page works where a script of the host extends Object.prototype', async () => {
  const { page } = await visit(`<semantic-search configuration="7" token="t"></semantic-search>${script}`);
  await page.addInitScript(() => Object.assign(Object.prototype, { extension: 1 }));
  await page.reload();
  await page.locator('.value').first().waitFor();
  await page.locator('[data-document]').first().click();
  await page.locator('semantic-search-detail .concept').first().waitFor();
  await page.close();
}, 30_000);

test('a part that fails to load shows an error and loads on retry', async () => {
  const { page } = await visit(`<semantic-search configuration="7" token="t"></semantic-search>${script}`);
  let failing = true;
  await page.route('**/assets/detail-view-*', (route) => (failing ? route.abort() : route.fallback()));
  await page.locator('[data-document]').first().click();
  await page.locator('[part=error] button').waitFor();
  failing = false;
  await page.locator('[part=error] button').click();
  await page.locator('.concept').first().waitFor();
  await page.close();
}, 30_000);

test('the first results are in the language of the page, or in English if its file does not load', async () => {
  const { page } = await visit(
    `<semantic-search configuration="7" token="t" lang="de"></semantic-search>${script}`,
  );
  let outcome: 'file' | 'failure' | 'nothing' = 'file';
  await page.route('**/assets/de-*', async (route) => {
    await page.waitForTimeout(300);
    if (outcome === 'failure') await route.abort();
    if (outcome === 'file') await route.fallback();
  });
  await page.reload();
  const heading = page.locator('#results');
  await heading.waitFor();
  expect(await heading.textContent()).toMatch(/^\d+ Treffer$/);
  for (outcome of ['failure', 'nothing'] as const) {
    await page.reload();
    await heading.waitFor({ timeout: 8000 });
    expect(await heading.textContent(), outcome).toMatch(/^\d+ results$/);
  }
  await page.close();
}, 30_000);

test('the code for sections of results loads while the service searches', async () => {
  const { page } = await visit(`<semantic-search configuration="7" token="t"></semantic-search>${script}`);
  await page.locator('.result').first().waitFor();
  const isRequested = page.waitForRequest('**/assets/rich-results-*');
  await page.route('**/search/api/**/search', async (route) => {
    await isRequested;
    return route.fallback();
  });
  await page.locator('input[role=combobox]').fill('trade');
  await page.locator('#results', { hasText: 'trade' }).waitFor();
  await page.close();
}, 30_000);

test.each(['about:blank', 'http://elsewhere.test/'])(
  'going back to the page from %s restores the scroll position and the focus',
  async (elsewhere) => {
    const { page } = await visit(`<semantic-search configuration="7" token="t"></semantic-search>${script}`);
    await page.route('http://elsewhere.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }),
    );
    const title = page.locator('[data-document]').nth(8);
    await title.waitFor();
    await page.locator('.value').first().waitFor();
    const name = await title.textContent();
    await title.focus();
    const top = await page.evaluate(() => scrollY);
    expect(top).toBeGreaterThan(0);
    if (elsewhere === 'about:blank') await page.goto(elsewhere);
    else {
      await page.evaluate((href) => {
        const link = document.createElement('a');
        link.href = href;
        document.body.append(link);
        link.click();
      }, elsewhere);
      await page.waitForURL(elsewhere);
    }
    await page.goBack();
    await page.waitForFunction(() => {
      const search = document.querySelector('semantic-search');
      return (search?.shadowRoot?.activeElement as HTMLElement | null)?.dataset.document;
    });
    const now = await page.evaluate(() => ({
      top: scrollY,
      name: document.querySelector('semantic-search')!.shadowRoot!.activeElement!.textContent,
    }));
    expect(now).toEqual({ top, name });
    await page.close();
  },
  30_000,
);

test.each(['', '?search=trade+balance', '?search=zzzz'])(
  'content below a search does not shift when it loads%s',
  async (query) => {
    const { page } = await visit(
      `<link rel="stylesheet" href="/page/style.css"><semantic-search configuration="7" token="t"></semantic-search><footer><p>Contact</p></footer>${script}`,
    );
    await page.goto(`http://widgets.test/page/${query}`);
    await page.locator('[part=results], [part=empty]').waitFor();
    await page.waitForTimeout(500);
    expect((await recordedBy(page)).shift).toBe(0);
    await page.close();
  },
  30_000,
);

describe('under the strictest content security policy', () => {
  test('the search page works without violations, with four requests and no layout shift', async () => {
    const { page, requests } = await visit(
      `<semantic-search configuration="7" token="t"></semantic-search>${script}`,
    );
    await page.locator('.result').first().waitFor();
    await page.locator('.value').first().waitFor();
    // The page and the results load at the same time, in any order.
    const loaded = requests.filter((path) => !/favicon\.ico$|similar-docs/.test(path));
    expect(loaded.slice(0, 4)).toContainEqual(expect.stringContaining('assets/search-page-'));
    expect(loaded.slice(4).toSorted(), 'for these, the first results do not wait').toEqual([
      expect.stringContaining('assets/date-range-'),
      expect.stringContaining('assets/deferred-features-'),
      expect.stringContaining('assets/insight-'),
    ]);
    await page.waitForTimeout(300);
    expect((await recordedBy(page)).shift).toBe(0);
    await page.locator('input[role=combobox]').fill('infl');
    await page.locator('[role=option]').first().waitFor();
    await page.locator('[role=option]').first().click();
    await page.locator('.chosen').waitFor();
    await page.locator('.fold').first().click();
    await page.locator('.shared').first().waitFor();
    await page.locator('[data-document]').first().click();
    await page.locator('.concept').first().click();
    await page.locator('.card').waitFor();
    expect((await recordedBy(page)).violations).toEqual([]);
    await page.close();
  }, 30_000);

  test('data attributes of the script mount a search at their target', async () => {
    const { page } = await visit(
      '<div id="here"></div><script type="module" src="/search/widget.js" data-configuration="7" data-token="t" data-target="#here"></script>',
    );
    await page.locator('#here semantic-search .result').first().waitFor();
    expect((await recordedBy(page)).violations).toEqual([]);
    await page.close();
  }, 30_000);

  test('scripts inserted later mount their searches once each', async () => {
    const { page } = await visit(
      '<div id="here"></div><div id="there"></div><script type="module" src="/search/widget.js" data-configuration="7" data-token="t" data-target="#here"></script><script type="module" src="/search/other.js" data-configuration="7"></script>',
    );
    await page.locator('#here semantic-search .result').first().waitFor();
    await page.evaluate(() => {
      // A copy, because the policy forbids setting the URL of a script.
      const later = document.querySelector('script')!.cloneNode() as HTMLScriptElement;
      delete later.dataset.mounted;
      later.dataset.target = '#there';
      document.body.append(later);
    });
    await page.locator('#there semantic-search .result').first().waitFor();
    await page.evaluate(() => document.body.append(document.querySelector('script')!));
    expect(await page.locator('semantic-search').count()).toBe(2);
    expect((await recordedBy(page)).violations).toEqual([]);
    await page.close();
  }, 30_000);

  test.each([
    ['their own script, with one request for it', 'similar-docs.js', 1],
    ['the script for any page', 'widget.js', 4],
  ])(
    'needs at most %s',
    async (_, name, scripts) => {
      const { page, requests } = await visit(
        `<similar-docs configuration="7" token="t" uri="https://example.org/document/1"></similar-docs><script type="module" src="/search/${name}"></script>`,
      );
      await page.locator('[part=similar-title]').first().waitFor();
      expect(requests.filter((path) => path.endsWith('.js'))).toHaveLength(scripts);
      expect((await recordedBy(page)).violations).toEqual([]);
      await page.close();
    },
    30_000,
  );
});

test('forced colors have no accessibility violations, even with light text on all surfaces', async () => {
  const { page } = await visit(
    `<semantic-search configuration="7" token="t"></semantic-search>${script}`,
    'active',
  );
  const light = { backgroundColor: '#3a2a1e', fontColor: '#fbf3e4' };
  await page.route('**/api/configurations/7', (route) => {
    const config = testSettings((settings) => {
      Object.assign(settings.layout, { navbar: light, facets: light, documents: light });
    });
    return route.fulfill({ json: { id: 7, created: '2026-01-01T00:00:00.000Z', config } });
  });
  await page.reload();
  await page.locator('.value input').first().click();
  await page.locator('.chosen').waitFor();
  await page.locator('[data-document]').first().click();
  await page.locator('.concept').first().waitFor();
  await page.locator('input[role=combobox]').fill('in');
  await page.locator('[role=option]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(300);
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  const found = await page.evaluate(() =>
    (window as unknown as { axe: typeof import('axe-core') }).axe.run(),
  );
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([]);
  await page.close();
}, 30_000);
