/**
 * Takes compound words apart: German `Arbeitsmarktpolitik` into `arbeitsmarkt` and `politik`. Knows no dictionary, but
 * is told which words there are: those of the labels of a thesaurus, or of the documents of a space.
 */
import { normalizeSpelling } from './normalizer.ts';

export interface CompoundingRules {
  /** What joins the parts, the longest that fits first; nothing is tried last. */
  links: readonly string[];
  /** Shorter parts are found everywhere by chance. */
  shortest: number;
  /** What makes other words of a word, and is a word nowhere but in lists of endings. */
  endings?: RegExp;
}

const compounding: Record<string, CompoundingRules> = {
  de: {
    links: ['es', 'en', 'er', 'n', 's', 'e', '-', ''],
    shortest: 4,
    endings: /^(?:lich|isch|schaft|heit|keit|ling)(?:en|em|er|es|e|s)?$/,
  },
  nl: { links: ['en', 'er', 's', 'e', 'n', '-', ''], shortest: 4 },
  sv: { links: ['s', 'o', 'u', 'a', 'e', '-', ''], shortest: 4 },
  da: { links: ['s', 'e', '-', ''], shortest: 4 },
  no: { links: ['s', 'e', '-', ''], shortest: 4 },
  // The first part stands in the genitive or the nominative.
  fi: { links: ['jen', 'ien', 'en', 'in', 'n', '-', ''], shortest: 3 },
};

/** Longer words are not looked at: the work grows with the square of the length. */
const longestWord = 60;

/**
 * What a word may be called that stands before another one and is known from nowhere else: so long, and behind it one
 * as long. Endings of words from Latin are words by chance: the nation in a combination.
 */
const shortestUnknown = 5;
const chance = /(?:ion|isch)(?:en|er|erna|e|s)?$/;

/**
 * True for words that have `part` between others: what stands before and behind it is made of known words, with the
 * letters that link them or without. What stands before the last part of a word may also be unknown, if it, the last part
 * and every form of it have five letters and more; and the last part may end as only there, `bibliotheken` for `bibliothek`.
 * `forms` are all forms of the part that stand alone; for its stem, which need not be one, the last part is looked at.
 * Everything is folded.
 */
export function compoundPartMatcher(
  { links, shortest }: CompoundingRules,
  language: string,
  forms: string[],
  isWord: (folded: string) => boolean,
  isForm: (folded: string) => boolean,
): (part: string, word: string) => boolean {
  const isMade = (text: string) => isWord(text) || decompound(text, language, isWord) !== undefined;
  const isFirst = (text: string) =>
    links.some((link) => text.endsWith(link) && isMade(text.slice(0, text.length - link.length)));
  const isRest = (text: string) =>
    links.some((link) => text.startsWith(link) && isMade(text.slice(link.length)));
  const isLong = (form: string) => form.length >= shortestUnknown && !chance.test(form);
  const areLong = forms.every(isLong);
  const standsLast = (first: string, last: string) =>
    first.length >= shortest &&
    (isFirst(first) || (areLong && isLong(last) && first.length >= shortestUnknown));
  const standsBefore = (first: string, rest: string) =>
    rest.length >= shortest &&
    (first === '' || first.length >= shortest) &&
    isRest(rest) &&
    (first === '' || isFirst(first));
  return (part, word) => {
    const isWhole = forms.includes(part);
    for (let at = word.indexOf(part); at >= 0; at = word.indexOf(part, at + 1)) {
      const [first, last, rest] = [word.slice(0, at), word.slice(at), word.slice(at + part.length)];
      if (isWhole && standsBefore(first, rest)) return true;
      // What costs least is looked at first: most words that have the letters of a stem end otherwise.
      const isLast = first !== '' && ((isWhole && rest === '') || isForm(last));
      if (isLast && standsLast(first, last)) return true;
    }
    return false;
  };
}

/** A word cut in two, in each way that leaves `shortest` letters or more on both sides. */
export function twoWaySplits(word: string, shortest: number): [string, string][] {
  const ways = Math.max(0, word.length - 2 * shortest + 1);
  return Array.from({ length: ways }, (_, i) => [word.slice(0, shortest + i), word.slice(shortest + i)]);
}

/** How a language makes compounds; undefined where it writes their parts apart. */
export function compoundingRules(language: string): CompoundingRules | undefined {
  return compounding[language];
}

/**
 * The parts of a word, folded, in their order; undefined where it is none that can be made of known words. `isWord` is
 * asked about folded words, in any form that they have in the language. As few parts as can be, so that a part that is
 * a compound itself stays whole; of as many the split whose last part, the one that says what it is, is longest. `shortest` is how long parts are at
 * least, as is usual in the language unless given.
 */
export function decompound(
  word: string,
  language: string,
  isWord: (folded: string) => boolean,
  shortest?: number,
): string[] | undefined {
  const usual = compounding[language];
  const manner = usual && { ...usual, shortest: shortest ?? usual.shortest };
  const folded = normalizeSpelling(word);
  if (!manner || folded.length < 2 * manner.shortest || folded.length > longestWord) return undefined;
  // By the place where a rest begins, its best split; filled from the end.
  const best: (string[] | undefined)[] = [];
  for (let begin = folded.length - manner.shortest; begin >= 0; begin--) {
    best[begin] = splitFrom(folded, begin, manner, isWord, best);
  }
  const parts = best[0];
  return parts && parts.length > 1 ? parts : undefined;
}

function splitFrom(
  word: string,
  begin: number,
  manner: CompoundingRules,
  isWord: (folded: string) => boolean,
  best: readonly (string[] | undefined)[],
): string[] | undefined {
  // The whole word is no split of itself.
  if (begin > 0 && isWord(word.slice(begin))) return [word.slice(begin)];
  let found: string[] | undefined;
  for (let end = begin + manner.shortest; end <= word.length - manner.shortest; end++) {
    const rest = best[end];
    // What ends sooner leaves a longer rest: a later end must do with fewer parts.
    if (!rest || (found && rest.length + 1 >= found.length)) continue;
    const part = partEndingAt(word, begin, end, manner, isWord);
    if (part !== undefined) found = [part, ...rest];
  }
  return found;
}

/** The word that stands between two places, its link taken off. */
function partEndingAt(
  word: string,
  begin: number,
  end: number,
  { links, shortest }: CompoundingRules,
  isWord: (folded: string) => boolean,
): string | undefined {
  for (const link of links) {
    const bare = end - link.length;
    if (bare - begin < shortest || !word.startsWith(link, bare)) continue;
    const part = word.slice(begin, bare);
    if (isWord(part)) return part;
  }
  return undefined;
}
