/** Layout shift of pages with a search while they load. */
import { expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';

const service = served();
const visitor = visiting();

/** Shifts of this size in total are invisible: a search box that becomes a few pixels narrower. */
const MAX_SHIFT = 0.01;

const pages = ['/', '/demo/two.html', '/demo/article.html', '/demo/filters.html', '/demo/search.html'];
const windows = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

it.each(windows.flatMap((viewport) => pages.map((path) => ({ path, viewport }))))(
  '$path does not shift while it loads in a window of $viewport.width pixels',
  async ({ path, viewport }) => {
    const { page, leave } = await visitor({ viewport });
    await page.addInitScript(() => {
      const measured = Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          measured.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(service.url + path, { waitUntil: 'networkidle' });
    await page.locator('[data-document], [part=similar-title]').first().waitFor();
    // The parts that the first results do not wait for.
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(MAX_SHIFT);
    await leave();
  },
);
