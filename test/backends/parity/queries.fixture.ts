/** What the embedded engine and a cluster are both asked about the economics collection, and how their answers are compared. */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FacetQuestion, SearchAnswer, SearchQuery } from '@semantic-search/engine';
import { everything, facetQuestion } from '../../../packages/engine/test/support/queries.ts';
import { documentsInBatches } from '../../../packages/server/bench/backends/corpus.ts';
import type { SpaceContent } from '../../../packages/server/src/backends/backend.ts';
import { root } from '../../support/service.ts';

const data = join(root, '../shared/data/economics');
export const hasData = existsSync(data);

const scheme = 'http://zbw.eu/stw';
const agriculture = `${scheme}/thsys/73373`;

/** Each is put with every narrowing. */
const inputs = [
  // Everything, and what stands in quotes.
  '',
  '"unemployment"',
  '"monetary policy"',
  '"growth" -"china"',
  '"die entwicklung der"',
  '"european" "union"',
  '"steuern" -"tax" -"taxes"',
  'zzzzqqq',
  // Other forms of words, parts of compounds, labels of concepts, exclusions.
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

/** Each is put with one narrowing. */
const others = [
  // Words that are not yet typed to their end.
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
  // Exclusions of forms, phrases and beginnings.
  'Wirtschaft -Deutschland',
  'policy -"monetary policy"',
  'inflation -geldpol',
  '-growth',
  'tax tax tax policy ',
  // Errors in typing: words of documents, words of labels, and both.
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
  // Little is found: parts of labels, some of the words.
  'subsidies for zeppelin builders in mongolia ',
  'water melon trade war tribunal ',
  'Eisenbahn Quantenphysik Kindergarten ',
  'aid policy instruments of development cooperation ',
  'zzzzqqq unemployment ',
  // No words of any kind, and words of other scripts.
  '🐆',
  '- "" ( :',
  'ﷺ ½ naïve café straße',
  '経済 рынок труда ',
  '"unclosed phrase',
  'C++ R&D 9/11',
];

/** Each in turn is put with every input. */
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

const facet = (field: string, more: Partial<FacetQuestion> = {}) =>
  facetQuestion(field, { limit: 10_000, sorting: 'label', order: 'asc', ...more });

const mostFrequent = { sorting: 'count', order: 'desc' } as const;

/** All values, and the first ones in every way that fewer than all are asked of a cluster for. */
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

/** The inputs, the words for topics as people typed them and some of these in quotes, and other orders than by relevance. */
export function questions(): SearchQuery[] {
  const lines = readFileSync(join(data, 'topic-queries.ndjson'), 'utf8').trimEnd().split('\n');
  const topics = lines.map((line) => (JSON.parse(line) as { text: string }).text);
  const inTurn = (input: string, i: number) => ({ input, ...narrowings[i % narrowings.length]! });
  return [
    ...inputs.flatMap((input) => narrowings.map((narrowing) => ({ input, ...narrowing }))),
    ...others.map(inTurn),
    ...topics.filter((_, i) => i % 4 === 0).map((topic, i) => inTurn(`"${topic}"`, i)),
    ...topics.map((topic) => `${topic} `).map(inTurn),
    ...sorts.flatMap((sort) => ['', 'tax ', 'Entwicklung'].map((input) => ({ input, sort }))),
  ].map((asked) => ({ ...everything, facets, ...asked }));
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

/** Of the ten best of the two, the share that both have; 1 where there are none. */
export function overlap(one: SearchAnswer, other: SearchAnswer): number {
  const ids = new Set(one.documents.map(({ id }) => id));
  const most = Math.max(ids.size, other.documents.length);
  return most === 0 ? 1 : other.documents.filter(({ id }) => ids.has(id)).length / most;
}
