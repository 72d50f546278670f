/** Touch, large text, forced colors, reduced motion, and slow, failing or missing networks. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { localeLoaders } from '../../packages/widgets/src/locale/locale-loaders.ts';
import { served, visiting } from '../support/fixtures.ts';
import { accessibilityViolations, resultsHeading, resultTitles } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

async function arrive(options: BrowserContextOptions = {}) {
  const visit = await visitor(options);
  await visit.page.goto(service.url);
  await resultsHeading(visit.page, '335 results');
  return visit;
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });
const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

it('works by touch at 320 pixels: filters, a document, back, the next page', async () => {
  const small = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const { page, pageErrors, leave } = await arrive(small);
  await page.getByRole('button', { name: /^Filters/ }).tap();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Type' }).tap();
  const mammals = filters.getByRole('checkbox', { name: /^mammal 105/ });
  const target = (await filters
    .locator('label', { hasText: /^\s*mammal/ })
    .first()
    .boundingBox())!;
  expect(target.height).toBeGreaterThanOrEqual(43);
  await mammals.tap();
  await filters.getByRole('button', { name: 'Show 105 results' }).tap();
  await resultsHeading(page, '105 results');
  const [first = ''] = await resultTitles(page);
  await page.getByRole('link', { name: first }).first().tap();
  await page.getByRole('article', { name: first }).getByRole('definition').first().waitFor();
  expect(await overflow(page)).toBe(0);
  await page.goBack();
  await resultsHeading(page, '105 results');
  await page.getByRole('link', { name: 'Next' }).tap();
  await page.locator('[aria-current=page]', { hasText: '2' }).waitFor();
  expect(await overflow(page)).toBe(0);
  // Mobile browsers zoom into fields with a font below 16 pixels.
  const sizes = await page
    .locator('semantic-search :is(input:not([type=checkbox], [type=range]), select)')
    .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  expect(pageErrors).toEqual([]);
  await leave();
});

it.each([
  ['is hidden on a touch screen', { hasTouch: true, isMobile: true }, false],
  ['is shown on a computer with a mouse', {}, true],
])('the hint of the shortcut in the button of a dialog %s', async (_, options, isShown) => {
  const { page, leave } = await visitor(options);
  await page.goto(`${service.url}/demo/dialog.html`);
  const opener = page.locator('semantic-search .opener').first();
  await opener.waitFor();
  expect(await opener.locator('kbd').isVisible()).toBe(isShown);
  await leave();
});

it('does not scroll the page behind the search dialog', async () => {
  const { page, leave } = await visitor();
  await page.goto(`${service.url}/demo/dialog.html`);
  await page.locator('semantic-search .opener').first().dblclick();
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await page.evaluate(() => {
    document.body.style.minBlockSize = '300vh';
  });
  await page.mouse.move(20, 850);
  await page.mouse.wheel(0, 300);
  // The browser scrolls in a later frame.
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await leave();
});

it('has icons in the color of the text in forced colors', async () => {
  const { page, leave } = await arrive({ forcedColors: 'active', colorScheme: 'dark' });
  const icons = page.locator('facet-panel .icon');
  await icons.first().waitFor();
  const colors = await icons.evaluateAll((all) => all.map((icon) => getComputedStyle(icon).color));
  expect(new Set(colors)).toEqual(new Set(['rgb(255, 255, 255)']));
  await leave();
});

it('has touch targets of 44 pixels: chips, tree nodes, disclosures, pager', async () => {
  const small = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const { page, leave } = await arrive(small);
  const heights = async (selector: string) => {
    const found = page.locator(selector).filter({ visible: true });
    await found.first().waitFor();
    return found.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
  };
  /** Height of the area around the center of the first element that a tap on it reaches. */
  const tappable = (selector: string) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .first()
      .evaluate((one) => {
        one.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = one.getBoundingClientRect();
        const reaches = (offset: number) => {
          const [x, y] = [left + width / 2, top + height / 2 + offset];
          return one.contains((one.getRootNode() as ShadowRoot).elementFromPoint(x, y));
        };
        return Array.from({ length: 80 }, (_, index) => index - 40).filter(reaches).length;
      });
  const chips = '.foot .chip';
  expect(
    Math.min(...(await heights('.main :is(button:not(.chip), select, .number)'))),
  ).toBeGreaterThanOrEqual(44);
  expect(Math.max(...(await heights(chips))), 'a pill').toBeLessThanOrEqual(30);
  expect(await tappable(chips)).toBeGreaterThanOrEqual(43);
  await page.getByRole('button', { name: /^Filters/ }).tap();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Show narrower topics of vertebrates' }).tap();
  expect(Math.min(...(await heights('dialog :is(button, .value)')))).toBeGreaterThanOrEqual(44);
  await filters.getByRole('checkbox', { name: /^mammals/ }).tap();
  // A tapped row has no hover style.
  const row = filters.locator('.value', { hasText: /^\s*mammals/ }).first();
  expect(await row.evaluate((label) => getComputedStyle(label).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
  await filters.getByRole('button', { name: 'Show 105 results' }).tap();
  expect(Math.min(...(await heights('.active > button')))).toBeGreaterThanOrEqual(44);
  expect(Math.max(...(await heights('.chosen'))), 'a pill').toBeLessThanOrEqual(40);
  expect(await tappable('.chosen button')).toBeGreaterThanOrEqual(43);
  await leave();
});

