/** End-to-end test on a real collection: 8,000 library records, two thirds German, tagged with 6,244 concepts. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refiner, SearchRequest, SearchResponse } from '@semantic-search/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  root,
  type Service,
  semanticSearchOfServer,
  startService,
  temporaryDirectory,
} from '../support/service.ts';
import { visitorRequests } from './requests.fixture.ts';

const data = join(root, '../shared/data/economics');
const stw = 'http://zbw.eu/stw';
const truths = existsSync(data) ? readdirSync(join(data, 'expected')) : [];

let service: Service;
/** Ids of a typical configuration and of one that shows all counts. */
let [usual, complete] = ['', ''];
const undo: (() => Promise<unknown>)[] = [];

async function prepare(): Promise<void> {
  const { path, remove } = await temporaryDirectory();
  undo.push(remove);
  const files = ['--thesaurus', join(data, 'stw.ttl'), '--documents', join(data, 'docs.ndjson')];
  const { code, output, errors } = await semanticSearchOfServer(
    ['ingest', '--space', 'economics', ...files],
    {
      DATA_DIR: path,
    },
  );
  expect(code, errors).toBe(0);
  expect(output).toContain('8000 documents accepted, 0 rejected');
  service = await startService(path, {}, []);
  undo.push(() => service.stop());
  usual = await configuration(['thsys', 'type', 'language', 'publisher', 'date'].map(usualFacet));
  complete = await configuration([
    { uri: 'dyn_uri_all_concepts', title: 'Concepts', facetMode: 'hierarchical', maximumTerms: 1000 },
  ]);
}

const usualFacet = (name: string) =>
  name === 'thsys'
    ? { uri: stw, title: 'Topics', facetMode: 'hierarchical', maximumTerms: 10, hierarchicalDepth: 3 }
    : { uri: name, title: name };

async function configuration(facetsToShow: object[]): Promise<string> {
  const { body } = await service.call('POST', '/api/configurations', {
    body: { config: { title: 'Economics', searchSpace: 'economics', filter: { facetsToShow } } },
  });
  expect(body.errors).toEqual([]);
  return String(body.id);
}

async function search(request: SearchRequest, id = usual): Promise<SearchResponse> {
  const { status, body } = await service.call('POST', `/api/configurations/${id}/search`, { body: request });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as SearchResponse;
}

describe.skipIf(!existsSync(data))('the economics collection', () => {
  beforeAll(prepare, 600_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  it('finds German titles for "unemployment"', async () => {
    const { result, query } = await search({ input: 'unemployment', count: 50 });
    expect(query.concepts.flatMap(({ alsoSearched }) => alsoSearched)).toContain('Arbeitslosigkeit');
    const german = result.filter(({ language }) => language === 'de');
    expect(german.length).toBeGreaterThan(0);
    expect(german.map(({ title }) => title).join(' ')).toMatch(/[Aa]rbeitslos/);
  });

  it('finds English titles for "Arbeitslosigkeit"', async () => {
    const { result } = await search({ input: 'Arbeitslosigkeit', count: 50 });
    const english = result.filter(({ language }) => language === 'en');
    expect(english.map(({ title }) => title).join(' ')).toMatch(/unemploy/i);
  });

  it.each(truths)('counts like %s', async (name) => {
    const expected = await readExpected(name);
    const { total, facets } = await search({ selectedFacets: expected.selected, count: 0 }, complete);
    expect(total).toBe(expected.total);
    const counted = countsIn(facets[0]!.facets);
    for (const [uri, count] of counted) expect(count, uri).toBe(expected.counts[uri]);
    const missing = Object.keys(expected.counts).filter((uri) => !counted.has(uri));
    expect(missing).toEqual([]);
  });

  it.each(visitorRequests)('responds to "%s" within a second', async (_, method, path, body) => {
    // The better of two, because other load may delay a single response.
    const took: number[] = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      const started = performance.now();
      const response = await service.call(method, `/api/configurations/${usual}/${path}`, { body });
      took.push(performance.now() - started);
      expect(response.status, JSON.stringify(response.body)).toBe(200);
    }
    expect(Math.min(...took)).toBeLessThan(1000);
  });
});

describe.runIf(!existsSync(data))('the economics collection', () => {
  it.skip('is missing (../shared/data/economics)', () => undefined);
});

interface Expected {
  selected: SearchRequest['selectedFacets'];
  total: number;
  counts: Record<string, number>;
}

/** Concepts are selected in a facet other than the counted one, other values by their literal. */
async function readExpected(name: string): Promise<Expected> {
  const truth = JSON.parse(await readFile(join(data, 'expected', name), 'utf8')) as {
    filter: string[];
    total: number;
    counts: Record<string, number>;
  };
  const selected = truth.filter.map((text) => {
    const [field = '', value = ''] = text.split(/=(.*)/s);
    return field === 'subjects' ? { field: stw, value } : { field, label: value };
  });
  return { ...truth, selected };
}

/** A concept appears under each of its broader concepts, always with the same count. */
function countsIn(refiners: Refiner[], counts = new Map<string, number>()): Map<string, number> {
  for (const { label, count, children } of refiners) {
    expect(counts.get(label) ?? count, label).toBe(count);
    counts.set(label, count);
    countsIn(children ?? [], counts);
  }
  return counts;
}
