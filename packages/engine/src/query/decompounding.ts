/**
 * Words of an input that neither documents nor labels have, taken apart into such as they have: `Zugvögel` asks for `Zug`
 * and `Vögel`, `sealion` for the label `sea lion`, `covid19` for `covid` and `19`, `k&r` for `k` and `r`. What documents or labels
 * go on from is left while it is typed.
 */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { compoundingRules, decompound, twoWaySplits } from '../analysis/decompounder.ts';
import { normalizeSpelling, originalLength } from '../analysis/normalizer.ts';
import { hasSpecialCharacters, splitAtSpecialCharacters } from '../analysis/special-characters.ts';
import type { Token } from '../analysis/tokenizer.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { Correction } from '../spelling/apply-corrections.ts';
import type { IndexedThesaurus } from '../thesaurus/serialization.ts';
import { type Clause, MAX_CLAUSES } from './parser.ts';
import { isInLabels } from './partial-concepts.ts';
import { MAX_EXPANDED_TERMS } from './relaxation.ts';

/** What the documents of a space have. */
export interface WordLookup {
  /** Languages that documents are in, those of most documents first. */
  languages: readonly Analyzer[];
  /** A document has the word or a form of it. */
  isKnown(word: string): boolean;
  /** So few documents have it that what they have is little. */
  isRare(word: string): boolean;
  /** A document or a label has a word that begins so. */
  isPrefix(beginning: string): boolean;
  /** A document of this language has a form of the word. */
  isWord(word: string, language: Analyzer): boolean;
}

export interface DecompoundedClauses {
  /** As they were typed. */
  typed: Clause[];
  /** The same clauses; parts are clauses of their own, at their places in the input. */
  clauses: Clause[];
  /** Words taken apart, and their parts with blanks between. */
  splits: { word: Token; text: string }[];
  /** Those of them that a few documents have, and that are looked for as they are, too. */
  rare: Token[];
}

const shortest = 5;
const longest = 60;
/** Parts so short are labels as they are: `Zug`. */
const shortestLabel = 3;

/** How the words of an input are meant. */
interface Asked {
  /** The language asked in: compounds of others are left as they are then. */
  tag: string | undefined;
  /** Belongs to a label that the input has in full, which stays whole. */
  isNamed(word: Token): boolean;
}

export function decompoundClauses(
  clauses: Clause[],
  thesaurus: IndexedThesaurus,
  known: WordLookup,
  { tag, isNamed }: Asked,
): DecompoundedClauses {
  const taken: DecompoundedClauses = { typed: clauses, clauses: [], splits: [], rare: [] };
  let tried = 0;
  for (const [i, clause] of clauses.entries()) {
    const mayBe =
      i < MAX_CLAUSES &&
      tried < MAX_EXPANDED_TERMS &&
      isOneUnknownWord(clause, thesaurus, known) &&
      !isNamed(clause.words[0]!);
    const isRare = mayBe && known.isKnown(clause.words[0]!.text);
    const parts = mayBe ? partsOf(clause, thesaurus, isRare ? inLabelsAlone(known) : known, tag) : undefined;
    if (mayBe) tried++;
    if (!parts) {
      taken.clauses.push(clause);
      continue;
    }
    const word = clause.words[0]!;
    const own = placed(word, parts);
    own.forEach((part, i) => {
      taken.clauses.push({ ...clause, words: [part], unfinished: clause.unfinished && i === own.length - 1 });
    });
    taken.splits.push({ word, text: own.map(({ text }) => text).join(' ') });
    if (isRare) taken.rare.push(word);
  }
  return taken;
}

/** Words taken apart at their signs: where nobody has these, they were hardly meant. Behind `r&`, something may follow. */
export function correctSpecialCharacters(apart: DecompoundedClauses['splits']): Correction[] {
  return apart
    .filter(({ word }) => hasSpecialCharacters(word.text) && !/[&＆]$/u.test(word.text))
    .map(({ word, text }) => ({ word, text, spelling: text }));
}

/** Parts that a few documents have together are meant to be two words only where labels have each: `Waldvögel`. */
function inLabelsAlone(known: WordLookup): WordLookup {
  return { ...known, isKnown: () => false, isWord: () => false };
}

