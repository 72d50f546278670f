/** Shared links, exported files and printed pages. */
import { readFile } from 'node:fs/promises';
import type { ConfigurationSettings } from '@semantic-search/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { resultsHeading, type Visitor } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

async function arrive(query = '', options: BrowserContextOptions = {}): Promise<Visitor> {
  const visit = await visitor(options);
  await visit.page.goto(`${service.url}/demo/search.html${query}`);
  await resultsHeading(visit.page, /results?\b/);
  return visit;
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Share and export' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

async function exportAs(page: Page, format: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, `Export as ${format}`)]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe('the link', () => {
  it('is copied and opens the same results for another visitor', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, pageErrors, leave } = await arrive('?search=mountain+lion', { permissions });
    await choose(page, 'Copy link');
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await leave();
    const other = await visitor();
    await other.page.goto(link);
    await resultsHeading(other.page, /“mountain lion”/);
    expect([...pageErrors, ...other.pageErrors]).toEqual([]);
    await other.leave();
  });
});

describe('a file', () => {
  it('exports all results as CSV in their order, not only the current page', async () => {
    const { page, pageErrors, leave } = await arrive('?search=owl');
    const shown = await page.locator('[part="title-link"]').allTextContents();
    const count = Number.parseInt(await resultsHeading(page, /“owl”/), 10);
    const { name, text } = await exportAs(page, 'CSV');
    const [header, ...rows] = text.trimEnd().split('\r\n');
    expect(name).toBe('Field guide.csv');
    expect(header).toContain('Family');
    expect(rows).toHaveLength(count);
    shown.forEach((title, index) => void expect(rows[index]).toContain(title));
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('exports CSV without formulas', async () => {
    const { body } = await service.call('GET', '/api/configurations/1');
    const original = body.config as unknown as ConfigurationSettings;
    const titles = [
      '=HYPERLINK("http://evil.example")',
      '+1+cmd',
      '-2+3',
      '@SUM(A1)',
      '\tTab',
      'Plain, "quoted"',
    ];
    const lines = titles.map((title, index) => JSON.stringify({ id: `urn:${index}`, title }));
    await service.call('POST', '/api/spaces/stranger/documents', {
      body: lines.join('\n'),
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    const config = {
      ...original,
      searchSpace: 'stranger',
      filter: { facetsToShow: [] },
      details: { detailsToShow: [] },
    };
    await service.call('PUT', '/api/configurations/1', { body: { config } });
    try {
      const { page, pageErrors, leave } = await arrive();
      const { name, text } = await exportAs(page, 'CSV');
      expect(name).toBe('Field guide.csv');
      const [head, ...rows] = text.split('\r\n');
      expect(head).toMatch(/^\ufefftitle,type,date/);
      expect(rows).toHaveLength(titles.length);
      for (const row of rows) expect(row).toMatch(/^"?['\w]/);
      expect(rows.join('\n')).toContain('"Plain, ""quoted"""');
      expect(pageErrors).toEqual([]);
      await leave();
    } finally {
      await service.call('PUT', '/api/configurations/1', { body: { config: original } });
    }
  });
});

describe('in print', () => {
  const seen = (page: Page, selector: string) => page.locator(selector).filter({ visible: true }).count();

  it.each([
    ['by day', 'light', '/demo/search.html'],
    ['by night', 'dark', '/demo/search.html'],
    ['of a dark page', 'light', '/demo/tierlexikon.html'],
  ] as const)(
    '%s has the results in dark text and nothing that is only for screens',
    async (_, colorScheme, path) => {
      const visit = await visitor({ colorScheme });
      const { page } = visit;
      await page.goto(service.url + path);
      await page.locator('.value').first().waitFor();
      await page.locator('.foot .chip').first().click();
      await page.locator('.chosen').waitFor();
      await page.emulateMedia({ media: 'print', colorScheme });
      const screenOnly = [
        '.side',
        'input[role=combobox]',
        '.sort',
        '.pager',
        '.actions',
        '.fold',
        '.chosen .remove',
      ];
      for (const selector of screenOnly) expect(await seen(page, selector), selector).toBe(0);
      expect(await seen(page, '[part="title-link"]')).toBeGreaterThan(0);
      expect(await seen(page, '[part=title], #results')).toBe(2);
      const inks = await page
        .locator('[part=title], #results, [part="title-link"], [part=facts], .chip, [part=summary]')
        .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).color));
      const lightest = Math.max(
        ...inks.flatMap((ink) =>
          ink
            .match(/[\d.]+/g)!
            .slice(0, 3)
            .map(Number),
        ),
      );
      const layout = (selector: string) =>
        page.locator(selector).evaluate((element) => getComputedStyle(element).display);
      expect(await layout('semantic-search .page'), 'a flex box moves to the next sheet').toBe('block');
      expect(await layout('semantic-search .page > .body')).toBe('block');
      const first = (await page.locator('semantic-search .result').first().boundingBox())!;
      const header = (await page.locator('semantic-search .navbar').boundingBox())!;
      expect(first.y - header.y, 'the first sheet begins with results').toBeLessThan(400);
      expect(lightest, 'paper is white, and most printers leave backgrounds out').toBeLessThan(128);
      await visit.leave();
    },
  );

  it('an open document appears completely', async () => {
    const { page, leave } = await arrive(
      '?search.document=https%3A%2F%2Ffield-guide.example%2Fspecies%2Fpuma',
    );
    await page
      .getByText(/^In common: /)
      .first()
      .waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await seen(page, 'semantic-search-detail [part=text]')).toBe(1);
    expect(await seen(page, 'semantic-search-detail dt')).toBeGreaterThan(3);
    expect(await seen(page, 'semantic-search-detail .back')).toBe(0);
    // Content cut off at the window height would be lost on paper.
    const overflow = await page
      .locator('semantic-search-detail')
      .evaluate((view) => getComputedStyle(view).overflow);
    expect(overflow).toBe('visible');
    await leave();
  });
});
