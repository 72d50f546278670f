/** Synonym rules in files with one rule per line: CSV, and `synonyms.txt` of Solr. */
import { parse } from 'csv-parse/sync';

/** For words in `from`, a search also uses the words in `to`. Both lists are equal if all words are interchangeable. */
export type SynonymRule = { from: string[]; to: string[] };
/** Warnings name the lines that were left out, each with its number and the reason. */
export type SynonymFile = { rules: SynonymRule[]; warnings: string[] };

/** The words of a line stand for each other; `=>` separates the sides of a rule that applies one way. `#` begins a comment. */
export function parseSynonyms(text: string): SynonymFile {
  const result: SynonymFile = { rules: [], warnings: [] };
  const isRule = (line: string) => line.trim() !== '' && !line.startsWith('#');
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  // Spreadsheet programs write semicolons where the comma is the decimal separator.
  const delimiter = lines.some((line) => isRule(line) && line.includes(',')) ? ',' : ';';
  for (const [index, line] of lines.entries()) {
    if (!isRule(line)) continue;
    try {
      const [cells = []] = parse(line, { delimiter, relaxQuotes: true, trim: true });
      result.rules.push(synonymRule(cells));
    } catch (error) {
      result.warnings.push(`line ${index + 1}: ${(error as Error).message}`);
    }
  }
  return result;
}

/** The rule of a line. `=>` is a separate cell in CSV, but stands between two words in Solr. Throws with a reason. */
function synonymRule(cells: readonly string[]): SynonymRule {
  const sides: string[][] = [[]];
  for (const cell of cells) {
    const [word, ...wordsAfterArrows] = cell.split('=>');
    sides.at(-1)!.push(word!);
    for (const firstWord of wordsAfterArrows) sides.push([firstWord]);
  }
  const [sources = [], targets = sources, ...furtherSides] = sides;
  if (furtherSides.length > 0) throw new Error('more than one =>');
  const words = (terms: string[]) => [...new Set(terms.map((term) => term.trim()))].filter(Boolean);
  const rule = { from: words(sources), to: words(targets) };
  if (rule.from.length === 0 || rule.to.length === 0) throw new Error('a rule needs words on both sides');
  if (new Set([...rule.from, ...rule.to]).size < 2) throw new Error('a rule needs at least two words');
  return rule;
}
