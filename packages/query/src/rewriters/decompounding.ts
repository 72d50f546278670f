/**
 * Query decompounding: splits words that occur neither in documents nor in labels into words that do.
 *
 * `Zugvögel` becomes `Zug` and `Vögel`, `sealion` the label `sea lion`, `covid19` `covid` and `19`, `k&r` `k` and
 * `r`. A known prefix is not split while it is typed.
 */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { compoundingRules, decompound, twoWaySplits } from '../analysis/decompounder.ts';
import { normalizeSpelling, originalLength } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import { hasSpecialCharacters, splitAtSpecialCharacters } from '../analysis/word-shapes.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import { type Clause, MAX_CLAUSES } from '../parser.ts';
import type { Correction, DecompoundedClauses } from '../query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../relaxation.ts';
import { isInLabels } from './partial-labels.ts';

/** Lookup of words in the documents of a space. */
export interface WordLookup {
  /** Languages of the documents, the most frequent first. */
  languages: readonly Analyzer[];
  /** True if a document contains the word or an inflection. */
  isKnown(word: string): boolean;
  /** True if the document frequency is too low for a useful result. */
  isRare(word: string): boolean;
  /** True if a word of a document or label starts with these characters. */
  isPrefix(beginning: string): boolean;
  /** True if a document in this language contains an inflection of the word. */
  isWord(word: string, language: Analyzer): boolean;
}

const MIN_WORD_LENGTH = 5;
const MAX_WORD_LENGTH = 60;
/** Minimum length of a part that is a label itself: `Zug`. */
const MIN_PART_LENGTH = 3;

/** How to split the words of a query. */
interface DecompoundingContext {
  /** Language of the query; if set, compounds of other languages are not split. */
  tag: string | undefined;
  /** True for words of a label that the query contains in full; these are not split. */
  isNamed(word: Token): boolean;
}

export function decompoundClauses(
  clauses: Clause[],
  thesaurus: IndexedThesaurus,
  lookup: WordLookup,
  { tag, isNamed }: DecompoundingContext,
): DecompoundedClauses {
  const result: DecompoundedClauses = { typed: clauses, clauses: [], splits: [], rare: [] };
  let tried = 0;
  for (const [i, clause] of clauses.entries()) {
    const mayBe =
      i < MAX_CLAUSES &&
      tried < MAX_EXPANDED_TERMS &&
      isUnknownWord(clause, thesaurus, lookup) &&
      !isNamed(clause.words[0]!);
    const isRare = mayBe && lookup.isKnown(clause.words[0]!.text);
    const parts = mayBe ? partsOf(clause, thesaurus, isRare ? labelsOnly(lookup) : lookup, tag) : undefined;
    if (mayBe) tried++;
    if (!parts) {
      result.clauses.push(clause);
      continue;
    }
    const word = clause.words[0]!;
    const own = partTokens(word, parts);
    own.forEach((part, i) => {
      result.clauses.push({
        ...clause,
        words: [part],
        unfinished: clause.unfinished && i === own.length - 1,
      });
    });
    result.splits.push({ word, text: own.map(({ text }) => text).join(' ') });
    if (isRare) result.rare.push(word);
  }
  return result;
}

/** Corrections for words whose special characters occur nowhere. `r&` is skipped, because more may follow. */
export function correctSpecialCharacters(splits: DecompoundedClauses['splits']): Correction[] {
  return splits
    .filter(({ word }) => hasSpecialCharacters(word.text) && !/[&＆]$/u.test(word.text))
    .map(({ word, text }) => ({ word, text, spelling: text }));
}

/** Lookup for rare words, such as `Waldvögel`: they are split only if labels contain each part. */
function labelsOnly(lookup: WordLookup): WordLookup {
  return { ...lookup, isKnown: () => false, isWord: () => false };
}

