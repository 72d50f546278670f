/** Fake search service for browser tests: implements the API over a small corpus. */
import type {
  DocumentConcept,
  FacetGroup,
  Refiner,
  RetrievedDocument,
  SearchRequest,
  SearchResponse,
  SelectedFacet,
} from '@semantic-search/contract';
import { type Entry, entries, labelOf, publishers, topics, types, value } from './library.ts';
import { testSettings } from './settings.ts';

export { testSettings };

const ranges = [
  [20, 100],
  [100, 200],
  [200, 300],
  [300, 420],
] as const;
const inRange = (pages: number, label: string) =>
  label.startsWith('[') ||
  ranges.some(([from, to]) => label === `${from} – ${to}` && pages >= from && pages < to);

const within = (uri: string): string[] => [
  uri,
  ...topics.filter(({ broader }) => broader === uri).flatMap((one) => within(one.uri)),
];

function fits(entry: Entry, { field = '', label = '', value: uri }: SelectedFacet): boolean {
  if (field === 'dyn_lit_type') return entry.document.type === label;
  if (field === 'dyn_lit_publisher') return entry.publisher === label;
  if (field === 'dyn_flt_pages') return inRange(entry.pages, label);
  const concept = [label, uri ?? ''].find((one) => one.startsWith('https://')) ?? '';
  return within(concept).some((one) => entry.topics.includes(one));
}

function found({ input = '', selectedFacets = [], dateRange }: SearchRequest, without?: string): Entry[] {
  const words = input.toLowerCase().replaceAll('"', '').split(/\s+/).filter(Boolean);
  const fields = [...new Set(selectedFacets.map(({ field = '' }) => field))].filter(
    (field) => field !== without,
  );
  return entries.filter(
    (entry) =>
      words.every((word) =>
        `${entry.document.title} ${entry.topics.map(labelOf).join(' ')}`.toLowerCase().includes(word),
      ) &&
      fields.every((field) => selectedFacets.some((facet) => facet.field === field && fits(entry, facet))) &&
      (!dateRange?.from || entry.document.date! >= Date.parse(String(dateRange.from))) &&
      (!dateRange?.to || entry.document.date! <= Date.parse(String(dateRange.to))),
  );
}

