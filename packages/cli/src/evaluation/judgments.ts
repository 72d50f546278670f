/** Parsers of judged queries: a query file and a file of relevance judgments (qrels). */

/** Grades by query, then by document. */
export type Judgments = Map<string, Map<string, number>>;

export interface TestQuery {
  id: string;
  text: string;
  /** BCP 47 tag. */
  language?: string;
}

/**
 * Parses queries: lines `id<TAB>text`, or JSON objects with `id` or `_id`, `text` and optionally `language`. `file` names the
 * file in errors. Throws an error with the number of the first invalid line.
 */
export function parseQueries(content: string, file: string): TestQuery[] {
  const queries = new Map<string, TestQuery>();
  for (const { text, number } of linesOf(content)) {
    const fail = failAt(file, number);
    const query = text.startsWith('{') ? jsonQuery(text, fail) : tabSeparatedQuery(text, fail);
    if (queries.has(query.id)) fail(`the query ID ${query.id} occurs twice`);
    queries.set(query.id, query);
  }
  if (queries.size === 0) throw new Error(`${file}: no queries`);
  return [...queries.values()];
}

type Fail = (reason: string) => never;

function jsonQuery(line: string, fail: Fail): TestQuery {
  let read: { id?: unknown; _id?: unknown; text?: unknown; language?: unknown };
  try {
    read = JSON.parse(line);
  } catch (error) {
    return fail(`not valid JSON: ${(error as Error).message}`);
  }
  const { text, language } = read;
  const id = read.id ?? read._id;
  if ((typeof id !== 'string' && typeof id !== 'number') || id === '')
    return fail('"id" or "_id" must be text or a number');
  if (typeof text !== 'string' || text.trim() === '') return fail('"text" must be text and not empty');
  if (language === undefined || language === null) return { id: String(id), text };
  if (typeof language !== 'string') return fail('"language" must be a language tag');
  return { id: String(id), text, language };
}

function tabSeparatedQuery(line: string, fail: Fail): TestQuery {
  const tab = line.indexOf('\t');
  if (tab < 1) return fail('expected an ID, a tab and the text of the query, or a JSON object');
  const [id, text] = [line.slice(0, tab).trim(), line.slice(tab + 1).trim()];
  if (text === '') return fail('the text of the query is empty');
  return { id, text };
}

/**
 * Parses judgments: four columns as in TREC (`query iteration document grade`), or three columns separated by tabs
 * (`query document grade`) below a header. If a document is judged twice for a query, the higher grade counts. Throws an
 * error with the number of the first invalid line.
 */
export function parseJudgments(content: string, file: string): Judgments {
  const judgments: Judgments = new Map();
  const lines = linesOf(content);
  const isTabular = lines[0]?.text.split('\t').length === 3;
  for (const { text, number } of isTabular ? lines.slice(1) : lines) {
    const fail = failAt(file, number);
    const { query, document, grade } = isTabular ? tabularJudgment(text, fail) : trecJudgment(text, fail);
    if (!/^-?\d{1,6}$/.test(grade)) fail(`the grade must be an integer, not ${JSON.stringify(grade)}`);
    const grades = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, grades.set(document, Math.max(Number(grade), grades.get(document) ?? 0)));
  }
  if (judgments.size === 0) throw new Error(`${file}: no judgments`);
  return judgments;
}

interface Judgment {
  query: string;
  document: string;
  grade: string;
}

function tabularJudgment(line: string, fail: Fail): Judgment {
  const columns = line.split('\t').map((column) => column.trim());
  const [query, document, grade] = columns;
  if (columns.length !== 3 || !query || !document || !grade)
    return fail('expected three columns separated by tabs: query, document, grade');
  return { query, document, grade };
}

function trecJudgment(line: string, fail: Fail): Judgment {
  const columns = line.trim().split(/\s+/);
  const [query, , document, grade] = columns;
  if (columns.length !== 4 || !query || !document || !grade)
    return fail(
      'expected four columns as in TREC (query, iteration, document, grade), or a header and three columns separated by tabs',
    );
  return { query, document, grade };
}

/** Lines that are not blank, with their numbers. */
function linesOf(content: string): { text: string; number: number }[] {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.map((text, i) => ({ text, number: i + 1 })).filter(({ text }) => text.trim() !== '');
}

function failAt(file: string, number: number): Fail {
  return (reason) => {
    throw new Error(`${file}, line ${number}: ${reason}`);
  };
}