/** True for a word that no label and no or few documents contain in this form. */
function isUnknownWord(
  { words: [word], quoted, excluded, unfinished }: Clause,
  thesaurus: IndexedThesaurus,
  { isKnown, isRare, isPrefix }: WordLookup,
): boolean {
  const { text } = word!;
  if (quoted || excluded || text.length > MAX_WORD_LENGTH) return false;
  if (text.length < MIN_WORD_LENGTH && !hasSpecialCharacters(text)) return false;
  const isUnknown = isKnown(text)
    ? isRare(text) && !hasSpecialCharacters(text)
    : !(unfinished && isPrefix(text));
  return isUnknown && !isInLabels(text, thesaurus, true);
}

/** The parts, normalized and in order; undefined if the word cannot be split. */
function partsOf(
  { words: [word], unfinished }: Clause,
  thesaurus: IndexedThesaurus,
  lookup: WordLookup,
  tag: string | undefined,
): string[] | undefined {
  const { text } = word!;
  const normalized = normalizeSpelling(text);
  if (hasSpecialCharacters(text))
    return withFewerSpecialCharacters(normalized, unfinished, thesaurus, lookup);
  const analyzers = tag ? [analyzerFor(tag)] : lookup.languages;
  return (
    splitAtDigits(normalized, lookup) ??
    splitIntoLabel(normalized, thesaurus) ??
    analyzers.map((language) => splitCompound(text, language, thesaurus, lookup)).find((parts) => parts)
  );
}

/** Drops special characters until the word is known: `C++++` becomes `C++`, or else `C`. */
function withFewerSpecialCharacters(
  normalized: string,
  unfinished: boolean,
  thesaurus: IndexedThesaurus,
  { isKnown, isPrefix }: WordLookup,
): string[] | undefined {
  const isMeaningful = (word: string) => isKnown(word) || matchLabel(word, thesaurus).length > 0;
  const withTwo = normalized.replace(/(?<=\+\+)\+/gu, '');
  if (isMeaningful(withTwo)) return [withTwo];
  const parts = splitAtSpecialCharacters(normalized);
  return parts.some(isMeaningful) || (unfinished && isPrefix(parts.at(-1)!)) ? parts : undefined;
}

function splitAtDigits(normalized: string, { isKnown }: WordLookup): string[] | undefined {
  const parts = /^(?:(\p{L}+)(\p{N}+)|(\p{N}+)(\p{L}+))$/u
    .exec(normalized)
    ?.slice(1)
    .filter((part) => part);
  return parts?.every(isKnown) ? parts : undefined;
}

/** Two words that together form a label. */
function splitIntoLabel(normalized: string, thesaurus: IndexedThesaurus): string[] | undefined {
  return twoWaySplits(normalized, 2).find((parts) => {
    const [match] = matchLabel(parts.join(' '), thesaurus);
    return match?.words === 2 && match.senses.some(({ exact }) => exact);
  });
}

function splitCompound(
  text: string,
  language: Analyzer,
  thesaurus: IndexedThesaurus,
  lookup: WordLookup,
): string[] | undefined {
  const rules = compoundingRules(language.code);
  if (!rules) return undefined;
  const known = new Map<string, boolean>();
  const isPart = (normalized: string) => {
    if (rules.suffixes?.test(normalized)) return false;
    const [label] = matchLabel(normalized, thesaurus, language);
    if (label && (normalized.length >= rules.minPartLength || label.senses.some(({ exact }) => exact)))
      return true;
    return normalized.length >= rules.minPartLength && lookup.isWord(normalized, language);
  };
  const remembered = (normalized: string) => getOrInsert(known, normalized, isPart);
  return decompound(text, language.code, remembered, MIN_PART_LENGTH);
}

function matchLabel(text: string, { conceptMatcher }: IndexedThesaurus, language?: Analyzer) {
  return conceptMatcher.match(text, { query: true, ...(language ? { languages: [language.code] } : {}) });
}

/** Tokens of the parts with their original spelling and offsets; linking elements belong to none. */
function partTokens({ text, begin }: Token, parts: string[]): Token[] {
  const normalized = normalizeSpelling(text);
  let end = 0;
  return parts.map((part) => {
    const at = normalized.indexOf(part, end);
    end = at + part.length;
    const [from, to] = [originalLength(text, at), originalLength(text, end)];
    return { text: text.slice(from, to), begin: begin + from, end: begin + to };
  });
}
