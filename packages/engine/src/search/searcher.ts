/** Searcher: runs a query from input to response (match, score, filter, top-k, facets, present). */

import type { QueryOptions, QueryPlan } from '@semantic-search/query';
import {
  didYouMean,
  hasTooFewHits,
  MIN_HITS,
  matchReport,
  planQuery,
  type QueryPass,
  type Relaxation,
  relax,
} from '@semantic-search/query';
import { normalize } from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/collections';
import type { SearchQuery, SearchResult } from '../api.ts';
import { type FilteredMatches, facetResults } from '../facets/facet-results.ts';
import { resolveSelection, selectionLookup, typedSelections } from '../facets/facet-selections.ts';
import type { QueriedIndex } from '../index/reader.ts';
import { presenter, presenterContext } from '../presentation/presenter.ts';
import { type BoostFactors, boostFactors } from '../scoring/boosts.ts';
import type { Database } from '../storage/database.ts';
import type { EmbeddingSettings } from '../writable-space.ts';
import { attributeOrder } from './attribute-order.ts';
import { scoreSegment } from './boolean-scorer.ts';
import { type Execution, evaluate } from './evaluate.ts';
import { applyFilters, type Filters } from './filters.ts';
import { hasEnoughHits } from './has-enough-hits.ts';
import {
  HybridRanking,
  type HybridSearch,
  hybridSearch,
  MAX_CANDIDATES,
  matchesNeighbors,
  nearestDocuments,
  withNeighbors,
} from './hybrid-ranking.ts';
import type { Ranking } from './ranking.ts';
import { readerStatistics } from './reader-statistics.ts';
import type { SearchScratch } from './search-scratch.ts';
import { compareTies, type Hit, type TitleOf, TopK } from './top-k.ts';

/** A search space as queries see it. */
export interface SearcherContext {
  index: QueriedIndex;
  database: Database;
  settings: QueryOptions;
  ranking: Ranking;
  scratch: SearchScratch;
  /** Undefined if the space has no embeddings. */
  embeddings?: EmbeddingSettings | undefined;
}

/** Hits of one pass. */
interface Matching extends QueryPass {
  /** Number of hits after filters. */
  total: number;
  /** Hits by segment, without segments that have none. */
  filtered: FilteredMatches[];
  hits: Hit[];
}

/** Throws `unknown-facet`, `invalid-facet-value`, or the reason of the signal. */
export function search(query: SearchQuery, context: SearcherContext, signal?: AbortSignal): SearchResult {
  const { index, settings } = context;
  const { reader, attributes } = index;
  const facetContext = { attributes, thesaurus: reader.thesaurus };
  const lookup = selectionLookup(facetContext, query.language);
  const selections = (member: 'selected' | 'excluded') =>
    typedSelections(query, member, lookup).map((selection) =>
      resolveSelection(selection, facetContext.thesaurus),
    );
  const filters = {
    selected: selections('selected'),
    excluded: selections('excluded'),
    dateRange: query.dateRange,
  };
  const hybrid = hybridSearch(query, context.embeddings, reader);
  const boosts = boostFactors(query.boosts, reader);
  const { exact, last: found } = relax<Matching>(settings, (relaxation, previous) =>
    matchQuery(query, { ...relaxation, previous: previous?.plan }, filters, {
      ...context,
      hybrid,
      boosts,
      signal,
    }),
  );
  const present = presenter(presenterContext(context.index), found.plan, query.language);
  const page = found.hits.slice(query.start);
  const stored = context.database.byKeys(page.map(({ reader, document }) => reader.segment.keys[document]!));
  const result: SearchResult = {
    total: found.total,
    documents: page.flatMap(({ reader: segment, document: number, score, explanation }, i) => {
      const document = stored[i];
      if (!document) return [];
      const presented = present(document, score, query.documentFacets, query.summaryLength);
      const factors = query.explain ? boosts?.each(segment) : undefined;
      return {
        ...presented,
        ...(explanation && { explanation }),
        ...(factors && { boosts: factors.map(({ field, factor }) => ({ field, factor: factor(number) })) }),
      };
    }),
    facets: facetResults(query, { selected: filters.selected, matches: found.filtered, index, signal }),
    recognizedConcepts: found.plan.recognizedConcepts,
    matching: matchReport(found),
  };
  const suggestion =
    settings.typos && hasTooFewHits(exact)
      ? didYouMean(query.input, found.plan, readerStatistics(reader, context), {
          stemming: settings.stemming,
          signal,
        })
      : undefined;
  if (suggestion !== undefined) result.suggestion = suggestion;
  if (found.plan.isUnquoted) result.isUnquoted = true;
  return result;
}

