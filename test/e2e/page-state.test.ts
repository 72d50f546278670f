/** State of a page with a search: reload, back/forward cache, refused history, sandboxed frames. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { folderOfTest, ownersSite, served, visiting } from '../support/fixtures.ts';
import { resultsHeading } from '../support/visitor.ts';

const service = served();
const visitor = visiting();
const site = ownersSite();

const box = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));

describe('the scroll position', () => {
  it('stays after a reload', async () => {
    const { page, leave } = await visitor();
    await page.goto(`${service.url}/demo/search.html?search=owl`);
    await resultsHeading(page, /results for “owl”/);
    await page.waitForTimeout(500);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.reload();
    await resultsHeading(page, /results for “owl”/);
    await expect.poll(() => scrollTop(page)).toBe(900);
    await leave();
  });
  it.each([
    ['a part of the page scrolls', 'main { block-size: 80vh; overflow: auto }', 'main'],
    ['the body cuts off its width', 'html, body { height: 100% } body { overflow-x: hidden }', 'html'],
  ])('stays after a reload if %s', async (_title, rules, name) => {
    const search = `<semantic-search configuration="1" token="${await service.pageToken(site.origin)}"></semantic-search>`;
    site.show(`<style>${rules}</style><main>${search}</main>`, service);
    const { page, leave } = await visitor();
    await page.goto(site.origin);
    await resultsHeading(page, '335 results');
    await page.waitForTimeout(500);
    const scroller = page.locator(name);
    await scroller.evaluate((element) => element.scrollTo({ top: 900, behavior: 'instant' }));
    await page.reload();
    await resultsHeading(page, '335 results');
    await expect.poll(() => scroller.evaluate((element) => Math.round(element.scrollTop))).toBe(900);
    await leave();
  });
  it('is that of the page before, also with a document from another site in between', async () => {
    const { page, leave } = await visitor();
    await page.goto(`${service.url}/demo/search.html?search=owl`);
    await resultsHeading(page, /results for “owl”/);
    await page.waitForTimeout(500);
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
    await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/demo/search.html`);
    await page.goBack();
    await resultsHeading(page, /results for “owl”/);
    await expect.poll(() => scrollTop(page)).toBe(700);
    await page.goto(`${service.url}/demo/search.html?search=owl`);
    await resultsHeading(page, /results for “owl”/);
    expect(await scrollTop(page)).toBe(0);
    await leave();
  });
});

describe('a browser that refuses changes of the history', () => {
  it('leaves the search to work, and gets the state with the next change', async () => {
    const { page, pageErrors, leave } = await visitor();
    await page.clock.install();
    await page.addInitScript(() => {
      const { pushState, replaceState } = history;
      for (const name of ['pushState', 'replaceState'] as const)
        history[name] = () => {
          throw new DOMException('More than 100 times per 10 seconds', 'SecurityError');
        };
      Object.assign(window, { forgive: () => Object.assign(history, { pushState, replaceState }) });
    });
    await page.goto(`${service.url}/demo/search.html`);
    await resultsHeading(page, '335 results');
    await box(page).pressSequentially('owl ', { delay: 100 });
    await page.clock.runFor(1000);
    await box(page).press('Enter');
    await resultsHeading(page, /results for “owl”/);
    expect(await box(page).inputValue()).toBe('owl ');
    await page.getByRole('link', { name: /owl/i }).first().click();
    await page.locator('semantic-search-detail').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.evaluate('forgive()');
    await box(page).fill('eagle owl');
    await page.clock.runFor(1000);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('eagle owl');
    expect(pageErrors).toEqual([]);
    await leave();
  });
  it.each(['a sandboxed frame', 'a page from the disk'])(
    'is that of %s, where the search works',
    async (where) => {
      const token = await service.pageToken();
      const search = `<!doctype html><title>Mine</title><semantic-search configuration="1" token="${token}"></semantic-search>
      <script type="module" src="${service.url}/widget.js"></script>`;
      const file = join(await folderOfTest(), 'search.html');
      await writeFile(file, search);
      const frame = `<iframe sandbox="allow-scripts" title="Search" width="1000" height="800" srcdoc='${search}'></iframe>`;
      site.show(frame, service);
      const { page, pageErrors, leave } = await visitor();
      await page.goto(where === 'a page from the disk' ? pathToFileURL(file).href : site.origin);
      const within = where === 'a page from the disk' ? page : page.frameLocator('iframe');
      await within.getByRole('heading', { name: '335 results' }).waitFor();
      const input = within.getByRole('combobox', { name: 'Search', exact: true });
      await input.pressSequentially('owl ', { delay: 100 });
      await input.press('Enter');
      await within.getByRole('heading', { name: /results for “owl”/ }).waitFor();
      expect(await input.inputValue()).toBe('owl ');
      expect(pageErrors).toEqual([]);
      await leave();
    },
  );
});

it('tells a page from the disk that its token is for another origin', async () => {
  const token = await service.token(
    '--scope',
    'search',
    '--configuration',
    '1',
    '--origin',
    'https://shop.example',
  );
  const file = join(await folderOfTest(), 'search.html');
  await writeFile(
    file,
    `<!doctype html><semantic-search configuration="1" token="${token}"></semantic-search>
      <script type="module" src="${service.url}/widget.js"></script>`,
  );
  const { page, pageErrors, leave } = await visitor();
  await page.goto(pathToFileURL(file).href);
  await page.getByText('Search is not available right now').waitFor();
  await expect
    .poll(() => pageErrors.join('\n'))
    .toMatch(/only valid for pages on https:\/\/shop\.example; this page has no origin/);
  await leave();
});
