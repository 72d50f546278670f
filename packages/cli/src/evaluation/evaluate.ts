/** Evaluates the ranking of a search space on judged queries. */
import type {
  MatchReport,
  RankingSettings,
  SearchQuery,
  SearchResult,
  SearchSpace,
} from '@semantic-search/engine';
import {
  estimateMean,
  type Grades,
  type MeanEstimate,
  ndcg,
  recall,
  reciprocalRank,
} from '@semantic-search/engine/building-blocks';
import type { Judgments, TestQuery } from './judgments.ts';

/** The best results of a query that count. */
const MAX_RESULTS = 100;

/** A search space under evaluation. */
export interface EvaluatedSpace {
  space: Pick<SearchSpace, 'describe' | 'search'>;
  /** Null if the backend cannot look up documents. */
  hasDocument: ((id: string) => Promise<boolean>) | null;
  /** Settings in effect; null if the backend does not report any. */
  ranking: RankingSettings | null;
}

/** Measures of one query, from 0 to 1. */
export interface QueryMeasures {
  ndcg: number;
  reciprocalRank: number;
  recall: number;
}

export interface EvaluatedQuery extends QueryMeasures {
  id: string;
  text: string;
  /** Number of results. */
  hits: number;
  /** Null if the backend does not report it. */
  matching: MatchReport | null;
  isUnquoted: boolean;
}

export interface EvaluationReport {
  ranking: RankingSettings | null;
  /** Number of documents in the space. */
  documents: number;
  measures: Record<keyof QueryMeasures, MeanEstimate>;
  /** The evaluated queries: those with a relevant document. */
  queries: EvaluatedQuery[];
  /** IDs of the queries without a relevant document. */
  skippedQueries: string[];
  /** IDs of the judged queries that are not in the query file. */
  unknownQueries: string[];
  /** Number of judged documents of the evaluated queries. */
  judgedDocuments: number;
  /** IDs of those that are not in the space; they count as not found. Null if the backend cannot look up documents. */
  missingDocuments: string[] | null;
}

/** `language` applies to queries that name none. Throws if no query has a relevant document. */
export async function evaluate(
  { space, hasDocument, ranking }: EvaluatedSpace,
  queries: TestQuery[],
  judgments: Judgments,
  language?: string,
): Promise<EvaluationReport> {
  const isJudged = ({ id }: TestQuery) => [...(judgments.get(id)?.values() ?? [])].some((grade) => grade > 0);
  const judged = queries.filter(isJudged);
  if (judged.length === 0) {
    throw new Error('No query has a relevant document; check that both files use the same query IDs.');
  }
  const evaluated: EvaluatedQuery[] = [];
  for (const query of judged) {
    const found = await space.search(searchQuery(query, query.language ?? language));
    evaluated.push(evaluatedQuery(query, found, judgments.get(query.id)!));
  }
  const known = new Set(queries.map(({ id }) => id));
  const documents = new Set(judged.flatMap(({ id }) => [...judgments.get(id)!.keys()]));
  return {
    ranking,
    documents: (await space.describe()).documents,
    measures: {
      ndcg: estimateMean(evaluated.map((each) => each.ndcg)),
      reciprocalRank: estimateMean(evaluated.map((each) => each.reciprocalRank)),
      recall: estimateMean(evaluated.map((each) => each.recall)),
    },
    queries: evaluated,
    skippedQueries: queries.filter((query) => !isJudged(query)).map(({ id }) => id),
    unknownQueries: [...judgments.keys()].filter((id) => !known.has(id)),
    judgedDocuments: documents.size,
    missingDocuments: hasDocument && (await missingAmong(documents, hasDocument)),
  };
}

function searchQuery({ text }: TestQuery, language: string | undefined): SearchQuery {
  return {
    input: text,
    ...(language !== undefined && { language }),
    selected: [],
    excluded: [],
    facets: [],
    documentFacets: [],
    sort: { field: 'relevance', direction: 'desc' },
    start: 0,
    count: MAX_RESULTS,
    summaryLength: 0,
  };
}

function evaluatedQuery({ id, text }: TestQuery, found: SearchResult, grades: Grades): EvaluatedQuery {
  const ranked = found.documents.map((document) => document.id);
  return {
    id,
    text,
    ndcg: ndcg(ranked, grades, 10),
    reciprocalRank: reciprocalRank(ranked, grades),
    recall: recall(ranked, grades, MAX_RESULTS),
    hits: found.total,
    matching: found.matching ?? null,
    isUnquoted: found.isUnquoted === true,
  };
}

async function missingAmong(
  ids: ReadonlySet<string>,
  hasDocument: (id: string) => Promise<boolean>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const id of ids) if (!(await hasDocument(id))) missing.push(id);
  return missing;
}
