/**
 * Scopes: every operation with a token over half of a space answers like a space that has only this half.
 *
 * An operation or tool that is not listed here fails, so that no new one forgets the scope.
 */
import { agentTools, type DocumentScope, operations } from '@semantic-search/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { secrets } from './support/forged-tokens.ts';
import { everyScope, type Json } from './support/server.ts';
import { served } from './support/service.ts';

const server = served(secrets, openContent);

const halves = ['a', 'b'] as const;
type Half = (typeof halves)[number];
const base = 'https://example.org/';
const thesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <${base}> .
  :animals a skos:ConceptScheme ; skos:prefLabel "Animals"@en ; skos:hasTopConcept :mammal, :bird .
  :mammal a skos:Concept ; skos:prefLabel "Mammal"@en ; skos:inScheme :animals .
  :bird a skos:Concept ; skos:prefLabel "Bird"@en ; skos:inScheme :animals .
  :whale a skos:Concept ; skos:prefLabel "Whale"@en, "Wal"@de ; skos:broader :mammal ; skos:related :owl ; skos:inScheme :animals .
  :otter a skos:Concept ; skos:prefLabel "Otter"@en ; skos:broader :mammal ; skos:inScheme :animals .
  :owl a skos:Concept ; skos:prefLabel "Owl"@en, "Eule"@de ; skos:broader :bird ; skos:inScheme :animals .
  :heron a skos:Concept ; skos:prefLabel "Heron"@en ; skos:broader :bird ; skos:inScheme :animals .`;

/** A small pseudorandom generator (Lehmer), so that failures can be repeated. */
let state = 20_240_601;
const random = (below: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
};
const pick = <Value>(values: readonly Value[]) => values[random(values.length)]!;

/** Some words, concepts, types, languages and dates are in one half only. */
const own = {
  a: {
    words: 'harbor lantern granite',
    concepts: ['whale', 'mammal'],
    types: ['map'],
    languages: ['en', 'de'],
  },
  b: { words: 'zeppelin quartz velvet', concepts: ['owl', 'bird'], types: ['film'], languages: ['en', 'fr'] },
};
const shared = 'river valley forest winter summer stone bridge market island';

function documentOf(half: Half, number: number) {
  const words = `${shared} ${shared} ${own[half].words}`.split(' ');
  const text = Array.from({ length: 12 }, () => pick(words)).join(' ');
  return {
    id: `${base}${half}/${number}`,
    title: `${pick(words)} ${pick(words)} ${number % 7}`,
    description: `${text}. The ${pick(own[half].concepts)} and the heron.`,
    link: `${base}${half}/${number}.html`,
    date: `20${10 + random(half === 'a' ? 5 : 12)}-0${1 + random(9)}-11`,
    language: pick(own[half].languages),
    type: pick(['book', 'letter', ...own[half].types]),
    mass: random(half === 'a' ? 100 : 5000),
    site: half,
    ...(half === 'b' && { shelf: 'secret' }),
    subjects: [pick([...own[half].concepts, 'heron', 'otter'])].map((name) => base + name),
  };
}
const documents = Object.fromEntries(
  halves.map((half) => [half, Array.from({ length: 40 }, (_, number) => documentOf(half, number))]),
) as Record<Half, ReturnType<typeof documentOf>[]>;

const facet = (uri: string, more = {}) => ({ uri, title: uri, maximumTerms: 20, ...more });
const config = {
  title: 'Halves',
  result: { itemsPerPage: 100 },
  filter: {
    hideEmptyFacets: false,
    facetsToShow: [
      facet(`${base}animals`, { facetMode: 'hierarchical' }),
      facet('type'),
      facet('site'),
      facet('shelf'),
      facet('mass', { sorting: 'label', sortingOrder: 'asc', maximumTerms: 5 }),
      facet('date', { maximumTerms: 4 }),
    ],
  },
  details: { detailsToShow: [{ uri: 'mass' }], numberOfRecommendations: 20 },
};
const only = (...values: string[]): DocumentScope => ({ include: [{ uri: 'site', values }] });

const configurations: Record<string, number> = {};
const tokens: Record<string, string> = {};

async function fill(space: string, content: readonly object[]): Promise<void> {
  await server.call('PUT', `/api/spaces/${space}/thesaurus`, thesaurus, { 'Content-Type': 'text/turtle' });
  const lines = content.map((document) => JSON.stringify(document)).join('\n');
  await server.call('POST', `/api/spaces/${space}/documents`, lines, {
    'Content-Type': 'application/x-ndjson',
  });
  configurations[space] = await configure({ searchSpace: space });
}

async function configure(more: object): Promise<number> {
  return Number((await server.created({ ...config, ...more })).split('/').at(-1));
}

async function tokenFor(filter?: DocumentScope): Promise<string> {
  const { token } = await server.issuer.access({
    subject: 'visitor',
    scopes: everyScope,
    filter,
    lifetime: 600,
  });
  return token;
}

beforeAll(async () => {
  const mixed = Array.from({ length: 40 }, (_, number) =>
    halves.map((half) => documents[half][number]!),
  ).flat();
  await fill('all', mixed);
  for (const half of halves) {
    await fill(half, documents[half]);
    tokens[half] = await tokenFor(only(half));
  }
  tokens.all = await tokenFor();
});

/** A request of one operation; `path` continues that of the configuration. */
interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}
const get = (path: string): Request => ({ method: 'GET', path });
const post = (path: string, body: object): Request => ({ method: 'POST', path, body });
const ids = halves.flatMap((half) => documents[half].slice(0, 4).map(({ id }) => id));
const ofEachDocument = (path: string) => ids.map((id) => get(`${path}uri=${encodeURIComponent(id)}`));
const inputs = [
  ...['', 'river', 'whale', 'bird', 'zepelin', 'velvet bridge', 'r'],
  ...['"stone bridge"', 'river -quartz', 'Eule'],
];
const searches = inputs.flatMap((input) => [
  post('/search', { input }),
  post('/search', { input, language: 'de', sort: { field: 'date' }, start: 2, count: 5 }),
  post('/search', {
    input,
    language: 'en',
    sort: { field: 'title' },
    selectedFacets: [{ field: 'type', label: 'film' }],
  }),
  post('/search', {
    input,
    selectedFacets: [{ field: 'site', label: 'a' }],
    excludedFacets: [{ field: 'mass', label: '[* TO 20]' }],
  }),
  post('/search', { input, selectedFacets: [{ field: 'shelf', label: 'secret' }] }),
]);

/** What each operation of the contract is compared on; `denied`: it never answers a token with a filter. */
const requests: Record<string, Request[] | 'denied' | 'no documents'> = {
  search: searches,
  suggestConcepts: ['w', 'o', 'ow', 'bi', 'her', 'wha', 'ott', 'mammal', 'x'].flatMap((text) => [
    get(`/suggestConcepts?searchString=${text}`),
    get(`/suggestConcepts?searchString=${text}&context=${encodeURIComponent(`${base}animals`)}&language=de`),
  ]),
  getSimilar: ofEachDocument('/getSimilar?number=50&'),
  getRecommendations: ['related-concepts', 'same-topic-newer'].flatMap((name) =>
    ofEachDocument(`/getRecommendations?recommender=${name}&`),
  ),
  getDocument: ofEachDocument('/document?'),
  findPassages: inputs.flatMap((input) => [
    post('/passages', { input, count: 50 }),
    post('/passages', { input, selectedFacets: [{ field: 'type', label: 'film' }] }),
  ]),
  extractConcepts: [post('/extractConcepts', { text: 'An owl and a whale.', language: 'en' })],
  sendEvents: 'no documents',
  getPopularSearches: 'no documents',
  getFeed: ['', 'river', 'zeppelin'].flatMap((input) => [
    get(`/feed?format=json&input=${input}`),
    get(`/feed?format=json&input=${input}&facet=dyn_lit_type%7Cfilm%7C`),
  ]),
  getConfiguration: 'no documents',
  getToken: 'no documents',
  getSession: 'no documents',
  signIn: 'no documents',
  signOut: 'no documents',
  startSignIn: 'no documents',
  getHealth: 'no documents',
  getReadiness: 'no documents',
  getVersion: 'no documents',
};
for (const { id, scope } of operations)
  if (scope !== 'search' && scope !== 'any' && scope !== null) requests[id] ??= 'denied';

async function send({ method, path, body }: Request, configuration: number, token: string) {
  const url = `/api/configurations/${configuration}${path}`;
  const response = await server.call(method, url, body, { Authorization: `Bearer ${token}` });
  return { status: response.status, body: comparable(response.body) };
}

const changing = new Set(['message', 'searchSpaceId', 'instance', 'requestId', 'score', 'feed_url']);
/** Without durations, names of spaces, addresses and scores. */
function comparable(body: Json): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (changing.has(key) ? undefined : value)));
}

/** Without a scope, concepts without documents are suggested, too. */
function withoutUnused(answer: Awaited<ReturnType<typeof send>>) {
  const body = answer.body as { result: { count: number }[] };
  const result = body.result.filter(({ count }) => count > 0);
  return { ...answer, body: { ...body, result, total: result.length } };
}

describe('every operation of the contract', () => {
  test('is listed here', () => {
    expect(Object.keys(requests).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  for (const [id, list] of Object.entries(requests).filter(([, each]) => Array.isArray(each))) {
    test.each(halves)(`${id} with a token over half %s answers as the space of this half`, async (half) => {
      const differing: unknown[] = [];
      for (const request of list as Request[]) {
        const scoped = await send(request, configurations.all!, tokens[half]!);
        // A model learns from all documents, so an extraction with a scope uses none.
        const token = id === 'extractConcepts' ? tokens[half]! : tokens.all!;
        const unscoped = await send(request, configurations[half]!, token);
        const expected = id === 'suggestConcepts' ? withoutUnused(unscoped) : unscoped;
        try {
          expect(scoped).toEqual(expected);
        } catch (error) {
          differing.push([request, String(error)]);
        }
      }
      expect(differing).toEqual([]);
    });
  }

  test('that shows or changes other documents is forbidden with a filter', async () => {
    const denied = operations.filter(({ id }) => requests[id] === 'denied');
    expect(denied.length).toBeGreaterThan(20);
    for (const { id, method, path } of denied) {
      const url = path
        .replace('{configId}', String(configurations.all))
        .replace('{space}', 'all')
        .replaceAll(/\{\w+\}/g, '1');
      const { status } = await server.call(method.toUpperCase(), url, undefined, {
        Authorization: `Bearer ${tokens.a}`,
      });
      expect(status, id).toBe(403);
    }
  });
});

describe('every tool for agents', () => {
  const uri = ids[0]!;
  const hidden = ids.at(-1)!;
  const calls: Record<string, object[]> = {
    search: inputs.map((input) => ({ input })),
    suggest_concepts: [{ searchString: 'w' }, { searchString: 'o' }, { searchString: 'bird' }],
    read_document: [{ uri }, { uri: hidden }],
    similar_documents: [{ uri }, { uri: hidden }],
  };

  test('is listed here', () => {
    expect(Object.keys(calls).sort()).toEqual(Object.keys(agentTools).sort());
  });

  test.each(halves)('answers a token over half %s as the space of this half', async (half) => {
    for (const [name, list] of Object.entries(calls))
      for (const input of list) {
        const scoped = await callTool(name, { ...input, configuration: configurations.all }, tokens[half]!);
        const expected = await callTool(name, { ...input, configuration: configurations[half] }, tokens.all!);
        const used = (list as { count?: number }[]) && expected;
        expect(withoutUnusedConcepts(scoped), `${name} ${JSON.stringify(input)}`).toEqual(
          withoutUnusedConcepts(used),
        );
      }
  });

  async function callTool(name: string, input: object, token: string) {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
    const { body } = await server.call('POST', '/mcp', message, {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
    });
    return body.result as unknown as {
      isError?: boolean;
      structuredContent?: { concepts?: { count: number }[] };
    };
  }

  function withoutUnusedConcepts({ isError, structuredContent }: Awaited<ReturnType<typeof callTool>>) {
    if (isError || !structuredContent) return { isError };
    const { concepts, ...other } = structuredContent;
    return { ...other, concepts: concepts?.filter(({ count }) => count !== 0) };
  }
});
