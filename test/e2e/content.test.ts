/** Content of the studio: a website is read without a terminal, and its report explains what is missing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Website, website } from '../../packages/sources/test/website.fixture.ts';
import { served, visiting } from '../support/fixtures.ts';
import { signedIn } from '../support/studio.ts';
import { accessibilityViolations } from '../support/visitor.ts';

const service = served({ CRAWL_PRIVATE_NETWORKS: 'on' }, []);
const visitor = visiting();
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

it('reads a website, follows the run, and says why a page is missing', async () => {
  const { page, pageErrors, leave } = await signedIn(visitor, service, { place: 'content' });
  await page.getByLabel('Addresses').fill(`${site.url}/`);
  await page.getByLabel('Name of the search space').fill('town');
  await page.getByRole('button', { name: 'Add and read it' }).click();
  await page.getByText('The website is being read into town.').waitFor();
  await page.getByRole('definition').filter({ hasText: /^4$/ }).waitFor({ timeout: 60_000 });
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
  await page.getByLabel('Read it again').selectOption('every night at 3:00');
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

it('stops a run that does not end, and deletes the source', async () => {
  const endless = await website();
  endless.pages.set('/robots.txt', () => undefined);
  const { page, leave } = await signedIn(visitor, service, { place: 'content' });
  await page.getByRole('button', { name: 'Add a website', exact: true }).click();
  await page.getByLabel('Addresses').fill(`${endless.url}/`);
  await page.getByRole('button', { name: 'Add and read it' }).click();
  const region = page.getByRole('region', { name: '127.0.0.1' });
  await region.getByText('Reading …').waitFor({ timeout: 30_000 });
  await region.getByRole('button', { name: /^Stop/ }).click();
  await region.getByText('Stopped').waitFor({ timeout: 30_000 });
  await region.getByRole('button', { name: /^Delete/ }).click();
  await region.getByRole('button', { name: /^Delete it, keep its documents/ }).click();
  await page.getByText('The source is deleted. Its documents stay.').waitFor();
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
