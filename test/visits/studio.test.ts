/** Studio: from what visitors search to a rule that helps, tokens of pages, and the look of all places. */
import { readFile } from 'node:fs/promises';
import type { Role } from '@semantic-search/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { signedIn as signedInAt } from '../support/studio.ts';
import { accessibilityViolations, resultsHeading } from '../support/visitor.ts';

const service = served();
const visitor = visiting();
const places = ['Searches', 'Content', 'Curation', 'Insight', 'Access'];

/** Five visits search each query. */
async function searchAs(visits: number, query: string, results: number, position?: number): Promise<void> {
  const events = Array.from({ length: visits }, () => [
    { type: 'search', query, language: 'en', results, firstOfQuery: true, firstOfVisit: true },
    ...(position
      ? [{ type: 'click', query, language: 'en', position, firstOfQuery: true, firstOfVisit: true }]
      : []),
  ]).flat();
  const { body } = await service.call('POST', '/api/configurations/1/events', { body: { events } });
  expect(body).toEqual({ counted: events.length, dropped: 0 });
}

beforeAll(async () => {
  await searchAs(12, 'mountain lion', 5, 2);
  await searchAs(7, 'opening hours', 0);
  await searchAs(2, 'a rare disease', 0);
});

const signedIn = (place: string, options: BrowserContextOptions = {}, role: Role = 'administrator') =>
  signedInAt(visitor, service, { place, role, ...options });

const cells = (page: Page, query: string) =>
  page.getByRole('row').filter({ hasText: query }).getByRole('cell').allTextContents();

it('shows the statistics of 30 days if the address has an unknown period or day', async () => {
  const { page, pageErrors, leave } = await signedIn('insight?configuration=1&days=1e99&since=tomorrow');
  expect(await page.getByRole('definition').first().textContent()).toBe('21');
  expect(pageErrors).toEqual([]);
  await leave();
});

it.each(['content', 'content?concepts=field-guide', 'access'])(
  'has buttons, places and menus of 44 pixels on a touch screen: %s',
  async (place) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, leave } = await signedIn(place, phone);
    const targets = page.locator('button:visible, .places a, .menu:visible summary:visible, select:visible');
    const small = await targets.evaluateAll((elements) =>
      elements.filter(
        (element) => element.getBoundingClientRect().height < 44 && !element.closest('.holder'),
      ),
    );
    expect(await targets.count()).toBeGreaterThan(5);
    expect(small).toEqual([]);
    await leave();
  },
);

