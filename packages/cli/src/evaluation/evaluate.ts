/** `semantic-search evaluate`: measures the ranking of a search space on questions with known answers. */
import { readFile } from 'node:fs/promises';
import { searchSpace } from '@semantic-search/client';
import type { RankingSettings } from '@semantic-search/contract';
import { Command } from 'commander';
import { connect, requireSpace, SERVER_OPTION } from '../connections/connect.ts';
import { jsonOption } from '../options/parsers.ts';

interface AnsweredQuestion {
  question: string;
  kind?: string;
  /** Rank of the first expected document among the first ten results, from 1; 0 if there is none. */
  rank: number;
}

interface EvaluateOptions {
  space: string;
  questions: string;
  compare?: string;
  language?: string;
  settings?: RankingSettings;
  json?: true;
  server?: string;
}

/** Results below this rank count as not found, as in MRR@10. */
const MAX_RANK = 10;

export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description('Measure the ranking of a search space on questions with right pages (MRR@10, success)')
    .requiredOption('--space <name>', 'name of the search space')
    .requiredOption(
      '--questions <file>',
      'JSON array of objects with question, right (addresses or IDs), and optionally kind',
    )
    .option('--compare <file>', 'earlier output with --json: print what has changed')
    .option('--language <tag>', 'language of questions that name none')
    .option('--settings <json>', 'ranking settings to try without saving them', jsonOption)
    .option('--json', 'print one JSON object, with the rank of each question')
    .option(...SERVER_OPTION)
    .action(async (options: EvaluateOptions) => {
      const { space, compare, json, settings: ranking } = options;
      const questions = await readQuestions(options.questions, space);
      const connection = await connect(['configurations:read', 'spaces:write'], options.server);
      const { documents } = await requireSpace(connection, space);
      const answers: AnsweredQuestion[] = [];
      for (const { question, right, kind, language = options.language } of questions) {
        const query = { input: question, ...(language && { language }), ...(ranking && { ranking }) };
        const { documents: hits } = await searchSpace(connection, space, query);
        const rightPages = new Set(right.map(pageOf));
        const rank = 1 + hits.slice(0, MAX_RANK).findIndex(({ id }) => rightPages.has(pageOf(id)));
        answers.push({ question, ...(kind && { kind }), rank });
      }
      if (json) return console.log(JSON.stringify({ space, documents, questions: answers }));
      const changes = compare ? await comparisonLines(answers, compare) : [];
      console.log([...measureLines(answers), ...changes].join('\n'));
    });
}

/**
 * Reads an array of questions, or an object with `questions`. `right` and `alsoAccepted` list addresses or IDs of documents.
 * Questions of another `site` than the space are left out.
 */
async function readQuestions(file: string, space: string) {
  const content = await readJson(file);
  const list = Array.isArray(content) ? content : (content as { questions?: unknown } | null)?.questions;
  if (!Array.isArray(list)) throw new Error(`${file}: expected an array of questions, or an object with one`);
  const questions = list.flatMap((entry, i) => {
    const { question, right = [], alsoAccepted = [], kind, language, site } = entry ?? {};
    const addresses = [right, alsoAccepted].flat();
    if (typeof question !== 'string' || typeof addresses[0] !== 'string')
      throw new Error(`${file}, question ${i + 1}: "question" and "right" with an address are required`);
    return site === undefined || site === space ? [{ question, right: addresses, kind, language }] : [];
  });
  if (questions.length === 0) throw new Error(`${file}: no questions for ${space}`);
  return questions;
}

async function readJson(file: string): Promise<unknown> {
  // The decoder removes the byte order mark of Windows editors.
  const content = new TextDecoder().decode(await readFile(file));
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`${file}: not valid JSON: ${(error as Error).message}`);
  }
}

/** Normal form of an address or ID: without scheme, fragment, `index.html` and final slash. */
function pageOf(address: string): string {
  const page = (URL.parse(address)?.href ?? address).replace(/^https?:/, '').replace(/#.*/, '');
  return page.replace(/(?<=\/)index\.html?$/, '').replace(/\/$/, '');
}

const reciprocal = (rank: number) => (rank === 0 ? 0 : 1 / rank);
const average = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Measures of all questions and of each kind. */
function measureLines(answers: readonly AnsweredQuestion[]): string[] {
  const kinds = Object.entries(Object.groupBy(answers, ({ kind = '' }) => kind));
  return [
    'kind            MRR@10  success@1  success@10  questions',
    measureLine('all', answers),
    ...kinds.flatMap(([kind, subset = []]) => (kind === '' ? [] : measureLine(kind, subset))),
  ];
}

function measureLine(kind: string, answers: readonly AnsweredQuestion[]): string {
  const measures = [reciprocal, (rank: number) => Number(rank === 1), (rank: number) => Number(rank > 0)];
  const means = measures.map((measure) => average(answers.map(({ rank }) => measure(rank))).toFixed(3));
  return `${kind.padEnd(14)}  ${means[0]}   ${means[1]}      ${means[2]}       ${answers.length}`;
}

/** Compares the ranks with an earlier report (`--json`). */
async function comparisonLines(answers: readonly AnsweredQuestion[], file: string): Promise<string[]> {
  const earlier = ((await readJson(file)) as { questions?: AnsweredQuestion[] } | null)?.questions;
  const earlierRanks = new Map(earlier?.map(({ question, rank }) => [question, rank]));
  const pairs = answers.flatMap(({ question, rank }) => {
    const before = earlierRanks.get(question);
    return before === undefined ? [] : [{ question, before, rank }];
  });
  if (pairs.length === 0) throw new Error(`${file}: no report of these questions; write one with --json`);
  const differences = pairs.map(({ before, rank }) => reciprocal(rank) - reciprocal(before));
  const mean = average(differences);
  const variance = average(differences.map((difference) => (difference - mean) ** 2));
  const margin = 1.96 * Math.sqrt(variance / Math.max(1, differences.length - 1));
  return [
    `MRR@10 minus that of ${file}: ${mean.toFixed(3)} (95 % confidence ${(mean - margin).toFixed(3)} to ${(mean + margin).toFixed(3)})`,
    ...pairs
      .filter(({ before, rank }) => before !== rank)
      .map(({ question, before, rank }) => `${before || 'none'} → ${rank || 'none'}: ${question}`),
  ];
}
