/** Phrase table of the concept matcher: labels as sequences of stems. Can be shared with workers. */
import { analyzedLanguages, analyzerFor } from '../analysis/analyzers.ts';
import { normalize } from '../analysis/normalizer.ts';
import { forEachToken } from '../analysis/tokenizer.ts';
import { ampersandVariants } from '../analysis/word-shapes.ts';
import {
  EMPTY_FINGERPRINT,
  extendFingerprint,
  sortedFingerprints,
  termFingerprint,
} from '../collections/fingerprints.ts';
import { getOrInsert, getOrInsertBounded } from '../collections/get-or-insert.ts';
import { packLists } from '../collections/shared-arrays.ts';
import type { Thesaurus } from './thesaurus.ts';

export interface PhraseTable {
  /** Codes of the label languages; '' stands for all languages without a stemmer. */
  languages: string[];
  /** Sorted fingerprints of the phrases: of all labels, and of their first words. The number of a phrase is its index. */
  prints: Float64Array;
  /** Labels of phrase `i` are `labels[starts[i]] … labels[starts[i + 1]]`; a mere beginning has none. */
  starts: Uint32Array;
  labels: Uint32Array;
}

/** Longer labels are not matched: each word of a text is looked up with up to as many words after it. */
export const MAX_LABEL_WORDS = 16;
const MAX_CACHED_WORDS = 200_000;

/** The table has no labels without words, and none of more than `MAX_LABEL_WORDS`. */
export function phraseTable(thesaurus: Thesaurus): PhraseTable {
  const fingerprintOf = termFingerprints();
  const codes = new Map<string, string>();
  const beginnings: number[] = [];
  const labelsByPhrase = new Map<number, number[]>();
  for (let label = 0; label < thesaurus.labelCount; label++) {
    const language = getOrInsert(codes, thesaurus.labelLanguage(label), stemCode);
    const phrases = new Set<number>();
    for (const spelling of labelVariants(thesaurus.labelText(label)).flatMap(withoutMarks)) {
      const beginningsOfSpelling = beginningsOf(spelling, (word) => fingerprintOf(language, word));
      beginnings.push(...beginningsOfSpelling);
      if (beginningsOfSpelling.length > 0) phrases.add(beginningsOfSpelling.at(-1)!);
    }
    for (const phrase of phrases) getOrInsert(labelsByPhrase, phrase, () => []).push(label);
  }
  const prints = sortedFingerprints(beginnings);
  // Most phrases are only beginnings of labels, so they share one list to save memory.
  const none: number[] = [];
  const lists = Array.from(prints, (print) => labelsByPhrase.get(print) ?? none);
  const { starts, targets: labels } = packLists(lists);
  return { languages: [...new Set(codes.values())], prints, starts, labels };
}

/** Fingerprints of the stems of words, which are cached, because labels share most of their words. */
function termFingerprints(): (language: string, word: string) => number {
  const fingerprints = new Map<string, number>();
  return (language, word) =>
    getOrInsertBounded(fingerprints, MAX_CACHED_WORDS, `${language} ${word}`, () =>
      termFingerprint(language, analyzerFor(language).stem(word)),
    );
}

/**
 * Fingerprints of the first word, of the first two words, and so on; the last one stands for the whole label. Empty for a
 * label without words, or with too many.
 */
function beginningsOf(label: string, fingerprintOf: (word: string) => number): number[] {
  const words: number[] = [];
  forEachToken(label, (begin, end) => words.push(fingerprintOf(label.slice(begin, end))));
  if (words.length > MAX_LABEL_WORDS) return [];
  let phrase = EMPTY_FINGERPRINT;
  return words.map((word) => {
    phrase = extendFingerprint(phrase, word);
    return phrase;
  });
}

/** Code of the stemmer; languages without one share '' and are matched as written. */
export function stemCode(tag: string): string {
  const { code } = analyzerFor(tag);
  return analyzedLanguages.some((language) => language.code === code) ? code : '';
}

/** The label, with and without the qualifier in brackets that distinguishes homonyms; `H & M` also as `H&M`. */
export function labelVariants(label: string): string[] {
  const bare = label
    .trimEnd()
    .replace(/[([<][^()[\]<>]*[)\]>]$/, '')
    .trim();
  const forms = bare === '' || bare === label ? [label] : [label, bare];
  return forms.flatMap(ampersandVariants);
}

/** Adds the form without diacritics, for which the stemmer may find another ending. */
function withoutMarks(form: string): string[] {
  const normalized = normalize(form);
  return normalized === form.toLowerCase() ? [form] : [form, normalized];
}
