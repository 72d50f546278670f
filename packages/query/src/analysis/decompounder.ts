/** Decompounder: splits `Arbeitsmarktpolitik` into `arbeitsmarkt` and `politik`, known to the caller. */
import rulesData from './data/compounding-rules.json' with { type: 'json' };
import { compilePattern } from './irregular-forms.ts';
import { normalize, originalLength } from './normalizer.ts';
import type { Token } from './tokenizer.ts';

export interface CompoundingRules {
  /** Linking elements, the longest first; '' is last. */
  links: readonly string[];
  /** Minimum length of a part: shorter parts match by chance. */
  minPartLength: number;
  /** Derivational suffixes, such as `-schaft`: not parts, even if documents contain them as words. */
  suffixes?: RegExp;
}

const rulesByLanguage = new Map(
  Object.entries(rulesData).map(
    ([language, { links, minPartLength, ...rest }]): [string, CompoundingRules] => [
      language,
      { links, minPartLength, ...('suffixes' in rest && { suffixes: compilePattern(rest.suffixes) }) },
    ],
  ),
);

/** Longer words are not split: the work grows quadratically. */
export const MAX_COMPOUND_LENGTH = 60;

/** Minimum length of an unknown first part and of the part after it. Latin endings (`combi-nation`) match by chance. */
const MIN_UNKNOWN_LENGTH = 5;
const latinSuffix = /(?:ion|isch)(?:en|er|erna|e|s)?$/;

/** The word whose compounds are searched for. */
interface SearchedPart {
  /** All inflections that occur alone. */
  forms: string[];
  /** Tests the last part of a compound, because a stem need not be a word. */
  isForm(normalized: string): boolean;
}

/**
 * Returns a test for compounds that contain `part`: the rest, without linking elements, must consist of known words.
 * The part before the last one may be an unknown word. Then this part, the last part and all inflections of the last
 * part have at least five characters. The last part may have an ending of its own: `bibliotheken` for `bibliothek`.
 * All strings are normalized.
 */
export function compoundPartMatcher(
  language: string,
  { links, minPartLength }: CompoundingRules,
  isWord: (normalized: string) => boolean,
  { forms, isForm }: SearchedPart,
): (part: string, word: string) => boolean {
  const isKnown = (text: string) => isWord(text) || decompound(text, language, isWord) !== undefined;
  const isKnownBefore = (text: string) =>
    text.length >= minPartLength &&
    links.some((link) => text.endsWith(link) && isKnown(text.slice(0, text.length - link.length)));
  const isKnownAfter = (text: string) =>
    text.length >= minPartLength &&
    links.some((link) => text.startsWith(link) && isKnown(text.slice(link.length)));
  const isLong = (form: string) => form.length >= MIN_UNKNOWN_LENGTH && !latinSuffix.test(form);
  const areFormsLong = forms.every(isLong);
  const mayFollow = (before: string, last: string) =>
    isKnownBefore(before) || (areFormsLong && isLong(last) && before.length >= MIN_UNKNOWN_LENGTH);
  return (part, word) => {
    const isWholeForm = forms.includes(part);
    for (let at = word.indexOf(part); at >= 0; at = word.indexOf(part, at + 1)) {
      const [before, last, after] = [word.slice(0, at), word.slice(at), word.slice(at + part.length)];
      if (isWholeForm && isKnownAfter(after) && (before === '' || isKnownBefore(before))) return true;
      // The cheapest test first: in most words, the stem is followed by other letters.
      const isLast = before !== '' && ((isWholeForm && after === '') || isForm(last));
      if (isLast && mayFollow(before, last)) return true;
    }
    return false;
  };
}

/** Maximum length of two words that are written as one, in UTF-16 units; longer words rarely are. */
export const MAX_SPLIT_LENGTH = 20;

/** All splits of a word in two, each part at least `minLength` UTF-16 units long. */
export function twoWaySplits(word: string, minLength: number): [string, string][] {
  const count = Math.max(0, word.length - 2 * minLength + 1);
  return Array.from({ length: count }, (_, i) => [word.slice(0, minLength + i), word.slice(minLength + i)]);
}

/** The compounding rules of a language; undefined if it does not write compounds as one word. */
export function compoundingRules(language: string): CompoundingRules | undefined {
  return rulesByLanguage.get(language);
}

/**
 * The parts of a compound, normalized and in order; undefined if known words cannot form it. `isWord` accepts
 * normalized words in any inflection. Prefers few parts, so that known compounds stay whole, then a long last
 * part, which is the head. `minLength` is the minimum length of a part; the default depends on the language.
 */
export function decompound(
  word: string,
  language: string,
  isWord: (normalized: string) => boolean,
  minLength = rulesByLanguage.get(language)?.minPartLength ?? 0,
): string[] | undefined {
  const rules = rulesByLanguage.get(language);
  const normalized = normalize(word);
  const { length } = normalized;
  if (!rules || length < 2 * minLength || length > MAX_COMPOUND_LENGTH) return undefined;
  const isPart = (text: string) => text.length >= minLength && isWord(text);
  const withoutLink = (text: string) =>
    rules.links
      .filter((link) => text.endsWith(link))
      .map((link) => text.slice(0, text.length - link.length))
      .find(isPart);
  // Dynamic programming: the best split of each suffix by its begin, filled from the end.
  const bestParts: (string[] | undefined)[] = [];
  const bestSplit = (begin: number) => {
    let best: string[] | undefined;
    for (let end = begin + minLength; end <= length - minLength; end++) {
      const laterParts = bestParts[end];
      // Shorter first parts are tried first; a longer first part must lead to fewer parts.
      if (!laterParts || (best && laterParts.length + 1 >= best.length)) continue;
      const first = withoutLink(normalized.slice(begin, end));
      if (first !== undefined) best = [first, ...laterParts];
    }
    return best;
  };
  for (let begin = length - minLength; begin > 0; begin--) {
    const suffix = normalized.slice(begin);
    bestParts[begin] = isWord(suffix) ? [suffix] : bestSplit(begin);
  }
  // The whole word is not a split of itself.
  return bestSplit(0);
}

/** Tokens of the parts with their original spelling and offsets; linking elements belong to no part. */
export function partTokens({ text, begin }: Token, parts: string[]): Token[] {
  const normalized = normalize(text);
  let end = 0;
  return parts.map((part) => {
    const start = normalized.indexOf(part, end);
    end = start + part.length;
    const [from, to] = [originalLength(text, start), originalLength(text, end)];
    return { text: text.slice(from, to), begin: begin + from, end: begin + to };
  });
}