function tree(pool: Entry[], broader?: string): Refiner[] {
  return topics
    .filter((one) => one.broader === broader)
    .map(({ uri, label }) => ({
      count: pool.filter((entry) => fits(entry, { field: '', value: uri })).length,
      label,
      value: uri,
      children: tree(pool, uri),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

const counted = (labels: readonly string[], count: (label: string) => number): Refiner[] =>
  labels
    .map((label) => value(label, count(label)))
    .filter((one) => one.count > 0)
    .sort((a, b) => b.count - a.count);

export function search(request: SearchRequest, { itemsPerPage = 10 } = {}): SearchResponse {
  const all = found(request);
  const order = request.sort?.field;
  if (order === 'date')
    all.sort((a, b) => (request.sort!.direction === 'asc' ? 1 : -1) * (a.document.date! - b.document.date!));
  const pool = (field: string) => found(request, field);
  const facets: FacetGroup[] = [
    { field: 'dyn_uri_topics', label: 'Topic', facets: tree(pool('dyn_uri_topics')) },
    {
      field: 'dyn_lit_type',
      label: 'Type',
      facets: counted(
        types,
        (label) => pool('dyn_lit_type').filter(({ document }) => document.type === label).length,
      ),
    },
    {
      field: 'dyn_lit_publisher',
      label: 'Publisher',
      facets: counted(
        publishers,
        (label) => pool('dyn_lit_publisher').filter((entry) => entry.publisher === label).length,
      ),
    },
    {
      field: 'dyn_flt_pages',
      label: 'Pages',
      facets: ranges
        .map(([from, to]) => `${from} – ${to}`)
        .map((label) =>
          value(label, pool('dyn_flt_pages').filter((entry) => inRange(entry.pages, label)).length),
        ),
    },
  ];
  const input = (request.input ?? '').toLowerCase();
  const start = request.start ?? 0;
  const understood = topics.filter(
    ({ label }) => input && !input.includes('"') && label.toLowerCase() === input,
  );
  return {
    ...envelope('search', all.length),
    result: all.slice(start, start + itemsPerPage).map(({ document }) => cut(document, input)),
    concepts: [],
    facets,
    query: {
      concepts: understood.map(({ uri, label, synonym }) => ({
        uri,
        label,
        matchingLabel: label,
        begin: 0,
        end: label.length,
        alsoSearched: [synonym ?? '', ...within(uri).slice(1).map(labelOf)].filter(Boolean),
      })),
    },
    ...(input === 'inflatoin' && { suggestion: 'inflation' }),
  };
}

function cut(document: RetrievedDocument, input: string): RetrievedDocument {
  const description = `${document.description.slice(0, 200).replace(/\s\S*$/, '')} …`;
  return {
    ...document,
    description,
    highlights: { title: spans(document.title, input), description: spans(description, input) },
  };
}

function spans(where: string, word: string): { begin: number; end: number }[] {
  const begin = word ? where.toLowerCase().indexOf(word) : -1;
  return begin < 0 ? [] : [{ begin, end: begin + word.length }];
}

const envelope = (kind: string, total: number) => ({
  message: '3 ms',
  resultType: `application/vnd.semantic-search.${kind}-v2+json`,
  status: 200,
  success: true,
  total,
});

function suggestions(fragment: string) {
  const wanted = fragment.toLowerCase();
  const result = topics.flatMap(({ uri, label, synonym, broader }) => {
    const matchingLabel = [label, synonym ?? ''].find((one) => one.toLowerCase().includes(wanted));
    const context = broader ? labelOf(broader) : null;
    return matchingLabel
      ? [
          {
            field: 'dyn_uri_topics',
            value: uri,
            label,
            matchingLabel,
            matches: spans(matchingLabel, wanted),
            context,
            count: 7,
          },
        ]
      : [];
  });
  return { ...envelope('suggestion', result.length), result };
}

function conceptsIn(description: string): DocumentConcept[] {
  return topics
    .map(({ uri, label, broader }) => ({
      uri,
      label,
      definition: `${label}, as the field uses the word.`,
      broader: broader ? [{ uri: broader, label: labelOf(broader) }] : [],
      positions: { title: [], description: spans(description, label.toLowerCase()) },
    }))
    .filter(({ positions }) => positions.description.length);
}

function near(uri: string): RetrievedDocument[] {
  const self = entries.find(({ document }) => document.id === uri)!;
  return entries
    .filter((entry) => entry !== self && entry.topics.some((one) => self.topics.includes(one)))
    .map((entry) => ({
      ...cut(entry.document, ''),
      sharedConcepts: entry.topics
        .filter((one) => self.topics.includes(one))
        .map((one) => ({ uri: one, label: labelOf(one) })),
    }));
}

/** Response of the fake service: status and body. */
export function respond(
  url: URL,
  body: string,
  settings = testSettings(),
): { status: number; body: unknown } {
  const [, id, operation] = /\/api\/configurations\/(\d+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
  const ok = (of: unknown) => ({ status: 200, body: of });
  const uri = url.searchParams.get('uri') ?? '';
  if (!operation) return ok({ id: Number(id), created: '2026-01-01T00:00:00.000Z', config: settings });
  if (operation === 'search') return ok(search(JSON.parse(body || '{}') as SearchRequest, settings.result));
  if (operation === 'suggestConcepts') return ok(suggestions(url.searchParams.get('searchString') ?? ''));
  const document = entries.find((entry) => entry.document.id === uri)?.document;
  if (!document)
    return {
      status: 404,
      body: {
        type: '/problems/not-found',
        title: 'Not found',
        status: 404,
        detail: 'There is no such document.',
        instance: 'r-1',
      },
    };
  if (operation === 'document') return ok({ ...document, concepts: conceptsIn(document.description) });
  const neighbours = near(uri);
  // Some recommended documents are similar documents, too.
  const result = operation === 'getRecommendations' ? neighbours.slice(2, 7) : neighbours.slice(0, 5);
  return ok({ ...envelope('similar', result.length), result });
}
