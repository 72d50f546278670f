/** Synonym rules in the file formats of search engines. */
import { parse } from 'csv-parse/sync';

export interface SynonymRule {
  /** What visitors type. */
  from: string[];
  /** What is also searched; equal to `from` if the words are interchangeable. */
  to: string[];
}

export interface SynonymFile {
  rules: SynonymRule[];
  /** Entries that were left out, each with its place and the reason. */
  warnings: string[];
}

/**
 * Reads the formats of Solr (`.txt`), Algolia, Meilisearch and Typesense (`.json`, `.jsonl`), and CSV (`.csv`) with one rule per line.
 * Throws if the content does not have the format of the file name.
 */
export function parseSynonyms(content: string, fileName: string): SynonymFile {
  const text = content.replace(/^\uFEFF/, '');
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase();
  switch (extension) {
    case 'txt':
      return collectRules(text.split(/\r?\n/), solrRule, 'line');
    case 'csv':
      return collectRules(csvRows(text), csvRule, 'row');
    case 'json':
      return collectRules(jsonEntries(JSON.parse(text)), jsonRule, 'entry');
    case 'jsonl':
    case 'ndjson': {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      return collectRules(jsonEntries(lines.map((line) => JSON.parse(line))), jsonRule, 'line');
    }
    default:
      throw new Error(`${fileName}: synonyms are .txt (Solr), .csv, .json or .jsonl`);
  }
}

/** `read` returns null for a comment or an empty line. */
function collectRules<Entry>(
  entries: Entry[],
  read: (entry: Entry) => SynonymRule | null,
  unit: string,
): SynonymFile {
  const file: SynonymFile = { rules: [], warnings: [] };
  for (const [index, entry] of entries.entries()) {
    try {
      const rule = read(entry);
      if (rule !== null) file.rules.push(requireWords(rule));
    } catch (error) {
      file.warnings.push(`${unit} ${index + 1}: ${(error as Error).message}`);
    }
  }
  return file;
}

function requireWords({ from, to }: SynonymRule): SynonymRule {
  const clean = (terms: string[]) =>
    [...new Set(terms.map((term) => term.trim()))].filter((term) => term !== '');
  const rule = { from: clean(from), to: clean(to) };
  if (rule.from.length === 0 || rule.to.length === 0) throw new Error('a rule needs words on both sides');
  if (new Set([...rule.from, ...rule.to]).size < 2) throw new Error('a rule needs at least two words');
  return rule;
}

const equivalent = (terms: string[]): SynonymRule => ({ from: terms, to: terms });

/** `a, b, c` or `a, b => c`; `#` starts a comment, a backslash takes the next character as it is. */
function solrRule(line: string): SynonymRule | null {
  if (line.trim() === '' || line.trimStart().startsWith('#')) return null;
  const sides = splitUnescaped(line, '=>');
  if (sides.length > 2) throw new Error('more than one =>');
  const [from = [], to = from] = sides.map((side) => splitUnescaped(side, ',').map(withoutEscapes));
  return { from, to };
}

function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

/** Spreadsheet programs write semicolons where the comma is the decimal separator. */
function csvRows(text: string): string[][] {
  const delimiter = text.includes(',') ? ',' : ';';
  return parse(text, { delimiter, relaxColumnCount: true, skipEmptyLines: true, trim: true });
}

/** Cells stand for each other; `=>` in a cell of its own separates the sides. */
function csvRule(row: string[]): SynonymRule {
  const arrow = row.indexOf('=>');
  return arrow < 0 ? equivalent(row) : { from: row.slice(0, arrow), to: row.slice(arrow + 1) };
}

type JsonObject = Record<string, unknown>;

/** Meilisearch has one object keyed by word; the others have lists of entries. */
function jsonEntries(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) throw new Error('neither an object nor a list of synonyms');
  const { synonyms } = json as JsonObject;
  if (Array.isArray(synonyms) && synonyms.some((entry) => typeof entry === 'object'))
    return jsonEntries(synonyms);
  return Object.entries(json).map(([root, synonyms]) => ({ root, synonyms }));
}

/** An entry of Algolia (`type`, `input`) or Typesense (`root`). */
function jsonRule(entry: unknown): SynonymRule {
  const { type = 'synonym', synonyms, input, root } = (entry ?? {}) as JsonObject;
  if (typeof type !== 'string' || !/^(oneWay)?synonym$/i.test(type))
    throw new Error(`the type ${type} is not supported`);
  const words = texts(synonyms);
  const start = typeof input === 'string' && type.toLowerCase() !== 'synonym' ? input : root;
  return typeof start === 'string' && start !== ''
    ? { from: [start], to: [start, ...words] }
    : equivalent(words);
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string'))
    throw new Error('synonyms must be a list of texts');
  return value;
}
