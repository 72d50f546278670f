/** Query parser: words, "quoted phrases" and -excluded clauses. Every input is valid. */
import { normalize, truncateNormalized } from './analysis/normalizer.ts';
import { type Token, tokenize } from './analysis/tokenizer.ts';

export interface Clause {
  /** One word, or the words of a phrase, as in quotes or in `-Wi-Fi`. Offsets refer to the whole input. */
  words: Token[];
  quoted: boolean;
  excluded: boolean;
  /** True if the input ends directly after the last word, which may then be a prefix. */
  unfinished: boolean;
}

/** Each mark is one UTF-16 unit and is replaced by one unit, so that offsets stay the same. */
const quotationMarks = /[“”‟»›」』〞〟＂]/g;
const openingMarks = /[„«‹「『〝]/g;
/** A quotation mark within a word: `צה"ל`. */
const hebrewAbbreviation = /(?<=\p{Script=Hebrew})"(?=\p{Script=Hebrew})/gu;
/** An unclosed phrase reaches to the end. After a digit or a Latin letter, `"` is a unit or a stray mark: `19" rack`. */
const inDoubleQuotes = /(?:„|(?<![\p{N}\p{Script=Latin}])")(?<double>[^"„]*)["„]?/u.source;
/** Single quotes must enclose whole words, because they are also apostrophes. */
const inSingleQuotes = /[‚‘'](?<single>[^‚‘’']*)[‘’'](?![\p{L}\p{N}])/u.source;
/** A quoted phrase, or a run without spaces. */
const clausePattern = new RegExp(
  `(?<minus>-?)(?:${inDoubleQuotes}|${inSingleQuotes})|(?<plain>[^\\s"„]+)`,
  'gu',
);

/** In UTF-16 units, before and after normalization; longer inputs are truncated. */
export const MAX_SEARCHED_CHARACTERS = 4000;
/** Maximum number of distinct clauses of a query; each becomes several alternatives of the plan. */
export const MAX_CLAUSES = 64;
/** Further words of a phrase are ignored. */
export const MAX_PHRASE_WORDS = 64;

/** The part of an input that is searched. */
export function truncateInput(input: string): string {
  return truncateNormalized(input, MAX_SEARCHED_CHARACTERS);
}

/** The clauses in the order of the input: `"red deer" -stag` is a quoted clause of two words, and an excluded one. */
export function parseQuery(truncatedInput: string): Clause[] {
  const withUniformMarks = truncatedInput
    .replace(hebrewAbbreviation, '״')
    .replace(quotationMarks, '"')
    .replace(openingMarks, '„');
  const clauses = [...withUniformMarks.matchAll(clausePattern)].flatMap(({ groups, index }, position) => {
    const { minus, double, single, plain } = groups!;
    if (plain !== undefined) return plainClauses(plain, index, position);
    return quotedClause(double ?? single!, index, minus!);
  });
  const lastClause = clauses.at(-1);
  // An unclosed phrase at the end may end in a prefix. An excluded clause never does: it would exclude too much.
  if (lastClause && !lastClause.excluded && lastClause.words.at(-1)!.end === truncatedInput.length)
    lastClause.unfinished = true;
  return clauses;
}

/** Splits a clause into unquoted clauses of one word each: its words, or the parts of its words. */
export function clausePerWord(clause: Clause, words: readonly Token[]): Clause[] {
  const isUnfinished = (word: Token) => clause.unfinished && word === words.at(-1);
  return words.map((word) => ({ ...clause, words: [word], quoted: false, unfinished: isUnfinished(word) }));
}

/** Merges equal clauses; returns at most `MAX_CLAUSES` distinct clauses, each with all clauses equal to it. */
export function uniqueClauses(clauses: Clause[]) {
  const byWords = new Map<string, { clause: Clause; all: Clause[] }>();
  for (const clause of clauses) {
    const { words, quoted, unfinished } = clause;
    const key = `${quoted} ${unfinished} ${words.map(({ text }) => normalize(text)).join(' ')}`;
    const earlier = byWords.get(key);
    if (earlier) earlier.all.push(clause);
    else if (byWords.size < MAX_CLAUSES) byWords.set(key, { clause, all: [clause] });
  }
  return [...byWords.values()];
}

/** `offset` is the position of the minus or, without one, of the quotation mark. Empty without words. */
function quotedClause(quoted: string, offset: number, minus: string): Clause | [] {
  const words = tokenize(quoted)
    .slice(0, MAX_PHRASE_WORDS)
    .map((word) => shifted(word, offset + minus.length + 1));
  return words.length === 0 ? [] : { words, quoted: true, excluded: minus === '-', unfinished: false };
}

function plainClauses(piece: string, offset: number, position: number): Clause[] {
  const words = tokenize(piece).map((word) => shifted(word, offset));
  // A minus excludes the word directly after it; at the beginning, before a number, it is a sign: `-40 °C`.
  const excluded = (position > 0 ? /^-/ : /^-\P{N}/u).test(piece) && words[0]?.begin === offset + 1;
  const wordLists = excluded ? [words] : words.map((word) => [word]);
  return wordLists.map((list) => ({ words: list, quoted: false, excluded, unfinished: false }));
}

function shifted({ text, begin, end }: Token, by: number): Token {
  return { text, begin: begin + by, end: end + by };
}
