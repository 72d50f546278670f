/** Sections of pages in a browser: from uploaded HTML to links, suggestions and a passage as summary. */
import { beforeAll, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { accessibilityViolations, resultsHeading } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

const pages = {
  passport: `<title>Passport</title><main><h1>Passport</h1><p>You apply for a passport in person.</p>
    <h2 id="fees">Fees</h2><p>An adult pays 60 euros. For children the passport costs 37.50 euros.</p>
    <h2 id="lost">Lost passport</h2><p>Report the loss to the police first.</p></main>`,
  market: `<title>Weekly market</title><main><h1>Weekly market</h1><p>Every Friday on the square.</p>
    <h2 id="stalls">Stalls</h2><p>Traders pay fees by the metre.</p></main>`,
  baths: `<title>Baths</title><meta name="description" content="Swimming in the town."><main><h1>Baths</h1>
    <h2 id="way">Way</h2><p>The baths are by the river. ${'Boats pass there all day. '.repeat(20)}</p>
    <h2 id="hours">Times</h2><p>On holidays the baths open at ten.</p></main>`,
};

/** On the server of the page, so that its sections can be opened in this test. */
const address = (name: string) => `${service.url}/demo/search.html?page=${name}`;

beforeAll(async () => {
  const lines = Object.entries(pages).map(([name, html]) => JSON.stringify({ id: address(name), html }));
  await service.call('POST', '/api/spaces/town/documents', {
    body: lines.join('\n'),
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  const config = { searchSpace: 'town', title: 'Town', filter: { facetsToShow: [] } };
  const saved = await service.call('PUT', '/api/configurations/1', { body: { config } });
  expect(saved.body.errors).toEqual([]);
});

it('links to matching sections below the result of their page, without layout shift', async () => {
  const { page, pageErrors, leave } = await visitor();
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${service.url}/demo/search.html?search=fees`);
  await resultsHeading(page, /2 results/);
  const links = page.locator('[part=section-link]');
  await links.nth(1).waitFor();
  expect(await links.allTextContents()).toEqual(['Fees', 'Stalls']);
  expect(await links.first().getAttribute('href')).toBe(`${address('passport')}#fees`);
  expect(await page.locator('[part=section-text]').first().textContent()).toContain('An adult pays 60 euros');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.1);
  await links.first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${address('passport')}#fees`);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('suggests a page by its heading; Enter opens the section', async () => {
  const { page, pageErrors, leave } = await visitor();
  await page.goto(`${service.url}/demo/search.html`);
  await resultsHeading(page, /3 results/);
  await page.getByRole('combobox', { name: 'Search', exact: true }).pressSequentially('fee');
  await page.getByRole('option', { name: 'Fees in Passport' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${address('passport')}#fees`);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('shows the best passage of the first result as its summary', async () => {
  const { page, pageErrors, leave } = await visitor();
  await page.goto(`${service.url}/demo/search.html?search=baths+open+on+holidays`);
  await resultsHeading(page, /results? for/);
  const first = page.locator('[part=result]').first();
  expect(await first.locator('[part=summary]').textContent()).toBe('On holidays the baths open at ten.');
  expect(await first.locator('[part=summary] mark').allTextContents()).toEqual(['holidays', 'baths', 'open']);
  expect(await first.getByRole('link', { name: 'Times' }).getAttribute('href')).toBe(
    `${address('baths')}#hours`,
  );
  expect(await first.locator('[part=section-text]').allTextContents()).not.toContain(
    'On holidays the baths open at ten.',
  );
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
  await leave();
});