it('scrolls the filter drawer without its header and without the page', async () => {
  const small = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true };
  const { page, leave } = await arrive(small);
  await page.getByRole('button', { name: /^Filters/ }).tap();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  const branches = filters.locator('button.disclosure[aria-expanded=false]');
  for (let opened = 0; opened < 3; opened++) await branches.first().tap();
  const dialog = page.locator('dialog.drawer');
  const hidden = await dialog.evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
  expect(hidden).toBe(0);
  const swipe = async (y: number) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Input.synthesizeScrollGesture', { x: 195, y, yDistance: -6000, speed: 8000 });
  };
  for (const y of [350, 350, 20, 680]) await swipe(y);
  const body = filters.locator('.drawer-body');
  expect(await body.evaluate((part) => part.scrollHeight - part.clientHeight - part.scrollTop)).toBeLessThan(
    2,
  );
  expect(await dialog.evaluate((sheet) => sheet.scrollTop)).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await filters.getByRole('button', { name: 'Close' }).tap();
  await leave();
});

const displayPreferences: [string, BrowserContextOptions, string][] = [
  ['with text of twice the size', {}, '200%'],
  ['with text of twice the size on 640 pixels', { viewport: { width: 640, height: 900 } }, '200%'],
  ['in forced colors', { forcedColors: 'active' }, ''],
  ['in dark forced colors', { forcedColors: 'active', colorScheme: 'dark' }, ''],
  ['by night without movement', { colorScheme: 'dark', reducedMotion: 'reduce' }, ''],
];

it.each(displayPreferences)(
  'a visit %s has no violation and no overflow',
  async (_eye, options, fontSize) => {
    const { page, pageErrors, leave } = await arrive(options);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    await box(page).fill('mountain lion');
    await box(page).press('Enter');
    await resultsHeading(page, /“mountain lion”/);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    const small = page.locator('[part=facts]').first();
    expect(await small.evaluate((facts) => getComputedStyle(facts).fontSize)).toBe(
      fontSize ? '28px' : '14px',
    );
    await page.getByRole('link', { name: 'Puma' }).first().click();
    await page
      .getByText(/^In common: /)
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(pageErrors).toEqual([]);
    await leave();
  },
);

it('fits at 320 pixels with doubled text size in every language', async () => {
  const { page, leave } = await visitor({ viewport: { width: 320, height: 640 } });
  await page.goto(`${service.url}/demo/search.html?search=owl`);
  await resultsHeading(page, /10 results/);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    // The content is English.
    for (const part of document.querySelectorAll('.museum')) part.remove();
  });
  const wide: string[] = [];
  for (const tag of Object.keys(localeLoaders)) {
    await page
      .locator('semantic-search')
      .evaluate((search, language) => search.setAttribute('lang', language), tag);
    await page.locator(`.page[lang=${tag}] .result`).first().waitFor();
    if (await overflow(page)) wide.push(tag);
  }
  expect(wide).toEqual([]);
  await leave();
});

describe('when the network', () => {
  it('fails before a chunk is loaded, the rest works and reports the missing part', async () => {
    const { page, leave } = await visitor();
    const uncaught: string[] = [];
    page.on('pageerror', (error) => uncaught.push(String(error)));
    await page.route(/\/assets\/(range-controls|facet-finder|de)-/, (route) => route.abort());
    await page.goto(`${service.url}/demo/search.html`);
    await resultsHeading(page, '335 results');
    await page.getByRole('button', { name: 'Mass in kg' }).click();
    await page.locator('facet-panel').getByText('This part could not be loaded').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search Animals' }).fill('whale');
    await page
      .getByRole('checkbox', { name: /whales/ })
      .first()
      .waitFor();
    // If a language fails to load, the current one stays.
    await page.locator('semantic-search').evaluate((search) => search.setAttribute('lang', 'de'));
    await resultsHeading(page, '335 results');
    await box(page).fill('owl');
    await resultsHeading(page, /“owl”/);
    expect(uncaught).toEqual([]);
    await leave();
  });

  it('is offline, the last results stay, and the search recovers', async () => {
    const { page, leave } = await arrive();
    const titles = await resultTitles(page);
    await page.context().setOffline(true);
    await box(page).fill('puma');
    await box(page).press('Enter');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await resultTitles(page)).toEqual(titles);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.context().setOffline(false);
    // The search retries automatically.
    await resultsHeading(page, /“puma”/);
    await leave();
  });

  it('is slow, a superseded response is never shown', async () => {
    const { page, pageErrors, leave } = await arrive();
    const seen = new Set<string>();
    await page.exposeFunction('seen', (text: string) => seen.add(text));
    await page.evaluate(() => {
      const look = () => {
        const heading = document.querySelector('semantic-search')?.shadowRoot?.querySelector('#results');
        void (window as unknown as { seen(text: string): void }).seen(heading?.textContent ?? '');
        requestAnimationFrame(look);
      };
      look();
    });
    const overtaken = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    await page.route('**/search', async (route) => {
      const isFirst = (route.request().postDataJSON() as { input: string }).input === 'owl';
      if (isFirst) await overtaken.promise;
      await route.continue().catch(() => undefined);
      if (isFirst) late.resolve();
    });
    await box(page).fill('owl');
    await page.waitForRequest((request) => request.postData()?.includes('owl') ?? false);
    await box(page).fill('whale');
    await resultsHeading(page, /“whale”/);
    overtaken.resolve();
    await late.promise;
    await page.waitForLoadState('networkidle');
    expect([...seen].filter((text) => text.includes('owl'))).toEqual([]);
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it.each([
    [503, 'the service is not available'],
    [429, 'too many ask'],
    [500, 'something went wrong'],
  ])('returns %i (%s), the page explains it and retries', async (status) => {
    const { page, leave } = await arrive();
    await page.route('**/search', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { status, title: 'No', detail: 'No.' },
      }),
    );
    await box(page).fill('puma');
    await box(page).press('Enter');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute('**/search');
    await retry.click();
    await resultsHeading(page, /“puma”/);
    await leave();
  });
});
