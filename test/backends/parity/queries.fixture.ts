/** Queries of the parity test over the economics collection, and the comparison of results. */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FacetRequest, SearchQuery, SearchResult } from '@semantic-search/engine';
import type { SpaceContent } from '@semantic-search/engine/backend';
import { everything, facetRequest } from '../../../packages/engine/test/support/queries.ts';
import { documentsInBatches } from '../../../packages/server/bench/backends/corpus.ts';
import { root } from '../../support/service.ts';

const data = join(root, '../shared/data/economics');
export const hasData = existsSync(data);

const scheme = 'http://zbw.eu/stw';
const agriculture = `${scheme}/thsys/73373`;

/** Each is run with every filter. */
const inputs = [
  // Everything, and quoted phrases.
  '',
  '"unemployment"',
  '"monetary policy"',
  '"growth" -"china"',
  '"die entwicklung der"',
  '"european" "union"',
  '"steuern" -"tax" -"taxes"',
  'zzzzqqq',
  // Inflections, parts of compounds, concept labels, exclusions.
  'unemployment ',
  'Arbeitslosigkeit ',
  'growth -china',
  'die Entwicklung der Wirtschaft ',
  'the economics of the environment in developing countries ',
  'tax',
  'Unternehmen ',
  'European Union trade agreements ',
  'labour market policy for young people in rural areas ',
];

/** Each is run with one filter. */
const others = [
  // Unfinished words.
  'a',
  'ö',
  'un',
  'monetary pol',
  'Arbeitsm',
  'steuer',
  'Geldpolitik der Europ',
  '"monetary pol',
  '"die e',
  'growth -"eco',
  // Parts of compounds.
  'Steuer ',
  'Markt ',
  'Politik Arbeit ',
  'skatt ',
  // Exclusions of inflections, phrases and prefixes.
  'Wirtschaft -Deutschland',
  'policy -"monetary policy"',
  'inflation -geldpol',
  '-growth',
  'tax tax tax policy ',
  // Misspellings of words in documents, in labels, and in both.
  'unemploymnet ',
  'Arbeitslosigkiet ',
  'monetery polcy ',
  'inflaton targetting ',
  'Geldpolitk ',
  'Aussenhandle ',
  'enviromental economcs ',
  'agricultral subsidys -china',
  'globalisaton',
  'Umweltschuz',
  'the econmy of grece ',
  'keynesianisn ',
  'microfinanse instittions ',
  // Few results: parts of labels, some of the words.
  'subsidies for zeppelin builders in mongolia ',
  'water melon trade war tribunal ',
  'Eisenbahn Quantenphysik Kindergarten ',
  'aid policy instruments of development cooperation ',
  'zzzzqqq unemployment ',
  // Sentences, whose pairs of words count in the ranking.
  'determinants of household saving and consumer debt after the financial crisis of 2008 ',
  'Welche Folgen hat der demografische Wandel für die gesetzliche Rentenversicherung in Deutschland ',
  'Wie verändern digitale Technologien die Arbeitswelt in kleinen und mittleren Unternehmen ',
  // No words, and words in other scripts.
  '🐆',
  '- "" ( :',
  'ﷺ ½ naïve café straße',
  '経済 рынок труда ',
  '"unclosed phrase',
  'C++ R&D 9/11',
];

/** Filters, assigned round-robin to the queries. */
const narrowings: Partial<SearchQuery>[] = [
  {},
  { selected: [{ field: 'dyn_lit_type', values: [{ literal: 'Thesis' }, { literal: 'Book' }] }] },
  { selected: [{ field: 'dyn_uri_all_concepts', values: [{ concept: agriculture }] }] },
  { dateRange: { from: Date.UTC(2000, 0, 1), to: null } },
  {
    selected: [{ field: 'dyn_lit_language', values: [{ literal: 'de' }] }],
    excluded: [{ field: 'dyn_uri_all_concepts', values: [{ concept: agriculture }] }],
  },
];

const facet = (field: string, more: Partial<FacetRequest> = {}) =>
  facetRequest(field, { limit: 10_000, sorting: 'label', order: 'asc', ...more });

const mostFrequent = { sorting: 'count', order: 'desc' } as const;

/** All values, and the top values with each option that limits the request to the cluster. */
const facets = [
  facet('dyn_uri_all_concepts', { mode: 'hierarchical' }),
  facet('dyn_uri_all_concepts', { ...mostFrequent, limit: 20 }),
  facet('dyn_uri_all_concepts', { ...mostFrequent, limit: 15, mode: 'hierarchical', depth: 2 }),
  facet('dyn_uri_all_concepts', { mode: 'top', includeEmpty: true }),
  facet(agriculture, { ...mostFrequent, limit: 5 }),
  facet('dyn_lit_type', { includeEmpty: true }),
  facet('dyn_lit_language'),
  facet('dyn_lit_publisher', { ...mostFrequent, limit: 50 }),
  facet('dyn_flt_date'),
];

/** Questions that name so many labels that OpenSearch leaves out some, because Lucene limits the clauses of a query. */
export const questionsAboveClauseLimit = [
  'how do small open economies respond to sudden changes of monetary policy in the euro area ',
  'effects of foreign direct investment on economic growth in developing countries with weak institutions ',
  'renewable energy subsidies and carbon taxes as instruments of climate policy in the European Union ',
].map((input): SearchQuery => ({ ...everything, facets: [], input }));

/** The queries above, a third of the topic queries as typed, some of them quoted, and other sort orders. */
export function parityQueries(): SearchQuery[] {
  const lines = readFileSync(join(data, 'topic-queries.ndjson'), 'utf8').trimEnd().split('\n');
  const topics = lines.flatMap((line, i) => (i % 3 === 0 ? (JSON.parse(line) as { text: string }).text : []));
  const inTurn = (input: string, i: number) => ({ input, ...narrowings[i % narrowings.length]! });
  return [
    ...inputs.flatMap((input) => narrowings.map((narrowing) => ({ input, ...narrowing }))),
    ...others.map(inTurn),
    ...topics.filter((_, i) => i % 4 === 0).map((topic, i) => inTurn(`"${topic}"`, i)),
    ...topics.map((topic) => `${topic} `).map(inTurn),
    ...sorts.flatMap((sort) => ['', 'tax ', 'Entwicklung'].map((input) => ({ input, sort }))),
  ].map((query) => ({ ...everything, facets, ...query }));
}

const sorts = (['date', 'title'] as const).flatMap((field) =>
  (['asc', 'desc'] as const).map((direction) => ({ field, direction })),
);

export async function fill({ documents, thesaurus }: SpaceContent): Promise<number> {
  await thesaurus!.replaceThesaurus(createReadStream(join(data, 'stw.ttl')), 'text/turtle');
  let accepted = 0;
  for await (const some of documentsInBatches(join(data, 'docs.ndjson'))) {
    accepted += (await documents.put(some)).accepted;
  }
  return accepted;
}

/** Share of the top ten that both results have in common; 1 if both are empty. */
export function overlap(one: SearchResult, other: SearchResult): number {
  const ids = new Set(one.documents.map(({ id }) => id));
  const larger = Math.max(ids.size, other.documents.length);
  return larger === 0 ? 1 : other.documents.filter(({ id }) => ids.has(id)).length / larger;
}