it('leads from a query without results to a rule that helps', async () => {
  const { page, pageErrors, leave } = await signedIn('insight?configuration=1');
  expect(await page.getByRole('definition').first().textContent()).toBe('21');
  expect((await cells(page, 'mountain lion')).slice(0, 5)).toEqual(['12', '12', '0%', '100%', '2']);
  expect(await page.getByText('rare disease').count()).toBe(0);
  await page.getByText(/not listed, .*: 1\. Their searches: 2\./).waitFor();
  await page.getByRole('button', { name: 'Without results' }).click();
  await page.getByRole('row').filter({ hasText: 'mountain lion' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Pin for opening hours' }).click();
  await page.getByRole('heading', { name: 'opening hours' }).waitFor();
  await page.getByRole('searchbox', { name: 'Query' }).fill('giraffe');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /^Pin Giraffe/ })
    .first()
    .click();
  await page.getByText(/If the query is “opening hours”, in English: pins “Giraffe.*” at 1\./).waitFor();
  await page.getByLabel('Show the text').fill('Open until six');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText('Saved. The rules apply from now on.').waitFor();
  await page.goto(`${service.url}/studio/insight?configuration=1`);
  const remedies = page.getByRole('region', { name: 'Rules: before and after' });
  const after = remedies.getByRole('row').filter({ hasText: 'After' });
  await after.waitFor();
  expect(await after.getByRole('cell').allTextContents()).toEqual(['7', '7', '100%', '0%', '–']);
  expect(await remedies.getByRole('row').filter({ hasText: 'Before' }).textContent()).toMatch(
    /opening hours.*fewer than 5 visits/s,
  );
  await page.goto(`${service.url}/?configuration=1`);
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('opening hours');
  await resultsHeading(page, /“opening hours”/);
  await page.getByText('Open until six').waitFor();
  expect(await page.locator('[data-document]').first().textContent()).toMatch(/Giraffe/);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('compares with another search and period, in tiles, chart, table and CSV', async () => {
  const { page, pageErrors, leave } = await signedIn('insight?configuration=1');
  await page.getByText('period before: 0').first().waitFor();
  const other = await page.getByLabel('Compare with').locator('option').nth(1).textContent();
  await page.getByLabel('Compare with').selectOption({ index: 1 });
  await page.getByText(`${other}: 0`).first().waitFor();
  expect(page.url()).toMatch(/compare=\d/);
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('Compare with').selectOption({ index: 0 });
  await page.getByLabel('Compare from').fill(today);
  await page
    .getByText(/^from .*: 2[12]$/)
    .first()
    .waitFor();
  await page.getByText('Numbers by day').click();
  await page.getByRole('columnheader', { name: /^Searches: from/ }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).first().click();
  const path = await (await downloading).path();
  expect(await readFile(path, 'utf8')).toMatch(/^\uFEFFquery,language,searches,visits,/);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('labels each day of the chart at its numbers, in any time zone', async () => {
  const { page, leave } = await signedIn('insight?configuration=1&days=7', { timezoneId: 'Asia/Tokyo' });
  const chart = page.locator('figure').filter({ hasText: 'Numbers by day' });
  const days = await chart.locator('tbody th').allTextContents();
  const positions = await chart
    .locator('text[text-anchor=middle]')
    .evaluateAll((ticks) => ticks.map((tick) => [tick.textContent, Number(tick.getAttribute('x'))]));
  const [start, end] = [44, 548];
  const positionOf = (day: string) => start + ((end - start) * days.indexOf(day)) / (days.length - 1);
  expect(positions.length).toBeGreaterThan(2);
  for (const [day, position] of positions) expect(position, `${day}`).toBeCloseTo(positionOf(`${day}`));
  await leave();
});

it('keeps the rule of the second of two editors, who learns of the first', async () => {
  const [one, other] = [
    await signedIn('curation?configuration=1'),
    await signedIn('curation?configuration=1'),
  ];
  for (const [{ page }, shown] of [
    [one, 'By the first'],
    [other, 'By the second'],
  ] as const) {
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Show the text').fill(shown);
  }
  await one.page.getByRole('button', { name: 'Save rules' }).click();
  await one.page.getByText('Saved. The rules apply from now on.').waitFor();
  await other.page.getByRole('button', { name: 'Save rules' }).click();
  await other.page.getByRole('alert').filter({ hasText: 'else' }).waitFor();
  expect(await other.page.getByLabel('Show the text').inputValue()).toBe('By the second');
  await one.page.reload();
  await one.page.getByText(/By the first/).waitFor();
  await one.page.getByRole('button', { name: 'Delete rule' }).click();
  await one.page.getByRole('button', { name: 'Save rules' }).click();
  await one.page.getByText('Saved. The rules apply from now on.').waitFor();
  await one.leave();
  await other.leave();
});

it('reports conflicting rules, and keeps invalid ones in the form', async () => {
  const { page, leave } = await signedIn('curation?configuration=1');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Lead to the page').fill('not an address');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByRole('alert').filter({ hasText: '“rule”, Lead to the page: must be' }).waitFor();
  expect(await page.getByLabel('Lead to the page').inputValue()).toBe('not an address');
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await leave();
});

it('signs in once by the link of a command, which stays in no address, and offers what the role may do', async () => {
  const link = await service.signInLink('Vera', 'viewer');
  const { page, pageErrors, leave } = await visitor();
  await page.goto(link);
  await page.getByText('Vera', { exact: true }).waitFor();
  expect(page.url()).toBe(`${service.url}/studio`);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ]);
  expect(
    (await page.context().cookies()).every((cookie) => cookie.httpOnly && cookie.sameSite === 'Strict'),
  ).toBe(true);
  await page.getByRole('link', { name: 'Insight', exact: true }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Access', exact: true }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'New or change' }).count()).toBe(0);
  await page.locator('.holder summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('The link was used already.').waitFor();
  // The browser reports the response 401.
  expect(pageErrors.filter((error) => !/401/.test(error))).toEqual([]);
  await leave();
});

it('says that an unknown page does not exist, and leads on', async () => {
  const { page, leave } = await signedIn('nothing');
  await page.getByRole('alert').filter({ hasText: 'This does not exist' }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Studio');
  expect(await page.title()).toBe('Studio');
  expect(await page.locator('.places [aria-current]').count()).toBe(0);
  await page.getByRole('link', { name: 'Searches', exact: true }).click();
  await page.getByRole('button', { name: 'New search' }).waitFor();
  await page.goto(`${service.url}/studio/insight/`);
  await page.getByRole('heading', { name: 'Insight', level: 1 }).waitFor();
  await page.getByLabel('Compare with').waitFor();
  await leave();
});

it('creates and revokes the token of a page', async () => {
  const { page, leave } = await signedIn('access');
  await page.getByLabel('Name').fill('www.example.org');
  await page.getByLabel('Addresses of your website').fill('https://www.example.org');
  // Two clicks create one token.
  await page.getByRole('button', { name: 'Create token' }).dblclick();
  const token = await page.getByRole('group', { name: 'New token' }).textContent();
  const headers = { Origin: 'https://www.example.org' };
  const search = () =>
    service.call('POST', '/api/configurations/1/search', { body: {}, token: token!, headers });
  expect((await search()).status).toBe(200);
  await page.getByRole('button', { name: 'Copy New token' }).click();
  await page.getByText(/^Copied\.$|^Press Ctrl/).waitFor();
  // As on a page over http:.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy New token' }).click();
  await page.getByText(/^Press Ctrl/).waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(token);
  await page.getByRole('button', { name: 'Revoke www.example.org' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep it');
  await page.getByRole('button', { name: 'Revoke it' }).click();
  await page.getByText('The token “www.example.org” is revoked.').waitFor();
  await page.getByText('Revoked tokens: 1').click();
  await page.getByRole('group', { name: 'revoked' }).getByText('www.example.org', { exact: true }).waitFor();
  expect((await search()).status).toBe(401);
  await leave();
});

it.each<[string, BrowserContextOptions]>([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('is accessible and fits into the window, %s', async (name, options) => {
  const { page, pageErrors, leave } = await signedIn('insight?configuration=1', options);
  for (const place of places) {
    await page.getByRole('link', { name: place, exact: true }).click();
    await page.getByRole('heading', { name: place, level: 1 }).waitFor();
    await page.getByText('Loading …').waitFor({ state: 'detached' });
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${place}-${name}.png`, fullPage: true });
    expect(await accessibilityViolations(page), place).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, place).toBeLessThanOrEqual(0);
    if (place !== 'Insight') continue;
    const chart = page.getByRole('group', { name: 'Chart over time' });
    const hiddenAtEnd = () =>
      chart.evaluate(({ scrollWidth, clientWidth, scrollLeft }) => scrollWidth - clientWidth - scrollLeft);
    await expect.poll(hiddenAtEnd).toBeLessThan(2);
  }
  expect(pageErrors).toEqual([]);
  await leave();
});

it('is in the language of the browser, from right to left in Arabic, and in a chosen one', async () => {
  const { page, pageErrors, leave } = await visitor({ locale: 'ar', viewport: { width: 320, height: 640 } });
  await page.goto(await service.signInLink());
  await page.locator('.holder summary').waitFor();
  expect(await page.locator('html').evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual([
    'ar',
    'rtl',
  ]);
  for (const place of ['عمليات البحث', 'المحتوى', 'التنسيق', 'الإحصاءات', 'الوصول']) {
    await page.getByRole('link', { name: place, exact: true }).first().click();
    await page.getByRole('heading', { name: place, level: 1 }).waitFor();
    await page.getByText('جارٍ التحميل …').waitFor({ state: 'detached' });
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${place}-ar.png`, fullPage: true });
    expect(await accessibilityViolations(page), place).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, place).toBeLessThanOrEqual(0);
  }
  await page.getByRole('combobox', { name: 'اللغة' }).selectOption('de');
  await page.getByRole('heading', { name: 'Zugang', level: 1 }).waitFor();
  expect(await page.locator('html').evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual([
    'de',
    'ltr',
  ]);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('asks to sign in, and transfers at most 70 KiB for the first view', async () => {
  const { page, leave } = await visitor();
  const sizes: number[] = [];
  page.on('response', async (response) => {
    const { responseBodySize } = await response.request().sizes();
    sizes.push(responseBodySize);
  });
  await page.goto(`${service.url}/studio`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(70 * 1024);
  await leave();
});

const puma = 'https://field-guide.example/species/puma';

async function shown(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  expect(await accessibilityViolations(page), name).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, name).toBeLessThanOrEqual(0);
}

it.each<[string, BrowserContextOptions]>([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('says why results rank where they do, and why a document is missing, %s', async (name, options) => {
  const { page, pageErrors, leave } = await signedIn('curation?configuration=1', options);
  await page.getByRole('searchbox', { name: 'Query' }).fill('mountain lion');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Why these results?' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Diagnostics' });
  await drawer
    .getByText(/also searched: /)
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('explained-query');
  await drawer.locator('summary').first().press('Enter');
  await drawer
    .getByRole('rowheader', { name: /^Concept: / })
    .first()
    .waitFor();
  await shown(page, `diagnostics-${name}`);
  await drawer.getByLabel('Query').fill('giraffe');
  await drawer.getByLabel('Address or id of a document').fill(puma);
  await page.keyboard.press('Enter');
  await drawer.getByText('It does not match.').waitFor();
  await drawer
    .getByRole('rowheader', { name: /^Missing: / })
    .first()
    .waitFor();
  await shown(page, `missing-${name}`);
  await drawer.getByLabel('Address or id of a document').fill('https://field-guide.example/login');
  await page.keyboard.press('Enter');
  await drawer.getByText('The search space does not have it.').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(pageErrors).toEqual([]);
  await leave();
});

it('explains the query of the preview in the editor', async () => {
  const { page, pageErrors, leave } = await signedIn('searches');
  await page.goto(`${service.url}/editor?configuration=1`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('combobox', { name: 'Search', exact: true }).fill('giraffe');
  await preview.getByRole('heading', { name: /“giraffe”/ }).waitFor();
  await page.getByRole('button', { name: 'Why these results?' }).click();
  const drawer = page.getByRole('dialog', { name: 'Diagnostics' });
  await drawer
    .getByText(/Score: \d/)
    .first()
    .waitFor();
  expect(await drawer.getByLabel('Query').inputValue()).toBe('giraffe');
  await shown(page, 'diagnostics-editor');
  await drawer.getByRole('button', { name: 'Close' }).click();
  expect(pageErrors).toEqual([]);
  await leave();
});

it.each<[string, BrowserContextOptions]>([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('issues tokens for programs, and shows changes and health, %s', async (name, options) => {
  const { page, pageErrors, leave } = await signedIn('access', options);
  await page.getByLabel('Kind').selectOption('Program');
  await page.getByLabel('Name').fill(`cms ${name}`);
  await page.getByLabel('Valid for').selectOption('30 days');
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByRole('group', { name: 'New token' }).textContent())!;
  const { status } = await service.call('GET', '/api/spaces/field-guide/documents', { token });
  expect(status).toBe(200);
  await page.getByText('The token is shown only now.').waitFor();
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: `cms ${name}` });
  await row.waitFor();
  expect((await row.getByRole('cell').allTextContents()).slice(3, 6)).toEqual([
    expect.stringContaining('Search space field-guide'),
    '–',
    'Program',
  ]);
  expect(await row.getByText('not yet').count()).toBe(0);
  await row.getByText(/29 days left/).waitFor();
  await page.getByText(/Tokens that end within 30 days: \d/).waitFor();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Pages and programs with this token lose access').waitFor();
  await row.getByRole('button', { name: 'Keep it' }).click();
  await shown(page, `tokens-${name}`);
  await page.getByRole('link', { name: 'Changes' }).click();
  const entry = page.getByRole('row').filter({ hasText: `cms ${name}` });
  expect(await entry.first().getByRole('rowheader').textContent()).toBe('Jane');
  await entry
    .first()
    .getByText(/: created/)
    .waitFor();
  await shown(page, `changes-${name}`);
  await page.getByRole('link', { name: 'Health' }).click();
  await page.getByText('These parts need attention:').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'needs attention Token cms' }).first().waitFor();
  await page.locator('summary').filter({ hasText: 'Checks' }).click();
  await page.getByRole('listitem').filter({ hasText: 'works Configurations' }).waitFor();
  await page.getByRole('heading', { name: 'Search space field-guide' }).waitFor();
  await shown(page, `health-${name}`);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('marks the concepts of a text, and says how well tagging was learned', { timeout: 120_000 }, async () => {
  const { page, pageErrors, leave } = await signedIn('content');
  await page.getByRole('button', { name: 'Try concept tagging – field-guide' }).click();
  await page.getByLabel('Text', { exact: true }).fill('A mountain lion met a barn owl. The puma left.');
  await page.getByRole('button', { name: 'Find concepts' }).click();
  await page.getByText('mountain lion', { exact: true }).waitFor();
  expect(await page.locator('mark').allTextContents()).toEqual(
    expect.arrayContaining(['mountain lion', 'puma']),
  );
  await shown(page, 'tagging');
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page
    .getByText(/^Trained\. Documents: \d+, F1: 0\.\d\d, precision: 0\.\d\d, recall: 0\.\d\d\.$/)
    .waitFor({ timeout: 90_000 });
  expect(pageErrors).toEqual([]);
  await leave();
});
