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
  for (const { line, fail } of linesOf(content, file)) {
    const query = line.startsWith('{') ? jsonQuery(line, fail) : tabSeparatedQuery(line, fail);
    if (queries.has(query.id)) fail(`the query ID ${query.id} occurs twice`);
    queries.set(query.id, query);
  }
  if (queries.size === 0) throw new Error(`${file}: no queries`);
  return [...queries.values()];
}

type Fail = (reason: string) => never;

function jsonQuery(line: string, fail: Fail): TestQuery {
  let query: { id?: unknown; _id?: unknown; text?: unknown; language?: unknown };
  try {
    query = JSON.parse(line);
  } catch (error) {
    return fail(`not valid JSON: ${(error as Error).message}`);
  }
  const { id = query._id, text, language } = query;
  if ((typeof id !== 'string' && typeof id !== 'number') || id === '')
    return fail('"id" or "_id" must be text or a number');
  if (typeof text !== 'string' || text.trim() === '') return fail('"text" must be text and not empty');
  if (typeof language === 'string') return { id: String(id), text, language };
  return (language ?? null) === null ? { id: String(id), text } : fail('"language" must be a language tag');
}

function tabSeparatedQuery(line: string, fail: Fail): TestQuery {
  const [, id, text] = /^([^\t]+)\t(.*)$/.exec(line) ?? [];
  if (id === undefined) return fail('expected an ID, a tab and the text of the query, or a JSON object');
  return text!.trim() === '' ? fail('the text of the query is empty') : { id: id.trim(), text: text!.trim() };
}

/**
 * Parses judgments: four columns as in TREC (`query iteration document grade`), or three columns separated by tabs
 * (`query document grade`) below a header. If a document is judged twice for a query, the higher grade counts. Throws an
 * error with the number of the first invalid line.
 */
export function parseJudgments(content: string, file: string): Judgments {
  const judgments: Judgments = new Map();
  const lines = linesOf(content, file);
  const isTabular = lines[0]?.line.split('\t').length === 3;
  for (const { line, fail } of isTabular ? lines.slice(1) : lines) {
    const columns = isTabular ? line.split('\t') : line.trim().split(/\s+/);
    if (columns.length !== (isTabular ? 3 : 4))
      fail(
        'expected the four columns of TREC (query, iteration, document, grade), or query, document and grade separated by tabs below a header',
      );
    const [query, document, grade] = [columns[0]!, columns.at(-2)!, columns.at(-1)!].map((text) =>
      text.trim(),
    );
    if (!/^-?\d{1,6}$/.test(grade!)) fail(`the grade must be an integer, not ${JSON.stringify(grade)}`);
    const grades = judgments.get(query!) ?? new Map<string, number>();
    judgments.set(query!, grades.set(document!, Math.max(Number(grade), grades.get(document!) ?? 0)));
  }
  if (judgments.size === 0) throw new Error(`${file}: no judgments`);
  return judgments;
}

/** Lines that are not blank; `fail` throws an error with the number of the line. */
function linesOf(content: string, file: string): { line: string; fail: Fail }[] {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.flatMap((line, i) => {
    const fail = (reason: string) => {
      throw new Error(`${file}, line ${i + 1}: ${reason}`);
    };
    return line.trim() === '' ? [] : [{ line, fail }];
  });
}