function matchQuery(
  query: SearchQuery,
  { previous, ...relaxation }: Relaxation & { previous: QueryPlan | undefined },
  filters: Filters,
  context: SearcherContext & {
    hybrid: HybridSearch | undefined;
    boosts: BoostFactors | undefined;
    signal: AbortSignal | undefined;
  },
): Matching {
  const { index, settings, scratch, ranking, hybrid, boosts, signal } = context;
  const { reader } = index;
  const execution: Execution = { scratch, ranking, signal };
  const options = { ...relaxation, previous, language: query.language, signal };
  const plan = planQuery(query.input, readerStatistics(reader, execution), settings, options);
  const evaluation = evaluate(plan, reader, execution);
  const neighbors =
    hybrid && matchesNeighbors(plan, relaxation, hybrid)
      ? nearestDocuments(reader, hybrid, signal)
      : undefined;
  const end = query.start + query.count;
  const hybridRanking = hybrid && isRankedByScore(query, plan) ? new HybridRanking(hybrid) : undefined;
  const top = new TopK(
    hybridRanking ? Math.max(end, MAX_CANDIDATES) : end,
    query.sort,
    titleReader(context),
    attributeOrder(query, reader),
  );
  const found: Matching = {
    relaxation,
    plan,
    documents: 0,
    hasOnlyPrefixMatches: false,
    total: 0,
    filtered: [],
    hits: [],
  };
  reader.segments.forEach((segment, i) => {
    signal?.throwIfAborted();
    scoreSegment(evaluation, i, execution, (byWords) => {
      const documents = withNeighbors(byWords, neighbors?.get(segment));
      if (documents.length === 0) return;
      found.documents += byWords.length;
      const filtered = applyFilters(segment, documents, filters, scratch);
      found.total += filtered.passing.length;
      found.filtered.push(filtered);
      // A query without words ranks by the boosts alone.
      if (boosts && plan.requiredMask === 0)
        for (const document of filtered.passing) scratch.scores[document] = 1;
      if (boosts && !hybridRanking) boosts.multiply(segment, filtered.passing, scratch.scores);
      top.add(segment, filtered.passing, scratch.scores);
      hybridRanking?.add(segment, filtered.passing, scratch.scores);
    });
  });
  if (query.start < found.total)
    found.hits = hybridRanking ? boosted(hybridRanking.rank(top.hits), boosts).slice(0, end) : top.hits;
  const mayBePrefixOnly = !relaxation.broad && found.documents >= MIN_HITS;
  found.hasOnlyPrefixMatches = mayBePrefixOnly && !hasEnoughHits(evaluation, execution);
  return found;
}

function boosted(hits: Hit[], boosts: BoostFactors | undefined): Hit[] {
  if (!boosts) return hits;
  return hits
    .map((hit) => ({ ...hit, score: hit.score * boosts.product(hit.reader)(hit.document) }))
    .sort((a, b) => b.score - a.score || compareTies(a, b));
}

/** Other orders, and a query without requirements, do not use scores. */
function isRankedByScore({ sort, count }: SearchQuery, { requiredMask }: QueryPlan): boolean {
  return sort.field === 'relevance' && sort.direction === 'desc' && count > 0 && requiredMask !== 0;
}

/** Reads titles only if their sort keys are equal. */
function titleReader({ database }: SearcherContext): TitleOf {
  const titles = new Map<number, string>();
  return (reader, document) => {
    const key = reader.segment.keys[document]!;
    return getOrInsert(titles, key, () => normalize(database.byKey(key)?.content.title ?? ''));
  };
}
