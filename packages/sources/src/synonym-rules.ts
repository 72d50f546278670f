/** Synonym rules in files with one rule per line: CSV, and `synonyms.txt` of Solr. */
import { parse } from 'csv-parse/sync';

export interface SynonymRule {
  /** Words that visitors type. */
  from: string[];
  /** Words that are searched too; equal to `from` if all words are interchangeable. */
  to: string[];
}

export interface SynonymFile {
  rules: SynonymRule[];
  /** Lines that were left out, each with its number and the reason. */
  warnings: string[];
}

/**
 * The words of a line stand for each other; `=>` separates the sides of a rule that applies one way. A cell in quotation marks
 * may have commas. `#` begins a line that is a comment.
 */
export function parseSynonyms(text: string): SynonymFile {
  const file: SynonymFile = { rules: [], warnings: [] };
  const isRule = (line: string) => line.trim() !== '' && !line.startsWith('#');
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  // Spreadsheet programs write semicolons where the comma is the decimal separator.
  const delimiter = lines.some((line) => isRule(line) && line.includes(',')) ? ',' : ';';
  for (const [index, line] of lines.entries()) {
    if (!isRule(line)) continue;
    try {
      const [cells = []] = parse(line, { delimiter, relaxQuotes: true, trim: true });
      file.rules.push(synonymRule(cells));
    } catch (error) {
      file.warnings.push(`line ${index + 1}: ${(error as Error).message}`);
    }
  }
  return file;
}

/** The rule of a line. `=>` is a separate cell in CSV, but stands between two words in Solr. */
function synonymRule(cells: readonly string[]): SynonymRule {
  const sides: string[][] = [[]];
  for (const cell of cells) {
    const [word, ...begins] = cell.split('=>');
    sides.at(-1)!.push(word!);
    for (const begin of begins) sides.push([begin]);
  }
  const [sources = [], targets = sources, ...furtherSides] = sides;
  if (furtherSides.length > 0) throw new Error('more than one =>');
  const words = (terms: string[]) => [...new Set(terms.map((term) => term.trim()))].filter(Boolean);
  const rule = { from: words(sources), to: words(targets) };
  if (rule.from.length === 0 || rule.to.length === 0) throw new Error('a rule needs words on both sides');
  if (new Set([...rule.from, ...rule.to]).size < 2) throw new Error('a rule needs at least two words');
  return rule;
}
