/** Input variants for autocomplete: other special characters, words joined or split, no article. */
import { analyzerFor } from '../analysis/analyzers.ts';
import { twoWaySplits } from '../analysis/decompounder.ts';
import { expandUmlauts, normalizeSpelling, umlautPrefixes } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import {
  hasSpecialCharacters,
  isAmpersandJoinable,
  splitAtSpecialCharacters,
  withoutLeadingDot,
} from '../analysis/word-shapes.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { StringIndex } from '../collections/string-index.ts';
import { normalizedWords } from './label-index.ts';
import { offerExact, offerPrefixes } from './label-matching.ts';
import type { Candidate, TopCandidates } from './top-candidates.ts';

/** Elided articles and prepositions of Romance languages. */
const elided = /^\s*(?:l|d|qu|gl|un|[dns]?[aeou]ll|quell|[dns]?[aeou]gl)['’ʼ](?=\p{L})/iu;
/** The Arabic article, with the particles that may precede it. */
const arabic = /^\s*(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{Script=Arabic}{2})/u;

/** The text without an attached article; undefined if there is none. */
export function withoutArticle(text: string): string | undefined {
  const bare = text.replace(elided, '').replace(arabic, '');
  return bare === text ? undefined : bare;
}

/** The text without leading stop words; undefined if there are none, or no other words. */
export function withoutStopWords(text: string, tag: string | undefined): string | undefined {
  const { isStopWord } = analyzerFor(tag);
  const contentWord = tokenize(text).find((word) => !isStopWord(word.text.toLowerCase()));
  return !contentWord || contentWord.begin === 0 ? undefined : text.slice(contentWord.begin);
}

/** Splits the words at all special characters; undefined if there are none. */
export function withoutSpecialCharacters(typed: string[]): string | undefined {
  return typed.some(hasSpecialCharacters) ? typed.flatMap(splitAtSpecialCharacters).join(' ') : undefined;
}

/** Maximum words to join and to split, and for which special characters are tried. */
const MAX_VARIED_WORDS = 8;
const MAX_SPLIT_LENGTH = 20;
const MIN_SPLIT_PART_LENGTH = 2;

/** Variants with two words joined or one word split: `fleder maus`, `bluewhale`. The words are normalized. */
export function joinedAndSplit(typed: string[]): string[][] {
  return typed.slice(0, MAX_VARIED_WORDS).flatMap((word, i) => {
    const next = typed[i + 1];
    const joined = next === undefined ? [] : [typed.toSpliced(i, 2, word + next)];
    const parted = word.length > MAX_SPLIT_LENGTH ? [] : twoWaySplits(word, MIN_SPLIT_PART_LENGTH);
    return [...joined, ...parted.map((parts) => typed.toSpliced(i, 1, ...parts))];
  });
}

/** Special characters in words of labels; input variants with them are tried only if there are any. */
interface SpecialCharacters {
  /** True if a word starts with a dot, such as `.net`. */
  hasDottedWords: boolean;
  hasAmpersandWords: boolean;
}

const cachedSpecialCharacters = new WeakMap<StringIndex, SpecialCharacters>();

function specialCharactersIn(words: StringIndex): SpecialCharacters {
  return getOrInsert(cachedSpecialCharacters, words, () => {
    const [from, to] = words.prefixRange('.');
    return { hasDottedWords: from < to, hasAmpersandWords: words.strings.some((word) => word.includes('&')) };
  });
}

/** Variants with special characters of the labels: `net` as `.NET`, `r d` as `R&D`. The words are normalized. */
export function withSpecialCharacters(typed: string[], words: StringIndex): string[][] {
  const { hasDottedWords, hasAmpersandWords } = specialCharactersIn(words);
  const isBare = (word: string | undefined) => word !== undefined && !hasSpecialCharacters(word);
  const isJoinable = (word: string | undefined) => isBare(word) && isAmpersandJoinable(word!);
  return typed.slice(0, MAX_VARIED_WORDS).flatMap((word, i) => {
    const next = typed[i + 1];
    const dotted = hasDottedWords && isBare(word) ? [typed.with(i, `.${word}`)] : [];
    const mayJoin = hasAmpersandWords && isJoinable(word) && isJoinable(next);
    return mayJoin ? [...dotted, typed.toSpliced(i, 2, `${word}&${next}`)] : dotted;
  });
}

/** Words do not distinguish `Disney+` from `Disney`. The spellings of this many candidates are compared. */
export const MAX_RESPELLED_CANDIDATES = 200;

/** Labels with umlauts that were typed as two vowels: `Kaengu` is a prefix of `Känguru`. */
export function offerWithUmlauts(typed: string[], best: TopCandidates): void {
  const all = best.another(MAX_RESPELLED_CANDIDATES);
  for (const prefix of umlautPrefixes(typed.join(' '))) offerPrefixes(normalizedWords(prefix), all);
  for (const { label, score, parts } of all.ranked()) {
    const written = tokenize(best.labels.thesaurus.labelText(label)).map(({ text }) => expandUmlauts(text));
    const isTyped = parts.every(({ word }, i) => written[word]!.startsWith(typed[i]!));
    if (isTyped) best.offer(label, score, () => parts);
  }
}

/** Labels with other words but the same special characters in these positions: `H & M` for `h&m`, `ASP.NET` for `.net`. */
export function offerSameSpelling(typed: string[], best: TopCandidates): void {
  const parts = typed.flatMap((word) => (withoutLeadingDot(word) ?? word).split('&'));
  if (parts.join() === typed.join()) return;
  const all = best.another(MAX_RESPELLED_CANDIDATES);
  offerPrefixes(parts, all);
  offerExact(parts, all);
  const spelled = typed.join(' ');
  for (const { label, score, parts: matched } of all.ranked()) {
    const isSpelled = joinedSpelling(best.labels.thesaurus.labelText(label)).includes(spelled);
    if (isSpelled) best.offer(label, score, () => matched.filter(({ length }) => length > 0));
  }
}

/** The normalized input; undefined if it has no special characters. */
export function spellingWithSpecialCharacters(text: string): string | undefined {
  return /[^\p{L}\p{N}\p{M}\s]/u.test(text) ? joinedSpelling(text.trim()) : undefined;
}

/** The candidates whose label is spelled like the input come first. */
export function sameSpellingFirst(candidates: Candidate[], spelled: string, best: TopCandidates) {
  const isSpelled = ({ label }: Candidate) =>
    joinedSpelling(best.labels.thesaurus.labelText(label)).startsWith(spelled);
  return [...candidates.filter(isSpelled), ...candidates.filter((candidate) => !isSpelled(candidate))];
}

/** Normalized, without spaces around `&`. */
function joinedSpelling(text: string): string {
  return normalizeSpelling(text).replaceAll(' & ', '&');
}
