// What visitors of a crawled site get without any setting: facets, suggestions, excerpts, order.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SearchRequest, SearchResponse } from '@semantic-search/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { served } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const service = served({}, []);
const BASE = 'https://market.example/';
let configuration = '';

const PRODUCE = [
  'Apples',
  'Beans',
  'Carrots',
  'Dates',
  'Endives',
  'Figs',
  'Grapes',
  'Herbs',
  'Kale',
  'Leeks',
];

/** A listing, a page for each good with a price and a year, and three manuals with an equal title. */
function pages(): Record<string, string> {
  const goods = PRODUCE.map((name, i) => [
    `goods/${name.toLowerCase()}.html`,
    `<title>${name} | Market</title><main><h1>${name}</h1><p>${name} of the region are sold by weight. Storage of ${name} needs a cool cellar, stall ${i}.</p>
     <p>Price: <b data-search-filter="price">${(i + 1) * 3.5}</b></p><p data-search-filter="year:${2000 + i}">Grown with care by farmer ${'ABCDEFGHIJ'[i]}.</p></main>`,
  ]);
  const links = PRODUCE.map(
    (name) => `<li><a href="${name.toLowerCase()}.html">${name}</a>: sold by weight</li>`,
  );
  const manuals = ['stalls', 'scales', 'carts'].map((part) => [
    `${part}/intro.html`,
    `<title>Introduction | Market</title><main><h1>Introduction</h1><p>How ${part} are used in the market hall, with rules of ${part}.</p></main>`,
  ]);
  return Object.fromEntries([
    [
      'goods/index.html',
      `<title>Goods | Market</title><main><h1>Goods</h1><ul>${links.join('')}</ul></main>`,
    ],
    ...goods,
    ...manuals,
  ]);
}

beforeAll(async () => {
  const folder = join(service.directory, 'dist');
  for (const [path, html] of Object.entries(pages())) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `<html lang="en">${html}</html>`);
  }
  const words = ['crawl', folder, '--base', BASE, '--space', 'market'];
  const { output } = await semanticSearch(words, { DATA_DIR: service.directory });
  expect(output).toContain('14 indexed');
  const { body } = await service.call('POST', '/api/configurations', {
    body: { config: { searchSpace: 'market' } },
  });
  configuration = `/api/configurations/${body.id}`;
});

async function search(body: Partial<SearchRequest>): Promise<SearchResponse> {
  const response = await service.call('POST', `${configuration}/search`, { body });
  return response.body as unknown as SearchResponse;
}

describe('a crawled site', () => {
  it('has its folders as categories and ranges of its numbers, which select the documents they count', async () => {
    const { facets } = await search({ input: '' });
    expect(facets.map(({ label }) => label)).toEqual(['Categories', 'Price', 'Year']);
    for (const { field, facets: ranges } of facets.slice(1)) {
      expect(ranges.length).toBeGreaterThan(1);
      expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(PRODUCE.length);
      for (const { label, count } of ranges) {
        const { total } = await search({ input: '', selectedFacets: [{ field, label }] });
        expect({ label, total }).toEqual({ label, total: count });
      }
    }
  });

  it('has excerpts without the title', async () => {
    const { result } = await search({ input: 'apples' });
    expect(result[0]).toMatchObject({ title: 'Apples' });
    expect(result[0]!.description).toMatch(/^Apples of the region/);
  });
});