/** No label has the word, and no document or a few: these as they are. */
function isOneUnknownWord(
  { words: [word], quoted, excluded, unfinished }: Clause,
  thesaurus: IndexedThesaurus,
  { isKnown, isRare, isPrefix: goesOn }: WordLookup,
): boolean {
  const { text } = word!;
  if (quoted || excluded || text.length > longest) return false;
  if (text.length < shortest && !hasSpecialCharacters(text)) return false;
  const isUnknown = isKnown(text)
    ? isRare(text) && !hasSpecialCharacters(text)
    : !(unfinished && goesOn(text));
  return isUnknown && !isInLabels(text, thesaurus, true);
}

/** Folded, in their order. */
function partsOf(
  { words: [word], unfinished }: Clause,
  thesaurus: IndexedThesaurus,
  known: WordLookup,
  tag: string | undefined,
): string[] | undefined {
  const { text } = word!;
  const folded = normalizeSpelling(text);
  if (hasSpecialCharacters(text)) return withFewerSigns(folded, unfinished, thesaurus, known);
  const asked = tag ? [analyzerFor(tag)] : known.languages;
  return (
    besideDigits(folded, known) ??
    asLabel(folded, thesaurus) ??
    asked.map((language) => compound(text, language, thesaurus, known)).find((parts) => parts)
  );
}

/** As somebody writes it: `C++` for `C++++`, else `C`. */
function withFewerSigns(
  folded: string,
  unfinished: boolean,
  thesaurus: IndexedThesaurus,
  { isKnown, isPrefix: goesOn }: WordLookup,
): string[] | undefined {
  const says = (word: string) => isKnown(word) || names(word, thesaurus).length > 0;
  const withTwo = folded.replace(/(?<=\+\+)\+/gu, '');
  if (says(withTwo)) return [withTwo];
  const parts = splitAtSpecialCharacters(folded);
  return parts.some(says) || (unfinished && goesOn(parts.at(-1)!)) ? parts : undefined;
}

function besideDigits(folded: string, { isKnown }: WordLookup): string[] | undefined {
  const parts = /^(?:(\p{L}+)(\p{N}+)|(\p{N}+)(\p{L}+))$/u
    .exec(folded)
    ?.slice(1)
    .filter((part) => part);
  return parts?.every(isKnown) ? parts : undefined;
}

/** Two words that are a label together. */
function asLabel(folded: string, thesaurus: IndexedThesaurus): string[] | undefined {
  return twoWaySplits(folded, 2).find((parts) => {
    const [match] = names(parts.join(' '), thesaurus);
    return match?.words === 2 && match.senses.some(({ exact }) => exact);
  });
}

function compound(
  text: string,
  language: Analyzer,
  thesaurus: IndexedThesaurus,
  known: WordLookup,
): string[] | undefined {
  const manner = compoundingRules(language.code);
  if (!manner) return undefined;
  const met = new Map<string, boolean>();
  const isPart = (folded: string) => {
    if (manner.endings?.test(folded)) return false;
    const [label] = names(folded, thesaurus, language);
    if (label && (folded.length >= manner.shortest || label.senses.some(({ exact }) => exact))) return true;
    return folded.length >= manner.shortest && known.isWord(folded, language);
  };
  const remembered = (folded: string) => getOrInsert(met, folded, isPart);
  return decompound(text, language.code, remembered, shortestLabel);
}

function names(text: string, { conceptMatcher }: IndexedThesaurus, language?: Analyzer) {
  return conceptMatcher.match(text, { query: true, ...(language ? { languages: [language.code] } : {}) });
}

/** Parts as they are written; where letters link them, these belong to none. */
function placed({ text, begin }: Token, parts: string[]): Token[] {
  const folded = normalizeSpelling(text);
  let end = 0;
  return parts.map((part) => {
    const at = folded.indexOf(part, end);
    end = at + part.length;
    const [from, to] = [originalLength(text, at), originalLength(text, end)];
    return { text: text.slice(from, to), begin: begin + from, end: begin + to };
  });
}
