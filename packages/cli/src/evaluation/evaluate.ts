/** `semantic-search evaluate`: measures the ranking of a search space on judged queries. */
import { readFile } from 'node:fs/promises';
import { ApiError, type Connection, getStoredDocument, searchSpace } from '@semantic-search/client';
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
import { jsonOption } from '../options/parsers.ts';
import { type Judgments, parseJudgments, parseQueries, type TestQuery } from './judgments.ts';
import { answerQuestions, comparisonLines, questionLines, readQuestions } from './questions.ts';

interface EvaluateOptions {
  space: string;
  queries?: string;
  qrels?: string;
  questions?: string;
  compare?: string;
  language?: string;
  settings?: RankingSettings;
  json?: true;
  server?: string;
}

export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description(
      'Measure the ranking of a search space: on questions with the addresses of the right pages (MRR@10, success), or on judged queries (nDCG@10, MRR, recall@100)',
    )
    .requiredOption('--space <name>', 'name of the search space')
    .option(
      '--questions <file>',
      'JSON array of objects with question, right (addresses), and optionally kind',
    )
    .option('--compare <file>', 'earlier output of --questions with --json: print what has changed')
    .option('--queries <file>', 'queries: lines "id<TAB>text", or JSON lines with id and text')
    .option(
      '--qrels <file>',
      'judgments: TREC format, or tab-separated query, document and grade with a header',
    )
    .option('--language <tag>', 'language of queries that name none')
    .option('--settings <json>', 'ranking settings to try without saving them', jsonOption)
    .option('--json', 'print one JSON object, with the measures of each query')
    .option(...SERVER_OPTION)
    .action(async (options: EvaluateOptions) => {
      const { space, queries, qrels, questions, compare, language, json } = options;
      if (!questions && !(queries && qrels)) throw new Error('Give --questions, or --queries and --qrels.');
      const asked = questions ? await readQuestions(questions, space) : [];
      const judged = queries && qrels ? await readJudged(queries, qrels) : undefined;
      const connection = await connect(['configurations:read', 'spaces:write'], options.server);
      const { documents } = await requireSpace(connection, space);
      const evaluated = spaceOf(connection, space, options.settings);
      if (judged && !questions) {
        const report = { space, documents, ...(await evaluate(evaluated, ...judged, language)) };
        return console.log(json ? JSON.stringify(report) : reportLines(report).join('\n'));
      }
      const answered = await answerQuestions(evaluated, asked, language);
      if (json) return console.log(JSON.stringify({ space, documents, questions: answered }));
      const changes = compare ? await comparisonLines(answered, compare) : [];
      console.log([...questionLines(answered), ...changes].join('\n'));
    });
}

async function readJudged(queries: string, qrels: string): Promise<[TestQuery[], Judgments]> {
  return [parseQueries(await contentOf(queries), queries), parseJudgments(await contentOf(qrels), qrels)];
}

const contentOf = (file: string) => withFileError(file, 'read', readFile(file, 'utf8'));

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
  /** IDs of judged documents that are not in the space; they count as not found. Null if the backend cannot look up documents. */
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
  if (judged.length === 0)
    throw new Error('No query has a relevant document; check that both files use the same query IDs.');
  const evaluated: EvaluatedQuery[] = [];
  const unseen = new Set(judged.flatMap(({ id }) => [...judgments.get(id)!.keys()]));
  for (const { id, text, language: own = language } of judged) {
    const response = await space.search({ input: text, ...(own !== undefined && { language: own }) });
    const { total: hits, matching = null, isUnquoted } = response;
    const [ranked, grades] = [response.documents.map((document) => document.id), judgments.get(id)!];
    for (const document of ranked) unseen.delete(document);
    const measures = {
      ndcg: ndcg(ranked, grades, 10),
      reciprocalRank: reciprocalRank(ranked, grades),
      recall: recall(ranked, grades, MAX_RESULTS),
    };
    evaluated.push({ id, text, ...measures, hits, matching, isUnquoted });
  }
  const meanOf = (measure: keyof QueryMeasures) => estimateMean(evaluated.map((query) => query[measure]));
  const queryIds = new Set(queries.map(({ id }) => id));
  return {
    measures: {
      ndcg: meanOf('ndcg'),
      reciprocalRank: meanOf('reciprocalRank'),
      recall: meanOf('recall'),
    },
    queries: evaluated,
    skippedQueries: queries.filter((query) => !isJudged(query)).map(({ id }) => id),
    unknownQueries: [...judgments.keys()].filter((id) => !queryIds.has(id)),
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

/** Measures, and faults of the files. */
export function reportLines(report: Evaluation & { space: string; documents: number }): string[] {
  const { space, documents, queries, measures, skippedQueries, unknownQueries, missingDocuments } = report;
  const relaxed = queries.filter(({ matching }) => (matching?.requiredShare ?? 1) < 1);
  const row = (name: string, { mean, low, high }: MeanEstimate) =>
    `${name.padEnd(10)}  ${mean.toFixed(3)}  ${low.toFixed(3)} to ${high.toFixed(3)}`;
  const list = (what: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`${what}: ${ids.length} (${ids.join(', ')})`];
  return [
    `${space}: ${queries.length} queries with relevant documents, ${documents} documents`,
    'measure      mean  95 % confidence interval',
    row('nDCG@10', measures.ndcg),
    row('MRR', measures.reciprocalRank),
    row('recall@100', measures.recall),
    `Queries whose hits need only some of the words: ${relaxed.length}`,
    ...list(
      'Queries without hits',
      queries.flatMap(({ id, hits }) => (hits === 0 ? [id] : [])),
    ),
    ...list('Skipped queries, without a relevant document', skippedQueries),
    ...list('Judged queries that are not in the query file', unknownQueries),
    ...list(
      'Judged documents that are not in the space and count as not found',
      missingDocuments ?? ['the backend cannot look up documents'],
    ),
  ];
}
