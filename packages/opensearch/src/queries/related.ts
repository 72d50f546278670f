/** Similar and recommended documents: the plugins of the embedded engine as queries. */
import type { RelatedQuery, ResultDocument } from '@semantic-search/engine';
import {
  ADJACENT_CONCEPT_WEIGHT,
  conceptsOf,
  documentText,
  MAX_SHARED_CONCEPTS,
  pluginsFor,
  presenter,
  RECOMMENDATION_WEIGHTS,
  sharedConcepts,
  unknownDocument,
} from '@semantic-search/engine/building-blocks';
import { runInSlices } from '@semantic-search/query/scheduling';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import {
  documentKey,
  parseSource,
  type StoredDocument,
  type StoredSource,
} from '../indices/index-document.ts';
import { type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { indexedText } from '../indices/terms.ts';
import { countConcepts } from './concept-counts.ts';
import { SOURCE_FIELDS, shownBy } from './search.ts';

interface Source {
  stored: StoredDocument;
  /** Tags of the document. */
  concepts: number[];
  date: number | null;
}

/** Scoring clauses and filters of a plugin. */
interface Criteria {
  should: object[];
  filter?: object[];
}

interface Plugin {
  name: string;
  canHandle(source: Source, thesaurus: Thesaurus): boolean;
  query(source: Source, thesaurus: Thesaurus): Criteria | Promise<Criteria>;
}

export const similarities: readonly Plugin[] = [
  {
    name: 'combined',
    canHandle: () => true,
    query: async (source, thesaurus) => ({
      should: [...byConcepts(source, thesaurus), ...(await byText(source))],
    }),
  },
  {
    name: 'concepts',
    canHandle: ({ concepts }) => concepts.length > 0,
    query: (source, thesaurus) => ({ should: byConcepts(source, thesaurus) }),
  },
  {
    name: 'text',
    canHandle: ({ stored }) => documentText(stored.content) !== '',
    query: async (source) => ({ should: await byText(source) }),
  },
];

export const recommenders: readonly Plugin[] = [
  {
    name: 'related-concepts',
    canHandle: ({ concepts }, thesaurus) => conceptWeights(concepts, thesaurus).size > concepts.length,
    query: ({ concepts }, thesaurus) => ({
      should: boostedTerms('about', conceptWeights(concepts, thesaurus), thesaurus),
    }),
  },
  {
    name: 'same-topic-newer',
    canHandle: ({ concepts, date }) => concepts.length > 0 && date !== null,
    query: (source, thesaurus) => ({
      should: byConcepts(source, thesaurus),
      filter: [{ range: { date: { gt: source.date } } }],
    }),
  },
];

/** Rejects with `unknown-document` or `unknown-plugin`. */
export async function related(
  relatedQuery: RelatedQuery,
  plugins: readonly Plugin[],
  target: QueryTarget,
): Promise<ResultDocument[]> {
  const { indexVersion } = target;
  const candidates = pluginsFor(relatedQuery, plugins);
  const { thesaurus } = indexVersion.thesaurus;
  const source = await loadSource(relatedQuery.id, target);
  const plugin = candidates.find((candidate) => candidate.canHandle(source, thesaurus));
  const { should, filter = [] } = (await plugin?.query(source, thesaurus)) ?? { should: [] };
  if (should.length === 0) return [];
  const itself = [{ term: { key: documentKey(relatedQuery.id) } }];
  const body = {
    size: relatedQuery.count,
    _source: SOURCE_FIELDS,
    query: { bool: { should, minimum_should_match: 1, filter, must_not: itself } },
    sort: [{ _score: 'desc' }, { key: 'asc' }],
  };
  const { hits } = await searchDocuments<StoredSource>(target, body);
  const others = hits.map(({ _score, _source }) => {
    const stored = parseSource(_source);
    const shared = sharedConcepts(source.concepts, conceptsOf(stored, thesaurus), thesaurus.ancestors);
    return { stored, score: _score ?? 0, shared };
  });
  const rarities = others.flatMap(({ shared }) => (shared.length > 1 ? shared : []));
  const counts = await countConcepts(rarities, target);
  const present = presenter(shownBy(indexVersion), { highlightTerms: [], highlightLabels: [] }, relatedQuery);
  return others.map(({ stored, score, shared }) => {
    const rarest = shared.sort((a, b) => counts[a]! - counts[b]!).slice(0, MAX_SHARED_CONCEPTS);
    const sharedNamed = rarest.map((concept) => ({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, relatedQuery.language),
    }));
    const found = present(stored, score, relatedQuery.documentFacets, relatedQuery.summaryLength);
    return { ...found, sharedConcepts: sharedNamed };
  });
}

/** Undefined if the index, which may be an alias, has no such document. */
export async function storedDocument(
  id: string,
  index: string,
  { cluster, signal }: Pick<QueryTarget, 'cluster' | 'signal'>,
): Promise<{ stored: StoredDocument; date: number | null } | undefined> {
  const body = { size: 1, _source: SOURCE_FIELDS, query: { term: { key: documentKey(id) } }, sort: ['date'] };
  const { hits } = await cluster.search<StoredSource>(`/${index}/_search`, body, signal);
  const [hit] = hits;
  if (!hit) return undefined;
  const { date } = hit._source.content.includes('"date"') ? { date: hit.sort?.[0] } : { date: null };
  return { stored: parseSource(hit._source), date: typeof date === 'number' ? date : null };
}

async function loadSource(id: string, target: QueryTarget): Promise<Source> {
  const { index, thesaurus } = target.indexVersion;
  const hit = await storedDocument(id, index, target);
  if (!hit) throw unknownDocument(id);
  return { ...hit, concepts: conceptsOf(hit.stored, thesaurus.thesaurus) };
}

/** Same concepts with full weight, concepts one step broader or narrower with a low weight. */
function byConcepts({ concepts }: Source, thesaurus: Thesaurus): object[] {
  const weights = new Map<number, number>();
  for (const concept of concepts) {
    for (const other of [...thesaurus.broader(concept), ...thesaurus.narrower(concept)])
      weights.set(other, ADJACENT_CONCEPT_WEIGHT);
  }
  for (const concept of concepts) weights.set(concept, 1);
  return boostedTerms('about', weights, thesaurus);
}

async function byText({ stored }: Source): Promise<object[]> {
  const { terms: like } = await runInSlices(indexedText(documentText(stored.content)));
  const selection = { min_term_freq: 1, min_doc_freq: 1, minimum_should_match: '1' };
  return like === '' ? [] : [{ more_like_this: { fields: ['terms'], like, ...selection } }];
}

/** Weights of the same, broader and related concepts. */
function conceptWeights(own: number[], thesaurus: Thesaurus): Map<number, number> {
  const weights = new Map<number, number>();
  for (const concept of own)
    for (const other of thesaurus.broader(concept)) weights.set(other, RECOMMENDATION_WEIGHTS.broader);
  for (const concept of own)
    for (const other of thesaurus.related(concept)) weights.set(other, RECOMMENDATION_WEIGHTS.related);
  for (const concept of own) weights.set(concept, RECOMMENDATION_WEIGHTS.same);
  return weights;
}

/** Term clauses scored by rarity, as in the engine. Limited, because a query can have 1024 clauses. */
function boostedTerms(field: string, weights: Map<number, number>, thesaurus: Thesaurus): object[] {
  return [...weights]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 500)
    .map(([concept, boost]) => ({ term: { [field]: { value: thesaurus.uri(concept), boost } } }));
}
