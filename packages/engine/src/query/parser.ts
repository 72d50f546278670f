/** Reads what a person typed: words, "quoted phrases", -excluded ones. Any input is valid. */
import { normalize, truncateNormalized } from '../analysis/normalizer.ts';
import { type Token, tokenize } from '../analysis/tokenizer.ts';

export interface Clause {
  /** One word, or several that must follow each other, as in quotes and in `-Wi-Fi`. `begin` and `end` are places in the whole input. */
  words: Token[];
  quoted: boolean;
  excluded: boolean;
  /** The input ends in the middle of the last word: it may be the beginning of a longer one. */
  unfinished: boolean;
}

/** Each is one UTF-16 unit, as the plain one that it is read as, so that places stay. */
const quotationMarks = /[“”„‟«»‹›「」『』〝〞〟＂]/g;
/**
 * Quoted, an unclosed quotation mark reaching to the end; or anything without a space. Single ones are apostrophes, too:
 * they must begin a word and end one.
 */
const pieces =
  /(?<minus>-?)(?:"(?<double>[^"]*)"?|[‚‘'](?<single>[^‚‘’']*)[‘’'](?![\p{L}\p{N}]))|(?<plain>[^\s"]+)/gu;

/** In UTF-16 units, typed and folded. More than that is cut off: an input is a question, not a document. */
export const MAX_QUERY_LENGTH = 4000;
/** Different words and phrases that are looked for, and words that a phrase goes on for; what is beyond says no more. */
export const MAX_CLAUSES = 64;
const longestPhrase = 64;

/** As much of an input as is read. */
export function truncateInput(input: string): string {
  return truncateNormalized(input, MAX_QUERY_LENGTH);
}

export function parseQuery(input: string): Clause[] {
  const text = truncateInput(input);
  const clauses: Clause[] = [];
  for (const match of text.replace(quotationMarks, '"').matchAll(pieces)) {
    const { minus, double, single, plain } = match.groups!;
    const quoted = double ?? single;
    if (quoted !== undefined)
      addQuoted(clauses, tokenize(quoted), match.index + minus!.length + 1, minus === '-');
    else addPlain(clauses, plain!, match.index);
  }
  const last = clauses.at(-1);
  // A phrase that ends the input is not yet closed; what is typed of what is not wanted leaves out no more than that.
  if (last && !last.excluded && last.words.at(-1)!.end === text.length) last.unfinished = true;
  return clauses;
}

/** A clause and all that are equal to it. */
export interface UniqueClause {
  clause: Clause;
  all: Clause[];
}

/** Equal clauses ask for the same, and are looked for once; at most 64 different ones. */
export function uniqueClauses(clauses: Clause[]): UniqueClause[] {
  const byWords = new Map<string, UniqueClause>();
  for (const clause of clauses) {
    const { words: own, quoted, unfinished } = clause;
    const key = `${quoted} ${unfinished} ${own.map(({ text }) => normalize(text)).join(' ')}`;
    const same = byWords.get(key);
    if (same) same.all.push(clause);
    else if (byWords.size < MAX_CLAUSES) byWords.set(key, { clause, all: [clause] });
  }
  return [...byWords.values()];
}

const pictograph = /\p{Extended_Pictographic}/u;

/** Pictographs are no words, and in no document: who types nothing else asks for something, and not for everything. */
export function hasOnlyPictographs(input: string): boolean {
  return pictograph.test(truncateInput(input)) && parseQuery(input).length === 0;
}

function addQuoted(clauses: Clause[], found: Token[], at: number, excluded: boolean): void {
  if (found.length === 0) return;
  const phrase = found.slice(0, longestPhrase).map((word) => moved(word, at));
  clauses.push({ words: phrase, quoted: true, excluded, unfinished: false });
}

function addPlain(clauses: Clause[], piece: string, at: number): void {
  const found = tokenize(piece).map((word) => moved(word, at));
  if (found.length === 0) return;
  // A minus before a word excludes it; one alone, or inside a word, means nothing.
  const excluded = piece.startsWith('-') && found[0]!.begin === at + 1;
  if (excluded) clauses.push({ words: found, quoted: false, excluded, unfinished: false });
  else for (const word of found) clauses.push({ words: [word], quoted: false, excluded, unfinished: false });
}

function moved({ text, begin, end }: Token, by: number): Token {
  return { text, begin: begin + by, end: end + by };
}
