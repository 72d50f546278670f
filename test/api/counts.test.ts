/** Facet counts of responses against a full scan of the documents. */
import type {
  ConfigurationSettings,
  FacetGroup,
  FacetSetting,
  Refiner,
  SearchRequest,
  SearchResponse,
} from '@semantic-search/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Document,
  type FacetKind,
  type Hierarchy,
  matches,
  readDocuments,
  readHierarchy,
  type Selected,
} from '../support/brute-force.ts';
import { countedRequests } from '../support/counted-requests.ts';
import { served } from '../support/fixtures.ts';
import { root } from '../support/service.ts';

const attributes: Record<string, FacetKind> = {
  type: { kind: 'literal', attribute: 'type' },
  mass: { kind: 'number', attribute: 'mass' },
  lifespan: { kind: 'number', attribute: 'lifespan' },
  date: { kind: 'date', attribute: 'date' },
};

const service = served();
let documents: Document[];
let tree: Hierarchy;
const settings = new Map<number, ConfigurationSettings>();

beforeAll(async () => {
  documents = await readDocuments(`${root}/demo/data/field-guide.ndjson`);
  tree = await readHierarchy(`${root}/demo/data/field-guide.ttl`);
  for (const id of [1, 2, 3]) {
    const { body } = await service.call('GET', `/api/configurations/${id}`);
    settings.set(id, body.config as unknown as ConfigurationSettings);
  }
});

async function search(id: number, request: SearchRequest): Promise<SearchResponse> {
  const { status, body } = await service.call('POST', `/api/configurations/${id}/search`, { body: request });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as SearchResponse;
}

/** The documents that an input alone finds, page by page: what text matches is the engine's business. */
async function foundBy(id: number, { input }: SearchRequest): Promise<Document[]> {
  const found = new Set<string>();
  for (;;) {
    const { result, total } = await search(id, { input, start: found.size, count: 100 });
    for (const each of result) found.add(each.id);
    if (result.length === 0) {
      expect(found.size).toBe(total);
      return documents.filter((document) => found.has(document.id));
    }
  }
}

const kindOf = (reference: string): FacetKind =>
  attributes[reference.replace(/^dyn_(?:lit|flt)_/, '')] ?? { kind: 'concepts' };
const has = (document: Document, selected: Selected) =>
  matches(document, kindOf(selected.field ?? 'dyn_uri_all_concepts'), selected, tree);

/** What selections leave of the documents: values of one facet are alternatives, facets narrow each other. */
function narrowed(found: Document[], request: SearchRequest, ignoredField?: string): Document[] {
  const { selectedFacets = [], excludedFacets = [], dateRange } = request;
  const fields = [...new Set(selectedFacets.map(({ field }) => field))].filter(
    (field) => field !== ignoredField,
  );
  const inRange = `[${dateRange?.from ?? '*'} TO ${dateRange?.to ?? '*'}]`;
  return found.filter(
    (document) =>
      fields.every((field) =>
        selectedFacets.some((selected) => selected.field === field && has(document, selected)),
      ) &&
      !excludedFacets.some((excluded) => has(document, excluded)) &&
      (!dateRange || has(document, { field: 'date', label: inRange })),
  );
}

/** Every refiner of a group, on every level. */
function everyRefiner({ facets }: Pick<FacetGroup, 'facets'>): Refiner[] {
  return facets.flatMap((refiner) => [refiner, ...everyRefiner({ facets: refiner.children ?? [] })]);
}

const numbers = (refiners: Refiner[]) =>
  refiners.map(({ label, value, count }) => [value ?? label, count] as const);

async function withFields(id: number, request: SearchRequest): Promise<SearchRequest> {
  const empty = await search(id, { count: 0 });
  const resolve = (selected?: Selected[]) =>
    selected?.map((each) => ({
      ...each,
      field: empty.facets.find(({ label }) => label === each.field)?.field ?? each.field,
    }));
  return {
    ...request,
    ...(request.selectedFacets && { selectedFacets: resolve(request.selectedFacets) }),
    ...(request.excludedFacets && { excludedFacets: resolve(request.excludedFacets) }),
  } as SearchRequest;
}

