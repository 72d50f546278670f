/** Curation rules on the page of an owner: banner, pinned result, and where a redirect leads. */
import { beforeAll, expect, it } from 'vitest';
import { ownersSite, served, visiting } from '../support/fixtures.ts';
import { recordEvents, resultsHeading } from '../support/visitor.ts';

const service = served();
const visitor = visiting();
const site = ownersSite();

const pinned = 'https://field-guide.example/species/giraffe';

beforeAll(async () => {
  const curation = [
    {
      name: 'lions',
      when: { match: 'equals', query: 'lion' },
      pin: [{ id: pinned, position: 1 }],
      banner: { text: 'Meet the <b>giraffe</b>', link: 'https://zoo.example/giraffe' },
    },
    { name: 'jobs', when: { match: 'equals', query: 'jobs' }, redirect: `${site.origin}/?page=jobs#x` },
    { name: 'health', when: { match: 'equals', query: 'health' }, redirect: `${service.url}/health` },
  ];
  const { body } = await service.call('PUT', '/api/configurations/1', { body: { config: { curation } } });
  expect(body.errors).toEqual([]);
});

async function open(query = '') {
  const token = await service.pageToken(site.origin);
  site.show(`<semantic-search configuration="1" token="${token}"></semantic-search>`, service);
  const visit = await visitor();
  const recorded = await recordEvents(visit.page);
  await visit.page.goto(`${site.origin}/${query}`);
  return { ...visit, recorded, box: visit.page.getByRole('combobox', { name: 'Search', exact: true }) };
}

it('shows the banner as text and the pinned document first', async () => {
  const { page, box, leave } = await open();
  await box.fill('lion');
  await resultsHeading(page, /“lion”/);
  const banner = page.getByRole('link', { name: 'Meet the <b>giraffe</b>' });
  expect(await banner.getAttribute('href')).toBe('https://zoo.example/giraffe');
  expect(await page.locator('[data-document]').first().getAttribute('data-document')).toBe(pinned);
  await leave();
});

it('leads to the address on Enter, not while typing, and back to the results', async () => {
  const { page, box, recorded, leave } = await open();
  await box.fill('health');
  await resultsHeading(page, /“health”/);
  await page.waitForTimeout(300);
  expect(page.url()).toContain(site.origin);
  await box.press('Enter');
  await page.waitForURL(`${service.url}/health`);
  await page.goBack();
  await resultsHeading(page, /“health”/);
  // A visitor who was led has found something.
  expect((await recorded()).map(({ type }) => type)).toEqual(['search', 'click']);
  await page.waitForTimeout(500);
  expect(page.url()).toContain(site.origin);
  await leave();
});

it('leads visitors of a link to the address', async () => {
  const { page, leave } = await open('?search=health');
  await page.waitForURL(`${service.url}/health`);
  await leave();
});

it('stays if the page cancels the event, or if the rule leads to the same page', async () => {
  const { page, box, leave } = await open();
  await page.evaluate(() =>
    addEventListener('semantic-search-redirect', (event) => {
      event.preventDefault();
      document.title = (event as CustomEvent<{ url: string }>).detail.url;
    }),
  );
  for (const query of ['health', 'jobs']) {
    await box.fill(query);
    await box.press('Enter');
    await resultsHeading(page, new RegExp(`“${query}”`));
    // Redirects are in a script that loads after the first results.
    await page.waitForFunction((url) => document.title === url, `${service.url}/health`);
    await page.waitForTimeout(300);
  }
  expect(page.url()).toContain(site.origin);
  expect(await page.title()).toBe(`${service.url}/health`);
  await leave();
});
