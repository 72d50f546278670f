/** `semantic-search evaluate`: measures the ranking of a search space on judged queries. */
import { readFile } from 'node:fs/promises';
import {
  ApiError,
  type Connection,
  getRanking,
  getStoredDocument,
  searchSpace,
} from '@semantic-search/client';
import type { RankingSettings, SpaceSearchResponse } from '@semantic-search/contract';
import {
  estimateMean,
  type MeanEstimate,
  ndcg,
  recall,
  reciprocalRank,
} from '@semantic-search/engine/building-blocks';
import { withFileError } from '@semantic-search/server/filesystem';
import { Command } from 'commander';
import { connect, requireSpace, SERVER_OPTION } from '../connections/connect.ts';
import { type Judgments, parseJudgments, parseQueries, type TestQuery } from './judgments.ts';
import { reportLines } from './report.ts';

interface EvaluateOptions {
  space: string;
  queries: string;
  qrels: string;
  language?: string;
  settings?: string;
  json?: true;
  server?: string;
}

export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description('Measure the ranking of a search space on judged queries: nDCG@10, MRR and recall@100')
    .requiredOption('--space <name>', 'name of the search space')
    .requiredOption('--queries <file>', 'queries: lines "id<TAB>text", or JSON lines with id and text')
    .requiredOption(
      '--qrels <file>',
      'judgments: TREC format, or tab-separated query, document and grade with a header',
    )
    .option('--language <tag>', 'language of queries that name none')
    .option('--settings <file-or-json>', 'ranking settings to try without saving them')
    .option('--json', 'print one JSON object, with the measures of each query')
    .option(...SERVER_OPTION)
    .action(
      async ({ space, queries: queryFile, qrels, language, settings, json, server }: EvaluateOptions) => {
        const queries = parseQueries(await contentOf(queryFile), queryFile);
        const judgments = parseJudgments(await contentOf(qrels), qrels);
        const trial = settings === undefined ? undefined : await readSettings(settings);
        const connection = await connect(['configurations:read', 'spaces:write'], server);
        const { documents } = await requireSpace(connection, space);
        const ranking = await effectiveRanking(connection, space, trial);
        const evaluation = await evaluate(spaceOf(connection, space, trial), queries, judgments, language);
        const report = { ranking, documents, ...evaluation };
        if (json) console.log(JSON.stringify({ space, ...report }));
        else for (const line of reportLines(space, report)) console.log(line);
      },
    );
}

const contentOf = (file: string) => withFileError(file, 'read', readFile(file, 'utf8'));

/** A JSON object or the name of a file with one. The server checks the settings. */
async function readSettings(given: string): Promise<RankingSettings> {
  const isJson = given.trimStart().startsWith('{');
  const text = isJson ? given : await contentOf(given);
  try {
    return JSON.parse(text) as RankingSettings;
  } catch (error) {
    throw new Error(`${isJson ? 'Ranking settings' : given}: not valid JSON: ${(error as Error).message}`);
  }
}

/** The settings that apply to the evaluation; only those to try if the backend does not tell. */
async function effectiveRanking(
  connection: Connection,
  space: string,
  trial: RankingSettings = {},
): Promise<RankingSettings> {
  const { effective } = await getRanking(connection, space).catch((error) => {
    if (error instanceof ApiError && error.status === 405) return { effective: {} as RankingSettings };
    throw error;
  });
  const { fields, threshold } = effective;
  return {
    ...effective,
    ...trial,
    ...(fields && { fields: { ...fields, ...trial.fields } }),
    ...(threshold && { threshold: { ...threshold, ...trial.threshold } }),
  };
}

/** A search space under evaluation. */
export interface EvaluatedSpace {
  search(query: { input: string; language?: string }): Promise<SpaceSearchResponse>;
  /** Null if the backend cannot look up documents. */
  hasDocument(id: string): Promise<boolean | null>;
}

function spaceOf(
  connection: Connection,
  space: string,
  ranking: RankingSettings | undefined,
): EvaluatedSpace {
  return {
    search: (query) => searchSpace(connection, space, { ...query, ...(ranking && { ranking }) }),
    hasDocument: (id) =>
      getStoredDocument(connection, space, id).then(
        () => true,
        (error) => {
          if (!(error instanceof ApiError && [404, 405].includes(error.status))) throw error;
          return error.status === 404 ? false : null;
        },
      ),
  };
}

/** The best results of a query that count; a search returns at most as many. */
const MAX_RESULTS = 100;

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
  matching: SpaceSearchResponse['matching'] | null;
  isUnquoted: boolean;
}

export interface Evaluation {
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
  space: EvaluatedSpace,
  queries: TestQuery[],
  judgments: Judgments,
  language?: string,
): Promise<Evaluation> {
  const isJudged = ({ id }: TestQuery) => [...(judgments.get(id)?.values() ?? [])].some((grade) => grade > 0);
  const judged = queries.filter(isJudged);
  if (judged.length === 0) {
    throw new Error('No query has a relevant document; check that both files use the same query IDs.');
  }
  const evaluated: EvaluatedQuery[] = [];
  const unseen = new Set(judged.flatMap(({ id }) => [...judgments.get(id)!.keys()]));
  const judgedDocuments = unseen.size;
  for (const { id, text, language: own = language } of judged) {
    const response = await space.search({ input: text, ...(own !== undefined && { language: own }) });
    const { total: hits, matching = null, isUnquoted } = response;
    const [ranked, grades] = [response.documents.map((document) => document.id), judgments.get(id)!];
    for (const document of ranked) unseen.delete(document);
    evaluated.push({
      id,
      text,
      ndcg: ndcg(ranked, grades, 10),
      reciprocalRank: reciprocalRank(ranked, grades),
      recall: recall(ranked, grades, MAX_RESULTS),
      hits,
      matching,
      isUnquoted,
    });
  }
  const queryIds = new Set(queries.map(({ id }) => id));
  return {
    measures: {
      ndcg: estimateMean(evaluated.map((query) => query.ndcg)),
      reciprocalRank: estimateMean(evaluated.map((query) => query.reciprocalRank)),
      recall: estimateMean(evaluated.map((query) => query.recall)),
    },
    queries: evaluated,
    skippedQueries: queries.filter((query) => !isJudged(query)).map(({ id }) => id),
    unknownQueries: [...judgments.keys()].filter((id) => !queryIds.has(id)),
    judgedDocuments,
    missingDocuments: await missingAmong(unseen, space),
  };
}

async function missingAmong(ids: ReadonlySet<string>, space: EvaluatedSpace): Promise<string[] | null> {
  const missing: string[] = [];
  for (const id of ids) {
    const exists = await space.hasDocument(id);
    if (exists === null) return null;
    if (!exists) missing.push(id);
  }
  return missing;
}
