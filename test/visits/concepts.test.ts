/** Concepts in the studio: proposals for queries without results, the tree, and edits of labels. */
import { readFile } from 'node:fs/promises';
import type { LabelProposals } from '@semantic-search/contract';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { signedIn } from '../support/studio.ts';
import { accessibilityViolations } from '../support/visitor.ts';

const demo = served();
const visitor = visiting();

/** Six visits search for a word without results, then for an animal, or for a word that is not a label of the thesaurus. */
beforeAll(async () => {
  await demo.call('PUT', '/api/configurations/1', { body: { config: { insight: 'detailed' } } });
  const visit = { language: 'en', firstOfQuery: true, firstOfVisit: true };
  const retried = (query: string, next: string) => [
    { type: 'search', query, results: 0, ...visit },
    { type: 'search', query: next, results: 3, ...visit, firstOfVisit: false, after: query },
  ];
  const events = Array.from({ length: 6 }, () => [
    ...retried('katzenbergloewe', 'puma'),
    ...retried('zungentier', 'tongue'),
  ]).flat();
  const { body } = await demo.call('POST', '/api/configurations/1/events', { body: { events } });
  expect(body).toEqual({ counted: 24, dropped: 0 });
});

it('makes a query without results a synonym with two clicks, and finds it', async () => {
  const { page, pageErrors, leave } = await signedIn(visitor, demo, { place: 'insight?configuration=1' });
  await page.getByRole('button', { name: 'Without results' }).click();
  await page.getByRole('button', { name: /^Make “katzenbergloewe” a synonym of Puma/i }).click();
  await page
    .getByText(/is a synonym of .* now\. It found nothing before, and finds \d+ documents? now\./)
    .waitFor();
  await page.getByText(/^finds \d+ documents? now$/).waitFor();
  const { body } = await demo.call('POST', '/api/configurations/1/search', {
    body: { input: 'katzenbergloewe' },
  });
  expect(Number(body.total)).toBeGreaterThan(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/insight-proposals.png`, fullPage: true });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^“katzenbergloewe” is no synonym of Puma any more\.$/i).waitFor();
  const undone = await demo.call('POST', '/api/configurations/1/search', {
    body: { input: 'katzenbergloewe', language: 'en' },
  });
  expect(undone.body.total).toBe(0);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('proposes concepts of what the next search finds, if its words name none', async () => {
  const { body } = await demo.call('GET', '/api/insight/proposals?configuration=1');
  const { proposals } = body as unknown as LabelProposals;
  const { concepts } = proposals.find(({ query }) => query === 'zungentier')!;
  expect(concepts.filter(({ reason }) => reason === 'follows').map(({ label }) => label)).toContain(
    'greater flamingo',
  );
});

/** Signs in, and opens the concepts of the demo. */
async function atConcepts(options: BrowserContextOptions = {}) {
  const visit = await signedIn(visitor, demo, { place: 'content', ...options });
  await visit.page
    .getByRole('link', { name: /browse/ })
    .first()
    .click();
  return visit;
}

it.each<[string, BrowserContextOptions]>([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('shows the tree of concepts and changes their labels, %s', async (name, options) => {
  const { page, pageErrors, leave } = await atConcepts(options);
  await page
    .getByRole('button', { name: /^Narrower concepts of/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Narrower concepts of/ })
    .nth(1)
    .waitFor();
  await page.getByLabel('Find a concept').fill('puma');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: /puma/i }).first().click();
  await page.getByRole('group', { name: 'Labels' }).waitFor();
  await page.getByRole('button', { name: 'Add a synonym' }).click();
  await page.getByRole('textbox', { name: 'Label' }).last().fill(`silver lion ${name}`);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/concepts-${name}.png`, fullPage: true });
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. It applies to the next search.').waitFor();
  const { body } = await demo.call('POST', '/api/configurations/1/search', {
    body: { input: `silver lion ${name}` },
  });
  expect(Number(body.total)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The concept is as it was before.').waitFor();
  const labels = page.getByRole('textbox', { name: 'Label' });
  const values = () =>
    labels.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  expect(await values()).not.toContain(`silver lion ${name}`);
  await page.getByRole('button', { name: 'Add a synonym' }).click();
  await labels.last().fill(`silver lion ${name}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. It applies to the next search.').waitFor();
  expect(pageErrors).toEqual([]);
  await leave();
});

it('undoes nothing after somebody else has changed the concept', async () => {
  const { page, pageErrors, leave } = await atConcepts();
  await page.getByLabel('Find a concept').fill('lynx');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('.tree button.plain').filter({ hasText: /lynx/i }).first().click();
  await page.getByRole('button', { name: 'Add a synonym' }).click();
  const labels = page.getByRole('textbox', { name: 'Label' });
  await labels.last().fill('tuft-eared cat');
  const saving = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  const response = await saving;
  const saved = await response.json();
  await page.getByText('Saved. It applies to the next search.').waitFor();
  const newer = { text: 'newer name', language: 'en', kind: 'alternative' };
  const broader = saved.broader.map(({ uri }: { uri: string }) => uri);
  const { pathname } = new URL(response.url());
  await demo.call('PUT', pathname, { body: { labels: [...saved.labels, newer], broader } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Someone else has changed this in the meantime. Reload the page.').waitFor();
  const { body } = await demo.call('GET', `/api/spaces/field-guide/concepts?text=newer+name`);
  expect(body.total).toBe(1);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('shows what the last search for a concept finds, even if an earlier search responds later', async () => {
  const { page, pageErrors, leave } = await atConcepts();
  const earlier = Promise.withResolvers<void>();
  await page.route(/concepts\?.*text=lynx/, async (route) => {
    await earlier.promise;
    await route.continue();
  });
  const search = async (words: string) => {
    await page.getByLabel('Find a concept').fill(words);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
  };
  await search('lynx');
  await search('puma');
  const found = page.locator('.tree button.plain');
  await found.filter({ hasText: /puma/i }).first().waitFor();
  const late = page.waitForResponse(/text=lynx/);
  earlier.resolve();
  await (await late).finished();
  await page.waitForTimeout(200);
  expect((await found.allTextContents()).join()).toMatch(/puma/i);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('changes no address of another place that was opened before the concepts were loaded', async () => {
  const { page, pageErrors, leave } = await signedIn(visitor, demo, { place: 'content' });
  const browse = page.getByRole('link', { name: /browse/ }).first();
  const address = await browse.getAttribute('href');
  const loaded = Promise.withResolvers<void>();
  await page.route(/\/concepts\?/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(`${demo.url}${address}&query=puma`);
  await page.getByRole('link', { name: 'Curation' }).click();
  const search = page.waitForResponse(/text=puma/);
  loaded.resolve();
  await search;
  expect(page.url()).not.toContain('puma');
  expect(pageErrors).toEqual([]);
  await leave();
});

it('asks before another concept takes the place of unsaved labels', async () => {
  const { page, pageErrors, leave } = await atConcepts();
  const concepts = page.locator('.tree button.plain');
  await concepts.first().click();
  const label = page.getByRole('textbox', { name: 'Label' }).first();
  await label.fill('unsaved');
  const questions: string[] = [];
  let isAccepted = false;
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void (isAccepted ? dialog.accept() : dialog.dismiss());
  });
  await concepts.nth(1).click();
  await page.getByRole('button', { name: 'New concept' }).click();
  expect(questions).toEqual(Array(2).fill('Leave without saving your changes?'));
  expect(await label.inputValue()).toBe('unsaved');
  isAccepted = true;
  await concepts.nth(1).click();
  expect(await label.inputValue()).not.toBe('unsaved');
  await concepts.first().click();
  expect(questions).toHaveLength(3);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('shows the URI of a new concept if it is missing', async () => {
  const { page, pageErrors, leave } = await atConcepts();
  await page.getByRole('button', { name: 'New concept' }).click();
  await page.getByText('Concept (URI)', { exact: true }).click();
  const uri = page.getByRole('textbox', { name: 'Concept (URI)' });
  await uri.fill('');
  await page.getByText('Concept (URI)', { exact: true }).click();
  await uri.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save' }).click();
  await uri.waitFor();
  expect(await uri.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('exports the thesaurus as SKOS, and imports the file again', async () => {
  const { page, pageErrors, leave } = await atConcepts();
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export SKOS' }).click();
  const file = await (await downloads).path();
  const triples = await readFile(file, 'utf8');
  expect(triples).toContain('silver lion light');
  const skos = { name: 'thesaurus.nt', mimeType: 'application/n-triples', buffer: Buffer.from(triples) };
  const questions: string[] = [];
  const answer = (isAccepted: boolean) =>
    page.once('dialog', (dialog) => {
      questions.push(dialog.message());
      void (isAccepted ? dialog.accept() : dialog.dismiss());
    });
  for (const isAccepted of [false, true]) {
    answer(isAccepted);
    await page.getByLabel('Import SKOS').setInputFiles(skos);
    await expect.poll(() => questions.pop()).toMatch(/^The file replaces the concepts imported before into /);
  }
  await page.getByText(/Imported. Concepts: \d/).waitFor();
  const { body } = await demo.call('POST', '/api/configurations/1/search', {
    body: { input: 'silver lion light' },
  });
  expect(Number(body.total)).toBeGreaterThan(0);
  expect(pageErrors).toEqual([]);
  await leave();
});
