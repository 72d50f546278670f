/** Similar and recommended documents: the plugins of the embedded engine as queries. */
import type { RelatedQuery, ResultDocument } from '@semantic-search/engine';
import {
  conceptsOf,
  documentText,
  followConcepts,
  MAX_SHARED_CONCEPTS,
  parseDate,
  pluginsFor,
  presenter,
  sharedConcepts,
  unknownDocument,
  withAdjacentConcepts,
} from '@semantic-search/engine/building-blocks';
import { runInSlices } from '@semantic-search/query/scheduling';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import {
  documentKey,
  parseSource,
  SOURCE_FIELDS,
  type StoredDocument,
  type StoredSource,
  storedDocument,
} from '../indices/index-document.ts';
import { indexedText } from '../indices/indexed-text.ts';
import { type QueryTarget, searchDocuments } from '../indices/query-target.ts';
import { countConcepts } from './value-counts.ts';

/** A document with its tags. */
type Source = StoredDocument & { concepts: number[]; date: number | null };

interface Plugin {
  name: string;
  /** Scoring clauses; none if the plugin cannot handle the document. */
  clauses(source: Source, thesaurus: Thesaurus): object[] | Promise<object[]>;
  filter?(source: Source): object;
  /** Concepts that lead to hits in addition to the concepts of the source. */
  leadsTo?(source: Source, thesaurus: Thesaurus): Iterable<number>;
}

export const similarities: readonly Plugin[] = [
  {
    name: 'combined',
    clauses: async (source, thesaurus) => [...byConcepts(source, thesaurus), ...(await byText(source))],
  },
  { name: 'concepts', clauses: byConcepts },
  { name: 'text', clauses: byText },
];

export const recommenders: readonly Plugin[] = [
  {
    name: 'related-concepts',
    clauses({ concepts }, thesaurus) {
      const { weights } = followConcepts(concepts, thesaurus);
      return weights.size > concepts.length ? conceptTerms(weights, thesaurus) : [];
    },
    leadsTo: ({ concepts }, thesaurus) => followConcepts(concepts, thesaurus).weights.keys(),
  },
  {
    name: 'same-topic-newer',
    clauses: (source, thesaurus) => (source.date === null ? [] : byConcepts(source, thesaurus)),
    filter: ({ date }) => ({ range: { date: { gt: date } } }),
  },
];

/** Rejects with `unknown-document` or `unknown-plugin`. */
export async function related(
  relatedQuery: RelatedQuery,
  plugins: readonly Plugin[],
  target: QueryTarget,
): Promise<ResultDocument[]> {
  const { id, count, language } = relatedQuery;
  const { indexVersion } = target;
  const { thesaurus } = indexVersion;
  const candidates = pluginsFor(relatedQuery, plugins);
  const stored = await storedDocument(id, indexVersion.index, target.cluster, target.signal);
  if (!stored) throw unknownDocument(id);
  const date = parseDate(stored.content.date, stored.content.language);
  const source = { ...stored, date, concepts: conceptsOf(stored, thesaurus) };
  const { query, leading } = await firstQuery(candidates, source, thesaurus);
  if (!query) return [];
  const body = { size: count, _source: SOURCE_FIELDS, query, sort: [{ _score: 'desc' }, { key: 'asc' }] };
  const { hits } = await searchDocuments<StoredSource>(target, body);
  const documents = hits.map(({ _source }) => parseSource(_source));
  const shared = documents.map((document) =>
    sharedConcepts(source.concepts, conceptsOf(document, thesaurus), thesaurus.ancestors, leading),
  );
  const counts = await countConcepts(shared.filter((concepts) => concepts.length > 1).flat(), target);
  const present = presenter(indexVersion, { highlightTerms: [], highlightLabels: [] }, relatedQuery);
  const named = (concept: number) => ({
    uri: thesaurus.uri(concept),
    label: thesaurus.label(concept, language),
  });
  return documents.map((document, i) => {
    const rarest = shared[i]!.sort((a, b) => counts[a]! - counts[b]!).slice(0, MAX_SHARED_CONCEPTS);
    return { ...present(document, hits[i]!._score ?? 0), sharedConcepts: rarest.map(named) };
  });
}

/** Query of the first plugin that can handle the document, without the document itself; undefined if none can. */
async function firstQuery(plugins: readonly Plugin[], source: Source, thesaurus: Thesaurus) {
  for (const { clauses, filter, leadsTo } of plugins) {
    const should = await clauses(source, thesaurus);
    if (should.length === 0) continue;
    const itself = { term: { key: documentKey(source.id) } };
    const bool = { should, minimum_should_match: 1, filter: filter?.(source) ?? [], must_not: itself };
    return { query: { bool }, leading: new Set(leadsTo?.(source, thesaurus)) };
  }
  return {};
}

function byConcepts({ concepts }: Source, thesaurus: Thesaurus): object[] {
  return conceptTerms(withAdjacentConcepts(concepts, thesaurus), thesaurus);
}

async function byText({ content }: Source): Promise<object[]> {
  const { terms: like } = await runInSlices(indexedText(documentText(content)));
  const selection = { min_term_freq: 1, min_doc_freq: 1, minimum_should_match: '1' };
  return like === '' ? [] : [{ more_like_this: { fields: ['terms'], like, ...selection } }];
}

/** Lucene allows 1024 clauses of a query; the text needs some of them. */
const MAX_CONCEPT_CLAUSES = 500;

function conceptTerms(weights: Map<number, number>, thesaurus: Thesaurus): object[] {
  return [...weights]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_CONCEPT_CLAUSES)
    .map(([concept, boost]) => ({ term: { about: { value: thesaurus.uri(concept), boost } } }));
}
