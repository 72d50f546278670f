/** Accessibility (axe: WCAG 2.0 to 2.2 A and AA, best practices) and console errors in every state of the pages. */
import { operations } from '@semantic-search/contract';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { accessibilityViolations, resultsHeading, type Visitor } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

type Step = (visit: Visitor) => Promise<unknown>;

const box = ({ page }: Visitor) => page.getByRole('combobox', { name: 'Search', exact: true });

const states: [string, Step][] = [
  ['with everything', async () => undefined],
  [
    'with suggestions open',
    async (visit) => {
      await box(visit).pressSequentially('mount');
      await visit.page
        .getByRole('option', { name: /^mountain/ })
        .first()
        .waitFor();
      await visit.page.keyboard.press('ArrowDown');
      // Outdated results are dimmed until the next ones arrive.
      await resultsHeading(visit.page, /“mount”/);
    },
  ],
  [
    'with results',
    async (visit) => {
      await box(visit).fill('mountain lion');
      await box(visit).press('Enter');
      await resultsHeading(visit.page, /“mountain lion”/);
    },
  ],
  [
    'with a tree open and a value chosen',
    async ({ page }) => {
      const openFilters = page.getByRole('button', { name: /^Filters/ });
      if (await openFilters.isVisible()) await openFilters.click();
      await page.getByRole('button', { name: 'Show narrower topics of vertebrates' }).click();
      await page.getByRole('checkbox', { name: /^mammals/ }).check();
      // The list is dimmed until its response arrives.
      await page.getByRole('heading', { name: '335 results' }).waitFor({ state: 'detached' });
    },
  ],
  [
    'with nothing found',
    async (visit) => {
      await box(visit).fill('xylophonist');
      await box(visit).press('Enter');
      await resultsHeading(visit.page, /Nothing found/);
    },
  ],
  [
    'with a document and a concept of it open',
    async ({ page }) => {
      await page.goto(`${page.url()}?search.document=https://field-guide.example/species/puma`);
      await page
        .getByText(/^In common: /)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Patagonia' }).last().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
];

/** Those with the elements whose colors or places differ by color scheme or width. */
const variedStates = [
  'with suggestions open',
  'with a tree open and a value chosen',
  'with a document and a concept of it open',
];

const colorSchemes: [string, BrowserContextOptions][] = [
  ['in light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a narrow page', { viewport: { width: 320, height: 700 } }],
];

describe.each(colorSchemes)('the main page %s', (eye, options) => {
  it.each(eye === 'in light' ? states : states.filter(([name]) => variedStates.includes(name)))(
    '%s has no accessibility violation',
    async (_, reach) => {
      const visit = await visitor({ ...options, reducedMotion: 'reduce' });
      await visit.page.goto(service.url);
      await resultsHeading(visit.page, '335 results');
      await reach(visit);
      expect(await accessibilityViolations(visit.page)).toEqual([]);
      expect(await overflow(visit)).toBe(0);
      expect(visit.pageErrors).toEqual([]);
      await visit.leave();
    },
  );
});

describe('when the server is unreachable', () => {
  it('the page shows an error without violations and recovers', async () => {
    const visit = await visitor();
    const { page } = visit;
    await page.goto(service.url);
    await resultsHeading(page, '335 results');
    await page.route('**/search', (route) => route.abort());
    await box(visit).fill('puma');
    await box(visit).press('Enter');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute('**/search');
    await page.getByRole('button', { name: 'Try again' }).click();
    await resultsHeading(page, /“puma”/);
    await visit.leave();
  });
});

const demoPages: [string, RegExp][] = [
  ['search.html', /^335 results$/],
  ['filters.html', /^335 results$/],
  ['article.html', /^Near the puma$/],
  ['two.html', /^335 results$/],
  ['tierlexikon.html', /^335 Treffer|^335 Ergebnisse/],
  ['arabic.html', /335|٣٣٥/],
  ['dialog.html', /^Mind the tortoise$/],
];

describe('the demo page', () => {
  it('links to every page without violations', async () => {
    const visit = await visitor();
    await visit.page.goto(`${service.url}/demo/`);
    for (const [name] of demoPages) {
      expect(await visit.page.locator(`main a[href="/demo/${name}"]`).count(), name).toBe(1);
    }
    expect(await accessibilityViolations(visit.page)).toEqual([]);
    expect(visit.pageErrors).toEqual([]);
    await visit.leave();
  });

  it.each(demoPages)('%s shows its feature without violations', async (name, heading) => {
    const visit = await visitor();
    await visit.page.goto(`${service.url}/demo/${name}`);
    await visit.page.getByRole('heading', { name: heading }).first().waitFor();
    await visit.page.waitForLoadState('networkidle');
    expect(await accessibilityViolations(visit.page)).toEqual([]);
    expect(await overflow(visit)).toBe(0);
    expect(visit.pageErrors).toEqual([]);
    await visit.leave();
  });
});

describe.each(colorSchemes)('the description of the API %s', (_eye, options) => {
  it('leads to every operation without violations', async () => {
    const visit = await visitor(options);
    const { page } = visit;
    await page.goto(`${service.url}/docs`);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await overflow(visit)).toBe(0);
    const headings = await page.getByRole('heading', { level: 3 }).allTextContents();
    expect(headings).toEqual(expect.arrayContaining(operations.map(({ id }) => id)));
    expect(visit.pageErrors).toEqual([]);
    await visit.leave();
  });

  it('has only links and anchors that exist', async () => {
    const visit = await visitor(options);
    await visit.page.goto(`${service.url}/docs`);
    const broken = await visit.page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
        .map(({ hash }) => hash)
        .filter((hash) => !document.getElementById(hash.slice(1))),
    );
    expect(broken).toEqual([]);
    const ids = await visit.page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
    await visit.leave();
  });
});

/** Horizontal overflow of the page in pixels. */
const overflow = ({ page }: Visitor) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
