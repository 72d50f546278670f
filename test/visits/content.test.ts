/** Studio without a terminal: a website is read, its report explains what is missing, and its search is on a page. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Website, website } from '../../packages/sources/test/website.fixture.ts';
import { ownersSite, served, visiting } from '../support/fixtures.ts';
import { signedIn } from '../support/studio.ts';
import { accessibilityViolations } from '../support/visitor.ts';

const service = served({ CRAWL_PRIVATE_NETWORKS: 'on' }, []);
const visitor = visiting();
const owners = ownersSite();
let site: Website;

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;
const text = (word: string) =>
  `<p>${`The ${word} of the town is open to everybody who lives here. `.repeat(8)}</p>`;

beforeAll(async () => {
  const links = ['library', 'pool', 'museum', 'login', 'gone'].map(
    (name) => `<a href="/${name}">${name}</a>`,
  );
  site = await website({
    '/': page('Town', `${text('hall')}${links.join(' ')}`),
    '/library': page('Library', text('library')),
    '/pool': page('Swimming pool', text('pool')),
    '/museum': page('Museum', text('museum')),
    '/login': page('Login', text('form'), '<meta name="robots" content="noindex">'),
    '/hidden': page('Hidden page', text('secret')),
  });
});
afterAll(() => site.close());

it('leads from a fresh start to the search of a website on a page, without a terminal', async () => {
  const { page, pageErrors, leave } = await signedIn(visitor, service, { place: 'content' });
  const addresses = page.getByLabel('Addresses');
  await addresses.fill('  ');
  await page.getByLabel('Name of the search space').fill('town');
  await page.getByRole('button', { name: 'Add and read it' }).click();
  const fault = await addresses.evaluate((field) => (field as HTMLTextAreaElement).validationMessage);
  expect(fault).toMatch(/is not the address of a website/);
  await addresses.fill(`${site.url}/`);
  await page.getByRole('button', { name: 'Add and read it' }).click();
  await page.getByText('The website is being read into town.').waitFor();
  await page.getByRole('definition').filter({ hasText: /^4$/ }).waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: /^New search – town/ }).click();
  const creation = page.getByRole('dialog', { name: 'New search' });
  await creation.getByLabel('Title').fill('Town search');
  expect(await creation.getByLabel('Search space').inputValue()).toBe('town');
  await lookAt(page, 'searches-new');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Town search', level: 1 }).waitFor();
  const color = page.locator('#setting-layout-navbar-backgroundColor');
  await page.locator('details').filter({ has: color }).locator('summary').first().click();
  await color.fill('#7a1f5c');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^Saved\./).waitFor();
  await page.getByRole('button', { name: 'Embed' }).click();
  const embedding = page.getByRole('dialog', { name: 'Put “Town search” on a page' });
  await embedding.getByLabel('Address of your website').fill(owners.origin);
  await page.keyboard.press('Enter');
  await embedding.getByRole('group', { name: 'Token' }).waitFor();
  owners.show((await embedding.getByRole('group', { name: 'HTML for the page' }).textContent())!, service);
  await page.goto(owners.origin);
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('museum');
  await page.getByRole('link', { name: 'Museum' }).first().waitFor();
  await expect
    .poll(() =>
      page
        .locator('semantic-search')
        .evaluate((element) =>
          [element, ...(element.shadowRoot ?? element).querySelectorAll('*')].some(
            (part) => getComputedStyle(part).backgroundColor === 'rgb(122, 31, 92)',
          ),
        ),
    )
    .toBe(true);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('leads from a query without results to a synonym, without a thesaurus', async () => {
  const event = { type: 'search', query: 'scriptorium', language: 'en', results: 0, firstOfQuery: true };
  await service.call('POST', '/api/configurations/1/events', { body: { events: Array(5).fill(event) } });
  const { page, pageErrors, leave } = await signedIn(visitor, service, { place: 'insight?configuration=1' });
  await page.getByRole('link', { name: 'Add a synonym – scriptorium' }).press('Enter');
  const labels = page.getByLabel('Label', { exact: true });
  await expect
    .poll(() => labels.evaluateAll((list) => list.map((e) => (e as HTMLInputElement).value)))
    .toEqual(['', 'scriptorium']);
  await page.keyboard.type('library');
  await page.keyboard.press('Enter');
  await page.getByText(/^Saved\. Documents that “scriptorium” finds: 0 before, [1-9]\d* now\.$/).waitFor();
  const { body } = await service.call('POST', '/api/configurations/1/search', {
    body: { input: 'scriptorium' },
  });
  expect((body.result as never as { title: string }[])[0]!.title).toBe('Library');
  expect(pageErrors).toEqual([]);
  await leave();
});

it('shows the addresses of the last chosen reason, even if the server sends those of another one later', async () => {
  const { page, leave } = await signedIn(visitor, service, { place: 'content' });
  await page.getByRole('button', { name: /^Report/ }).click();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/report\?.*outcome=skipped/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Left out: noindex 1/ }).click();
  await page.getByRole('button', { name: /^In the search: new 4/ }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(5);
  const late = page.waitForResponse(/outcome=skipped/);
  resolve();
  await (await late).finished();
  expect(await page.getByRole('row').count()).toBe(5);
  await leave();
});

it('keeps the report of the chosen reason if an address cannot be tried', async () => {
  const { page, leave } = await signedIn(visitor, service, { place: 'content' });
  await page.getByRole('button', { name: /^Report/ }).click();
  await page.getByRole('button', { name: /^Left out: noindex 1/ }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Why is this page not in?').fill('no address');
  await page.getByRole('button', { name: 'Try this address now' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: /^Left out: noindex 1/, pressed: true }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  await leave();
});

it('says why a page is missing, and reads a changed website again', async () => {
  const { page, pageErrors, leave } = await signedIn(visitor, service, { place: 'content' });
  await page.getByRole('button', { name: /^Report/ }).click();
  await page.getByRole('button', { name: /^In the search: new 4/ }).waitFor();
  await page.getByRole('button', { name: /^Left out: noindex 1/ }).click();
  await page.getByRole('row', { name: /login Left out noindex/ }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Why is this page not in?').fill(`${site.url}/hidden`);
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByText(/no page that it read links there/).waitFor();
  await page.getByRole('button', { name: 'Try this address now' }).click();
  await page.getByText('This page would be in the search.').waitFor({ timeout: 30_000 });
  await page.getByText('Title: Hidden page').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/content-report.png`, fullPage: true });
  await page.getByRole('button', { name: /^Change/ }).click();
  await page.getByLabel('Addresses').fill(`${site.url}/\n${site.url}/hidden`);
  await page.getByLabel('Read it again').selectOption('every night');
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/content-form.png`, fullPage: true });
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. It applies to the next run.').waitFor();
  await page.getByText(/^Read again .*3:00/).waitFor();
  await page.getByRole('button', { name: /^Read now/ }).click();
  await page.getByRole('definition').filter({ hasText: /^5$/ }).waitFor({ timeout: 60_000 });
  expect(pageErrors).toEqual([]);
  await leave();
});

it('adds the query of Insight to a concept that the person chooses', async () => {
  const { page, pageErrors, leave } = await signedIn(visitor, service, {
    place: 'content?concepts=town&configuration=1&query=bookhouse&language=en',
  });
  // No concept has this label, so that a new one is offered.
  const labels = page.getByLabel('Label', { exact: true });
  const values = () => labels.evaluateAll((list) => list.map((field) => (field as HTMLInputElement).value));
  await expect.poll(values).toEqual(['', 'bookhouse']);
  await page.getByLabel('Find a concept').fill('library');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'library', exact: true }).press('Enter');
  await expect.poll(values).toEqual(['library', 'scriptorium', 'bookhouse']);
  await page.getByRole('button', { name: 'Remove scriptorium' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add a synonym');
  await page.keyboard.press('Enter');
  await page.keyboard.type('scriptorium');
  await expect.poll(values).toEqual(['library', 'bookhouse', 'scriptorium']);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText(/^Saved\. Documents that “bookhouse” finds: 0 before, [1-9]\d* now\.$/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('uploads a file into a new search space, and deletes the search space by keyboard', async () => {
  const { page, pageErrors, leave } = await signedIn(visitor, service, { place: 'content' });
  const rows = ['title,link,text', 'Boat,https://t.example/boat,Boats for rent', 'Nothing,,'];
  const file = { name: 'Boat hire.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page
    .getByLabel(/^Upload documents/)
    .first()
    .setInputFiles(file);
  await page.getByText(/^Uploaded into Boat-hire\. Documents: 1, rejected: 1\. Line 3: /).waitFor();
  const space = page.getByRole('region', { name: 'Boat-hire' });
  await space.getByText('No search shows this content yet. Create one.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await space.getByText('More – Boat-hire').press('Enter');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await space.getByRole('button', { name: 'Delete' }).press('Enter');
  await space.getByText('More – Boat-hire').press('Enter');
  page.once('dialog', (dialog) => void dialog.accept());
  await space.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('The search space Boat-hire is deleted.').waitFor();
  await space.waitFor({ state: 'detached' });
  const source = page.getByRole('button', { name: /^Delete http/ });
  await source.press('Enter');
  await page.getByRole('button', { name: /^Delete it, keep its documents/ }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Enter');
  expect(await source.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('copies, exports, imports, deletes and undeletes a search by keyboard', async () => {
  const options = { place: 'searches', viewport: { width: 320, height: 640 } };
  const { page, pageErrors, leave } = await signedIn(visitor, service, options);
  const dialog = page.getByRole('dialog', { name: 'New search' });
  const heading = (title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter');
  const searches = async () => {
    await page.goto(`${service.url}/studio/searches`);
    await page.getByText('Loading …').waitFor({ state: 'detached' });
  };
  await press(/^Duplicate Town search$/);
  expect(await dialog.getByLabel('Title').getAttribute('placeholder')).toBe('Town search (copy)');
  await lookAt(page, 'searches-copy');
  await dialog.getByLabel('Title').press('Enter');
  await heading('Town search (copy)');
  await searches();
  const downloading = page.waitForEvent('download');
  await press(/^Export Town search$/);
  const path = (await (await downloading).path())!;
  expect(JSON.parse(await readFile(path, 'utf8')).config).toMatchObject({
    searchSpace: 'town',
    layout: { navbar: { backgroundColor: '#7a1f5c' } },
  });
  const importing = async (buffer: Buffer) => {
    await press(/^New search$/);
    await dialog.getByLabel('Start from').selectOption('A file');
    const file = { name: 'town.json', mimeType: 'application/json', buffer };
    await dialog.getByLabel('File of an exported search').setInputFiles(file);
  };
  await importing(Buffer.from('[]'));
  await dialog.getByText('“town.json” is not the file of an exported search.').waitFor();
  await dialog.getByLabel('Title').press('Escape');
  await importing(Buffer.from('{"config": {"title": "Odd", "searchSpace": "town", "result": 7}}'));
  await press(/^Create$/);
  await dialog.getByText('“Odd” is created. These settings need your attention:').waitFor();
  await dialog.getByRole('listitem').filter({ hasText: 'result' }).waitFor();
  await lookAt(page, 'searches-problems');
  await searches();
  await importing(await readFile(path));
  await dialog.getByLabel('Title').fill('Imported');
  await page.keyboard.press('Enter');
  await heading('Imported');
  await page.locator('.actions summary').press('Enter');
  await press(/^Delete$/);
  await press(/^Delete it$/);
  await page.getByRole('dialog', { name: /^Delete/ }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Imported', level: 1 }).waitFor({ state: 'detached' });
  await searches();
  await page.getByText('Deleted by Jane').waitFor();
  await lookAt(page, 'searches');
  await press(/^Undelete Imported$/);
  await page.getByText('“Imported” is in the list again, but it is not the active search.').waitFor();
  await page.getByRole('link', { name: 'Imported', exact: true }).waitFor();
  await page.getByText('Undeleted by Jane').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await lookAt(page, 'searches-wide');
  expect(pageErrors).toEqual([]);
  await leave();
});

/** No violation and no overflow, in the light and in the dark. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page), name).toEqual([]);
    // No accessibility check compares the colors of a closed choice.
    const language = page.locator('.language');
    const [text, ground] = await language.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor];
    });
    expect(text, name).not.toBe(ground);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png`, fullPage: true });
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, name).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: 'light' });
}

it('stops a run that does not end, and deletes the source', async () => {
  const endless = await website();
  endless.pages.set('/robots.txt', () => undefined);
  const { page, leave } = await signedIn(visitor, service, { place: 'content' });
  await page.getByRole('button', { name: 'Add a website', exact: true }).click();
  await page.getByLabel('Addresses').fill(`${endless.url}/`);
  // A double click adds one website.
  await page.getByRole('button', { name: 'Add and read it' }).dblclick();
  const region = page.getByRole('region', { name: '127.0.0.1' });
  await region.getByText('Reading …').waitFor({ timeout: 30_000 });
  expect(await region.getByRole('listitem').count()).toBe(1);
  await region.getByRole('button', { name: /^Stop/ }).click();
  await region.getByText('Stopped').waitFor({ timeout: 30_000 });
  await region.getByRole('button', { name: /^Delete/ }).click();
  await region.getByRole('button', { name: /^Delete it, keep its documents/ }).click();
  await page.getByText('The website is not read any more. Its documents stay.').waitFor();
  expect(await region.getByRole('listitem').count()).toBe(0);
  await leave();
  await endless.close();
});

it('does not reach private networks unless the server allows it', async () => {
  const { startService, temporaryDirectory } = await import('../support/service.ts');
  const { path, remove } = await temporaryDirectory();
  const careful = await startService(path, {}, []);
  const sources = '/api/spaces/town/sources';
  const { body } = await careful.call('POST', sources, { body: { starts: [`${site.url}/`] } });
  const before = site.requests.length;
  await careful.call('POST', `${sources}/${body.id}/run`);
  const run = async () => (await careful.call('GET', `${sources}/${body.id}`)).body.last;
  await expect.poll(async () => (await run())?.finished, { timeout: 30_000 }).toBeDefined();
  expect(await run()).toMatchObject({ succeeded: false });
  const { body: trial } = await careful.call(
    'GET',
    `${sources}/${body.id}/trial?address=${encodeURIComponent(`${site.url}/`)}`,
  );
  expect(trial.reason).toMatch(/private|loopback|public/);
  expect(site.requests.length).toBe(before);
  await careful.stop();
  await remove();
});
