/** Tests of hydration: usable without scripts, replaced without a flash. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserArguments, findBrowser } from '../../../../test/support/browser.ts';
import { openSite, type Site } from '../../test/cross-browser/site.ts';
import { renderSearch } from '../ssr/render-search.ts';

let service: Site;
let browser: Browser;

beforeAll(async () => {
  service = await openSite();
  browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  service?.close();
});

const nonce = 'c2VydmVk';
const policy = `default-src 'none'; script-src 'self'; style-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; require-trusted-types-for 'script'; trusted-types lit-html`;

interface Visit {
  page: Page;
  /** Releases the script. */
  release(): void;
  /** Paths of the service that the browser has requested. */
  requested: string[];
}

/** A page with a server-rendered search, whose script loads when it is released. */
async function visit(
  options: { javaScriptEnabled?: boolean; width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<Visit> {
  const { javaScriptEnabled = true, width = 1280, colorScheme = 'light' } = options;
  const context = await browser.newContext({
    javaScriptEnabled,
    colorScheme,
    viewport: { width, height: 900 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const requested: string[] = [];
  await page.addInitScript(watch);
  await page.route('http://site.test/**', async (route) => {
    const url = new URL(route.request().url());
    if (url.pathname === '/find') {
      const search = await renderSearch({
        endpoint: service.url.replace(/\/$/, ''),
        configuration: 7,
        token: 't',
        address: url,
        nonce,
        attributes: { 'heading-level': 1 },
      });
      // The server of the page also acts as the service, so that one origin suffices for the policy.
      const body = `<!doctype html><html lang="en"><title>Find</title><main>${search.replace(/ endpoint="[^"]*"/, '')}</main><script type="module" src="/widget.js"></script>`;
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'Content-Security-Policy': policy },
        body,
      });
    }
    if (url.pathname === '/widget.js') await released;
    if (url.pathname.startsWith('/api/')) requested.push(url.pathname);
    const response = await route.fetch({ url: service.url + url.pathname.slice(1) + url.search });
    return route.fulfill({ response });
  });
  await page.goto('http://site.test/find', { waitUntil: 'commit' });
  return { page, release, requested };
}

interface Watched {
  frames: string[];
  shift: number;
  violations: string[];
}

/** Records the positions of search box and first title in each frame, layout shifts and policy violations. */
function watch(): void {
  const watched = Object.assign(window, { frames: [] as string[], shift: 0, violations: [] as string[] });
  document.addEventListener('securitypolicyviolation', (event) =>
    watched.violations.push(`${event.violatedDirective} ${event.sourceFile}`),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const root = document.querySelector('semantic-search')?.shadowRoot;
    const places = ['semantic-search-box', '.list a', '#results', '.side'].map((selector) => {
      const { x, y, width, height } = root?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, height].map(Math.round).join(' ');
    });
    const count = root?.querySelectorAll('.result').length;
    // While the page is being parsed, its results appear one by one.
    if (root && document.readyState !== 'loading')
      watched.frames.push(`${places.slice(0, 3).join(' / ')} / ${count}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const watched = (page: Page): Promise<Watched> =>
  page.evaluate(() => {
    const { frames, shift, violations } = window as unknown as Watched;
    return { frames, shift, violations };
  });

/** Waits for pending requests of the page. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
  await page.context().close();
}

const isTakenOver = (page: Page) =>
  page.locator('facet-panel .value, button[aria-haspopup=dialog]').first().waitFor();

describe('a server-rendered search', { timeout: 20_000 }, () => {
  test('shows search box and results without scripts, and searches', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    expect(await page.getByRole('heading', { name: '42 results' }).isVisible()).toBe(true);
    expect(await page.getByRole('listitem').count()).toBeGreaterThanOrEqual(10);
    const box = page.getByRole('combobox', { name: 'Search' });
    expect(await box.isVisible()).toBe(true);
    await box.fill('inflation');
    await box.press('Enter');
    await page.getByRole('heading', { name: /results? for “inflation”/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('inflation');
    await page.goto('http://site.test/find');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.locator('.list[start="11"]').waitFor();
    await leave(page);
  });

  test.each([1280, 360])('is hydrated in one frame at %i pixels without layout shift', async (width) => {
    const { page, release, requested } = await visit({ width });
    await page.getByRole('heading', { name: '42 results' }).waitFor();
    release();
    await isTakenOver(page);
    await page.waitForTimeout(300);
    const { frames, shift, violations } = await watched(page);
    expect([...new Set(frames)]).toHaveLength(1);
    expect(requested, 'what the server has requested is not requested again').toEqual([]);
    expect({ shift, violations }).toEqual({ shift: 0, violations: [] });
    await leave(page);
  });

  test.each(['light', 'dark'] as const)(
    'has the configured colors before the script loads: %s',
    async (colorScheme) => {
      const { page, release } = await visit({ colorScheme });
      await page.getByRole('heading', { name: '42 results' }).waitFor();
      const colors = () =>
        page.evaluate(() => {
          const root = document.querySelector('semantic-search')!.shadowRoot!;
          const selectors = ['.page', '.navbar', '.main', '.side', '.title a', '.facts', '#results', '.chip'];
          return selectors.map((selector) => {
            const { color, backgroundColor, borderColor } = getComputedStyle(root.querySelector(selector)!);
            return [selector, color, backgroundColor, borderColor].join(' ');
          });
        });
      const before = await colors();
      release();
      await isTakenOver(page);
      expect(await colors()).toEqual(before);
      await leave(page);
    },
  );

  test('keeps text, focus and caret from before hydration, and searches', async () => {
    const { page, release } = await visit();
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.click();
    await page.keyboard.type('infltion');
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowLeft');
    release();
    await isTakenOver(page);
    await page.keyboard.type('a');
    expect(await box.inputValue()).toBe('inflation');
    await page.locator('[role=option]').first().waitFor();
    await page.getByRole('heading', { name: /results? for “inflation”/ }).waitFor();
    expect((await watched(page)).violations).toEqual([]);
    await leave(page);
  });
});
