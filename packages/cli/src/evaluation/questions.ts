/** Questions with the addresses of the right pages: measures of the ranking of a website. */
import { readFile } from 'node:fs/promises';
import { estimateMean } from '@semantic-search/engine/building-blocks';
import { withFileError } from '@semantic-search/server/filesystem';
import type { EvaluatedSpace } from './evaluate.ts';

export interface Question {
  question: string;
  /** Addresses of the right pages; each is right. */
  right: string[];
  kind?: string;
  /** BCP 47 tag. */
  language?: string;
}

export interface AnsweredQuestion extends Pick<Question, 'question' | 'kind'> {
  /** Of the first right page among the first ten results, from 1; 0 without one. */
  rank: number;
}

const MAX_RANK = 10;

/** Reads an array of questions, or an object with `questions`. Those of another `site` than the space are left out. */
export async function readQuestions(file: string, space: string): Promise<Question[]> {
  const content: unknown = await readJson(file);
  const all = Array.isArray(content) ? content : (content as { questions?: unknown[] } | null)?.questions;
  if (!Array.isArray(all)) throw new Error(`${file}: expected an array of questions, or an object with one`);
  const questions = all.flatMap((each, i) => {
    const { question, right = [], alsoAccepted = [], kind, language, site } = each ?? {};
    const addresses = [right, alsoAccepted].flat();
    if (typeof question !== 'string' || typeof addresses[0] !== 'string')
      throw new Error(`${file}, question ${i + 1}: "question" and "right" with an address are required`);
    if (site !== undefined && site !== space) return [];
    return [{ question, right: addresses, ...(kind && { kind }), ...(language && { language }) }];
  });
  if (questions.length === 0) throw new Error(`${file}: no questions for ${space}`);
  return questions;
}

async function readJson(file: string): Promise<unknown> {
  const content = await withFileError(file, 'read', readFile(file, 'utf8'));
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`${file}: not valid JSON: ${(error as Error).message}`);
  }
}

export async function answerQuestions(
  space: Pick<EvaluatedSpace, 'search'>,
  questions: readonly Question[],
  defaultLanguage?: string,
): Promise<AnsweredQuestion[]> {
  const answered: AnsweredQuestion[] = [];
  for (const { question, right, kind, language = defaultLanguage } of questions) {
    const { documents } = await space.search({ input: question, ...(language && { language }) });
    const pages = new Set(right.map(pageOf));
    const rank = 1 + documents.slice(0, MAX_RANK).findIndex(({ id }) => pages.has(pageOf(id)));
    answered.push({ question, ...(kind && { kind }), rank });
  }
  return answered;
}

/** The address or ID without scheme, fragment, `index.html` and last slash. */
function pageOf(address: string): string {
  const page = address.replace(/^https?:/, '').replace(/#.*/, '');
  return decodeURI(page.replace(/(?<=\/)index\.html?$/, '').replace(/\/$/, ''));
}

const reciprocal = (rank: number) => (rank === 0 ? 0 : 1 / rank);

/** Measures of all questions and of each kind. */
export function questionLines(answered: readonly AnsweredQuestion[]): string[] {
  const row = (name: string, some: readonly AnsweredQuestion[]) => {
    const share = (value: (rank: number) => number) =>
      (some.reduce((sum, { rank }) => sum + value(rank), 0) / some.length).toFixed(3);
    const measures = [
      share(reciprocal),
      share((rank) => Number(rank === 1)),
      share((rank) => Number(rank > 0)),
    ];
    return `${name.padEnd(14)}  ${measures[0]}   ${measures[1]}      ${measures[2]}       ${some.length}`;
  };
  const kinds = [...new Set(answered.flatMap(({ kind }) => kind ?? []))];
  return [
    'kind            MRR@10  success@1  success@10  questions',
    row('all', answered),
    ...kinds.map((kind) =>
      row(
        kind,
        answered.filter((each) => each.kind === kind),
      ),
    ),
  ];
}

/** Compares the ranks with those of an earlier report (`--json`). */
export async function comparisonLines(
  answered: readonly AnsweredQuestion[],
  file: string,
): Promise<string[]> {
  const earlier = ((await readJson(file)) as { questions?: AnsweredQuestion[] } | null)?.questions;
  const ranks = new Map(earlier?.map(({ question, rank }) => [question, rank]));
  const both = answered.flatMap(({ question, rank }) => {
    const before = ranks.get(question);
    return before === undefined ? [] : [{ question, before, rank }];
  });
  if (both.length === 0) throw new Error(`${file}: no report of these questions; write one with --json`);
  const { mean, low, high } = estimateMean(
    both.map(({ before, rank }) => reciprocal(rank) - reciprocal(before)),
  );
  return [
    `MRR@10 minus that of ${file}: ${mean.toFixed(3)} (95 % confidence ${low.toFixed(3)} to ${high.toFixed(3)})`,
    ...both
      .filter(({ before, rank }) => before !== rank)
      .map(({ question, before, rank }) => `${before || 'none'} → ${rank || 'none'}: ${question}`),
  ];
}
