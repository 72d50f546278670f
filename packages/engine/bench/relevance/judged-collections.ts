/** Test collections with relevance judgments: documents, queries, and grades (qrels). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentInput } from '../../src/index.ts';

/** Development data, in a folder next to the repository. */
export const sharedData = new URL('../../../../../shared/data', import.meta.url).pathname;
export const hasSharedData = existsSync(sharedData);
const fieldGuideData = new URL('../../../../demo/data/field-guide', import.meta.url).pathname;
/** In Turtle. */
export const thesauri = {
  economics: join(sharedData, 'economics/stw.ttl'),
  fieldGuide: `${fieldGuideData}.ttl`,
};

export interface JudgedQuery {
  id: string;
  text: string;
  language?: string;
  /** Kind of query, for the report. */
  class: string;
  /** `tuning` (odd ids) may be used to tune the engine; `testing` (even ids) only for the final figure. */
  split: 'tuning' | 'testing';
}

export interface Collection {
  name: string;
  documents: DocumentInput[];
  queries: JudgedQuery[];
  /** Grades by query, then by document. */
  grades: Map<string, Map<string, number>>;
}

const longQuery = 16;

/** The Cranfield collection: 225 queries over 1,400 abstracts on aeronautics. */
export const cranfield = () => englishQuestions('cranfield');

/** The CACM collection: 52 questions in sentences over 3,204 records, half of them titles only. */
export const cacm = () => englishQuestions('cacm');

/** Untagged documents and questions of a folder in `sharedData`. */
function englishQuestions(name: string): Collection {
  const read = linesOf(join(sharedData, name, 'docs.ndjson')) as unknown as DocumentInput[];
  return {
    name,
    documents: read.map((document) => ({ ...document, language: 'en', subjects: [] })),
    queries: linesOf(join(sharedData, name, 'queries.ndjson')).map(({ id, text }) => ({
      id: id!,
      text: text!,
      language: 'en',
      class: text!.split(/\s+/).length < longQuery ? 'shorter questions' : 'longer questions',
      split: splitOf(id!),
    })),
    grades: gradesIn(join(sharedData, name, 'qrels.tsv')),
  };
}

/** 176 labels of 60 concepts in two languages as queries over 8,000 library records. */
export function topics(withSubjects: boolean): Collection {
  const read = linesOf(join(sharedData, 'economics/docs.ndjson')) as unknown as DocumentInput[];
  return {
    name: withSubjects ? 'topics with subjects' : 'topics',
    documents: withSubjects ? read : read.map(withoutSubjects),
    queries: linesOf(join(sharedData, 'economics/topic-queries.ndjson')).map((query) => ({
      id: query.id!,
      text: query.text!,
      ...(query.language ? { language: query.language } : {}),
      class: topicClass(query),
      split: splitOf(query.id!),
    })),
    grades: gradesIn(join(sharedData, 'economics/topic-qrels.tsv')),
  };
}

/** Documents of the demo, in English and German, with subjects of its own thesaurus; no judged queries. */
export const fieldGuide = (): Collection => ({
  name: 'field guide',
  documents: linesOf(`${fieldGuideData}.ndjson`) as unknown as DocumentInput[],
  queries: [],
  grades: new Map(),
});

function topicClass({ kind, language, text }: Record<string, string>): string {
  const label = kind === 'prefLabel' ? `preferred label (${language})` : 'alternative label';
  return `${label}, ${text!.includes(' ') ? 'several words' : 'one word'}`;
}

/** Untagged documents. */
function withoutSubjects(document: DocumentInput): DocumentInput {
  const { subjects: _, ...rest } = document;
  return rest;
}

function splitOf(id: string): JudgedQuery['split'] {
  return Number(/\d+/.exec(id)![0]) % 2 === 1 ? 'tuning' : 'testing';
}

export function linesOf(file: string): Record<string, string>[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function gradesIn(file: string): Collection['grades'] {
  const grades: Collection['grades'] = new Map();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [query, document, grade] = line.split('\t') as [string, string, string];
    if (query === 'query-id') continue;
    const own = grades.get(query) ?? new Map<string, number>();
    grades.set(query, own.set(document, Math.max(Number(grade), own.get(document) ?? 0)));
  }
  return grades;
}
