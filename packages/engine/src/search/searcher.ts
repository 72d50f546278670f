/** Searcher: runs a query from input to response (match, score, filter, top-k, facets, present). */
import {
  didYouMean,
  hasTooFewHits,
  matchReport,
  nextRelaxation,
  planQuery,
  type QueryPass,
  type QueryPlan,
  type QuerySettings,
  type Relaxation,
} from '@semantic-search/query';
import type { ResultDocument, SearchQuery, SearchResult } from '../api.ts';
import { type FilteredMatches, facetResults } from '../facets/facet-results.ts';
import { resolveSelection, selectionLookup, typedSelections } from '../facets/facet-selections.ts';
import type { IndexReader, QueriedIndex } from '../index/reader.ts';
import { presenter } from '../presentation/presenter.ts';
import { boostFactors } from '../scoring/boosts.ts';
import type { Database } from '../storage/database.ts';
import type { EmbeddingSettings } from '../writable-space.ts';
import { scoreSegment } from './boolean-scorer.ts';
import { Curation } from './curation.ts';
import { applyFilters, type Filters } from './filters.ts';
import { hitRanker, type RankingContext } from './hit-ranker.ts';
import { type Evaluation, evaluate } from './matching/evaluate.ts';
import type { Ranking } from './matching/ranking.ts';
import { readerStatistics } from './matching/reader-statistics.ts';
import type { SearchScratch } from './matching/search-scratch.ts';
import { hybridSearch, matchesNearest, nearestDocuments, withFurther } from './nearest-documents.ts';
import { scoreParts } from './score-parts.ts';
import type { Hit } from './top-k.ts';

/** A search space as queries see it. */
export interface SearcherContext {
  index: QueriedIndex;
  database: Database;
  settings: QuerySettings;
  ranking: Ranking;
  scratch: SearchScratch;
  /** Undefined if the space has no embeddings. */
  embeddings?: EmbeddingSettings | undefined;
}

/** A pass with its hits. */
interface MatchedPass extends QueryPass, CollectedHits {
  evaluation: Evaluation;
}

interface CollectedHits {
  /** Number of matching documents, without filters. */
  documents: number;
  /** Number of hits after filters. */
  total: number;
  /** Hits by segment, without segments that have none. */
  filtered: FilteredMatches[];
  hits: Hit[];
  /** Hits of pinned documents, which are not among `hits`. */
  pinned: Hit[];
}

/** Parts that all passes of one search share. */
interface SearchExecution extends SearcherContext, RankingContext {
  filters: Filters;
  curation: Curation | undefined;
  signal: AbortSignal | undefined;
}

/** Throws `unknown-facet`, `invalid-facet-value`, or the reason of the signal. */
export function search(query: SearchQuery, context: SearcherContext, signal?: AbortSignal): SearchResult {
  const { settings, embeddings } = context;
  const { reader } = context.index;
  const filters = resolveFilters(query, reader);
  const hybrid = hybridSearch(query, embeddings, reader);
  const boosts = boostFactors(query.boosts, reader);
  const curation = query.curation && new Curation(query.curation, reader, context.database);
  const execution = { ...context, query, filters, hybrid, boosts, curation, signal };
  const firstPass = matchQuery({}, undefined, execution);
  let pass = firstPass;
  for (let next = nextRelaxation(pass, settings); next; next = nextRelaxation(pass, settings))
    pass = matchQuery(next, pass.plan, execution);
  const facets = { selected: filters.selected, matches: pass.filtered, reader, signal };
  const result: SearchResult = {
    total: pass.total,
    documents: presentHits(pass.hits.slice(query.start), pass, execution),
    ...(curation && { pinned: presentHits(curation.inOrder(pass.pinned), pass, execution) }),
    ...(query.explainedId !== undefined && {
      explained: explainedDocument(query.explainedId, pass, execution),
    }),
    facets: facetResults(query, facets),
    recognizedConcepts: pass.plan.recognizedConcepts,
    matching: matchReport(pass),
  };
  const suggestion = hasTooFewHits(firstPass) ? suggestedInput(pass.plan, execution) : undefined;
  if (suggestion !== undefined) result.suggestion = suggestion;
  if (pass.plan.isUnquoted) result.isUnquoted = true;
  return result;
}

