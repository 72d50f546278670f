/** Searcher: runs a query from input to response (match, score, filter, top-k, facets, present). */

import type { IndexStatistics, QueryOptions, QueryPlan } from '@semantic-search/query';
import {
  hasTooFewHits,
  MIN_HITS,
  minimumShouldMatch,
  planQuery,
  type QueryPass,
  type Relaxation,
  relax,
} from '@semantic-search/query';
import { normalize } from '@semantic-search/query/analysis';
import { didYouMean } from '@semantic-search/query/rewriters';
import { getOrInsert } from '@semantic-search/query/util';
import type { SearchQuery, SearchResult } from './api.ts';
import { answeredFacets } from './facets/facet-counts.ts';
import { type Selection, selectionsOf } from './facets/facet-selections.ts';
import { facetOrThrow } from './facets/facets.ts';
import { type Passing, passing } from './facets/filters.ts';
import type { IndexWriter } from './index/index-writer.ts';
import { presenter } from './presentation/presenter.ts';
import { weigh } from './search/bm25.ts';
import { emptyDocumentRoom } from './search/doc-id-arena.ts';
import { documentFrequency, mostCommon } from './search/document-frequency.ts';
import { evaluate } from './search/evaluate.ts';
import { hasEnoughHits } from './search/has-enough-hits.ts';
import { languageDistribution } from './search/language-distribution.ts';
import { emptyRoom } from './search/match-buffer.ts';
import { type Hit, type TitleOf, TopDocuments } from './search/top-k.ts';
import type { Database } from './storage/database.ts';

export interface SearcherContext {
  index: IndexWriter;
  database: Database;
  settings: QueryOptions;
}

/** Matches of one pass. */
interface Matching extends QueryPass {
  /** Number of matching documents, with filters. */
  total: number;
  /** By segment, without segments that have no match. */
  passed: Passing[];
  hits: Hit[];
}

/** Rejects with `unknown-facet`, or with the signal's reason. */
export function search(question: SearchQuery, holdings: SearcherContext, signal?: AbortSignal): SearchResult {
  const { index, settings } = holdings;
  const { reader, attributes } = index;
  const sources = { attributes, thesaurus: reader.thesaurus.thesaurus };
  const selections = (selected: SearchQuery['selected']) =>
    selectionsOf(selected, sources.thesaurus, (field) => facetOrThrow(field, sources));
  const selected = selections(question.selected);
  const excluded = selections(question.excluded);
  const { exact, last: found } = relax<Matching>(settings, (relaxation, previous) =>
    matching(question, { ...relaxation, previous: previous?.plan }, selected, excluded, holdings, signal),
  );
  const present = presenter(holdings, found.plan, question.language);
  const hits = found.hits.slice(question.start);
  const stored = holdings.database.byKeys(hits.map(({ part, document }) => part.segment.keys[document]!));
  const answer: SearchResult = {
    total: found.total,
    documents: hits.flatMap(({ score }, i) => {
      const document = stored[i];
      return document ? present(document, score, question.documentFacets, question.summaryLength) : [];
    }),
    facets: answeredFacets(question, selected, found.passed, index, signal),
    understood: found.plan.understood,
  };
  const suggestion =
    settings.typos && hasTooFewHits(exact)
      ? didYouMean(question.input, found.plan, knownOf(index), settings.stemming, signal)
      : undefined;
  if (suggestion !== undefined) answer.suggestion = suggestion;
  return answer;
}

function matching(
  question: SearchQuery,
  { previous, ...relaxation }: Relaxation & { previous: QueryPlan | undefined },
  selected: Selection[],
  excluded: Selection[],
  holdings: SearcherContext,
  signal: AbortSignal | undefined,
): Matching {
  const { index, settings } = holdings;
  const { reader } = index;
  const options = { ...relaxation, previous, language: question.language, signal };
  const plan = planQuery(question.input, knownOf(index), settings, options);
  const minimum = minimumShouldMatch(plan, relaxation);
  emptyRoom();
  emptyDocumentRoom();
  const findings = evaluate(plan, minimum, reader, signal);
  const top = new TopDocuments(question.start + question.count, question.sort, titleReader(holdings));
  const found: Matching = {
    relaxation,
    plan,
    documents: 0,
    hasOnlyPrefixMatches: false,
    total: 0,
    passed: [],
    hits: [],
  };
  reader.segments.forEach((part, i) => {
    signal?.throwIfAborted();
    weigh(plan, findings, reader, i, minimum, (documents) => {
      if (documents.length === 0) return;
      found.documents += documents.length;
      const passed = passing(part, documents, selected, excluded, question.dateRange);
      found.total += passed.all.length;
      found.passed.push(passed);
      top.add(part, passed.all);
    });
  });
  if (question.start < found.total) found.hits = top.hits;
  const mayGoOn = !relaxation.broad && found.documents >= MIN_HITS;
  found.hasOnlyPrefixMatches = mayGoOn && !hasEnoughHits(plan, findings, minimum, reader, signal);
  return found;
}

function knownOf({ termDictionary, reader }: IndexWriter): IndexStatistics {
  const { thesaurus } = reader;
  return {
    termDictionary,
    thesaurus,
    documentFrequency: (group, enough) => documentFrequency(group, reader, enough),
    mostFrequent: (group, most, accepts) => mostCommon(group, most, reader, accepts),
    languages: () => languageDistribution(reader),
  };
}

/** Reads titles only where their first letters are the same. */
function titleReader({ database }: SearcherContext): TitleOf {
  const known = new Map<number, string>();
  return (part, document) => {
    const key = part.segment.keys[document]!;
    return getOrInsert(known, key, () => normalize(database.byKey(key)?.content.title ?? ''));
  };
}