describe.each(countedRequests)('a search for %s', (_, id, titled) => {
  let request: SearchRequest;
  let matching: Document[];
  let response: SearchResponse;
  beforeAll(async () => {
    request = await withFields(id, titled);
    matching = await foundBy(id, request);
    response = await search(id, request);
  });

  it('returns the number of matching documents as total', () => {
    expect(response.total).toBe(narrowed(matching, request).length);
  });

  it('returns counts that equal the results if the value were selected', () => {
    expect(response.facets.map(({ label }) => label)).toEqual(titlesOf(id));
    for (const group of response.facets) {
      const left = narrowed(matching, request, group.field);
      const refiners = everyRefiner(group);
      const counted = refiners.map((refiner): Refiner => {
        const selected = { field: group.field, label: refiner.label, value: refiner.value };
        return { ...refiner, count: left.filter((document) => has(document, selected)).length };
      });
      expect(numbers(refiners), group.label).toEqual(numbers(counted));
    }
  });

  it('returns the values with the highest counts, up to the limit', () => {
    for (const [index, group] of response.facets.entries()) {
      const left = narrowed(matching, request, group.field);
      const setting = settings.get(id)!.filter.facetsToShow[index]!;
      const expected = allCounts(setting, group, left);
      if (setting.sorting === 'count')
        expect(shownCounts(group.facets), group.label).toEqual(expected.slice(0, setting.maximumTerms));
      else {
        // Empty ranges between others are returned, too.
        const filled = group.facets.filter(({ count }) => count > 0);
        expect(filled.length).toBe(Math.min(expected.length, setting.maximumTerms));
      }
    }
  });
});

const titlesOf = (id: number) => settings.get(id)!.filter.facetsToShow.map(({ title }) => title);

const shownCounts = (refiners: Refiner[]) => refiners.map(({ count }) => count).sort((a, b) => b - a);

/** The counts of the first level, by brute force; of ranges, whatever the steps, every document has its place. */
function allCounts(setting: FacetSetting, group: FacetGroup, left: Document[]): number[] {
  const facet = kindOf(setting.uri);
  const counts =
    facet.kind === 'concepts'
      ? valuesOfTree(setting.uri, setting.facetMode).map((value) =>
          countOf(left, { field: group.field, value }),
        )
      : facet.kind === 'literal'
        ? distinct(left, facet.attribute).map((label) => countOf(left, { field: group.field, label }))
        : shownCounts(group.facets);
  if (facet.kind === 'number' || facet.kind === 'date') {
    const sum = counts.reduce((all, count) => all + count, 0);
    expect(sum, group.label).toBe(left.filter((document) => document[facet.attribute] !== undefined).length);
  }
  return counts.filter((count) => count > 0).sort((a, b) => b - a);
}

const countOf = (left: Document[], selected: Selected) =>
  left.filter((document) => has(document, selected)).length;
const distinct = (left: Document[], attribute: string) => [
  ...new Set(left.flatMap((document) => (document[attribute] ?? []) as string)),
];

function valuesOfTree(uri: string, mode: string): string[] {
  const tops = tree.tops(uri);
  const first = tops.length > 0 ? tops : tree.narrower(uri);
  return mode === 'flat' ? (tops.length > 0 ? tree.members(uri) : below(first)) : first;
}

const below = (concepts: string[]): string[] => [
  ...new Set(concepts.flatMap((concept) => [concept, ...below(tree.narrower(concept))])),
];

it('a selected value with a word and a value of another facet returns as many results as its count', async () => {
  const selectedFacets = [{ field: 'Type', label: 'mammal' }];
  const request = await withFields(1, { input: 'forest', selectedFacets });
  const response = await search(1, { ...request, count: 0 });
  for (const group of response.facets) {
    for (const { label, value, count } of everyRefiner(group)) {
      const others = (request.selectedFacets ?? []).filter((each) => each.field !== group.field);
      const selected = [...others, { field: group.field, label, value }];
      const { total } = await search(1, { ...request, selectedFacets: selected, count: 0, facetsToShow: [] });
      expect(total, `${group.label}: ${label}`).toBe(count);
    }
  }
});

describe('an invalid selection', () => {
  it.each([
    [
      {
        selectedFacets: [
          { field: 'type', label: 'bird' },
          { field: 'no-facet', label: 'a' },
        ],
      },
      'selectedFacets[1].field',
    ],
    [{ excludedFacets: [{ field: 'mass', label: 'heavy' }] }, 'excludedFacets[0]'],
  ])('is rejected with the path of the member: %j', async (body, key) => {
    const { status, body: problem } = await service.call('POST', '/api/configurations/1/search', { body });
    expect(status).toBe(400);
    expect(problem).toMatchObject({ errors: [{ key, message: expect.stringMatching(/facet|range/) }] });
  });
});