function resolveFilters(query: SearchQuery, { attributes, thesaurus }: IndexReader): Filters {
  const lookup = selectionLookup({ attributes, thesaurus }, query.language);
  const selections = (member: 'selected' | 'excluded') =>
    typedSelections(query, member, lookup).map((selection) => resolveSelection(selection, thesaurus));
  return { selected: selections('selected'), excluded: selections('excluded'), dateRange: query.dateRange };
}

function presentHits(hits: readonly Hit[], pass: MatchedPass, execution: SearchExecution): ResultDocument[] {
  const { plan, evaluation } = pass;
  const { query, index, database, boosts } = execution;
  const present = presenter(index.reader, plan, query);
  const storedDocuments = database.byKeys(hits.map(({ reader, document }) => reader.segment.keys[document]!));
  return hits.flatMap((hit, i) => {
    const document = storedDocuments[i];
    if (!document) return [];
    return {
      ...present(document, hit.score),
      ...(hit.explanation && { explanation: hit.explanation }),
      ...(query.explain && { parts: scoreParts(query, { evaluation, boosts }, hit, execution).parts }),
    };
  });
}

/** Null if there is no such document. */
function explainedDocument(id: string, { evaluation }: MatchedPass, execution: SearchExecution) {
  const { query, index, database, boosts } = execution;
  const key = database.find(id)?.key;
  const found = key === undefined ? undefined : index.reader.find(key);
  return found ? scoreParts(query, { evaluation, boosts }, found, execution) : null;
}

function suggestedInput(plan: QueryPlan, execution: SearchExecution): string | undefined {
  const { query, index, settings, signal } = execution;
  const statistics = readerStatistics(index.reader, execution);
  return settings.relaxing ? didYouMean(query.input, plan, statistics, signal) : undefined;
}

function matchQuery(relaxation: Relaxation, previous: QueryPlan | undefined, execution: SearchExecution) {
  const { query, index, settings, signal } = execution;
  const { reader } = index;
  const options = { ...relaxation, previous, language: query.language, signal };
  const plan = planQuery(query.input, readerStatistics(reader, execution), settings, options);
  const evaluation = evaluate(plan, reader, execution);
  return { relaxation, plan, evaluation, ...collectHits(relaxation, evaluation, execution) };
}

function collectHits(relaxation: Relaxation, evaluation: Evaluation, execution: SearchExecution) {
  const { query, index, filters, hybrid, curation, scratch, signal } = execution;
  const { reader } = index;
  const mayMatchNearest = hybrid && matchesNearest(evaluation.plan, relaxation, hybrid);
  const nearest = mayMatchNearest ? nearestDocuments(reader, hybrid, signal) : undefined;
  const ranker = hitRanker(evaluation.plan, execution);
  const collected: CollectedHits = { documents: 0, total: 0, filtered: [], hits: [], pinned: [] };
  for (const [i, segmentReader] of reader.segments.entries()) {
    signal?.throwIfAborted();
    scoreSegment(evaluation, i, execution, (matchingWords) => {
      const matching = withFurther(matchingWords, nearest?.get(segmentReader));
      const documents = curation?.apply(segmentReader, matching) ?? matching;
      // Hidden documents count too, so that relaxation does not depend on the segmentation.
      collected.documents += matchingWords.length;
      if (documents.length === 0) return;
      const filtered = applyFilters(segmentReader, documents, filters);
      collected.total += filtered.passing.length;
      collected.filtered.push(filtered);
      if (curation) collected.pinned.push(...curation.pinnedHits(segmentReader, filtered.passing));
      const ranked = curation?.withoutPinned(segmentReader, filtered.passing) ?? filtered.passing;
      ranker.add(segmentReader, ranked, scratch.scores);
    });
  }
  if (query.start < collected.total) collected.hits = ranker.firstHits();
  return collected;
}
