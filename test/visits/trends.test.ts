/** Trends over the date facet and sentiment of documents, from the uploaded document to the page. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { accessibilityViolations, resultsHeading } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

it('shows the sentiment of a document under its title and trends next to the results', async () => {
  const letters = Array.from({ length: 24 }, (_, index) =>
    JSON.stringify({
      id: `urn:letter:${index}`,
      title: `Letter ${index}`,
      date: String(1900 + index * 4),
      sentiment: index % 2 ? -0.5 : 0.25,
    }),
  );
  await service.call('POST', '/api/spaces/letters/documents', {
    body: letters.join('\n'),
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  const { body } = await service.call('GET', '/api/configurations/1');
  const original = body.config as unknown as ConfigurationSettings;
  const config = {
    searchSpace: 'letters',
    result: { showDynamicSentiment: true },
    filter: {
      facetsToShow: [{ uri: 'date', title: 'Written' }],
      componentOrder: ['search', 'trends', 'facets', 'results'],
    },
    details: { detailsToShow: [{ uri: 'sentiment', title: 'Mood' }] },
    title: original.title,
  };
  const saved = await service.call('PUT', '/api/configurations/1', { body: { config } });
  expect(saved.body.errors).toEqual([]);
  const { page, pageErrors, leave } = await visitor();
  await page.goto(`${service.url}/demo/search.html`);
  await resultsHeading(page, '24 results');
  expect(await page.locator('[part=sentiment]').first().textContent()).toBe('Mood: -0.5');
  const bars = page.locator('.trends rect');
  await bars.nth(2).waitFor();
  const words = await page.locator('.trends li').allTextContents();
  const counts = words.map((text) => Number(/: (\d+) documents?$/.exec(text)?.[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
  await leave();
});
