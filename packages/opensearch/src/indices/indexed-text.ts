/** Indexed form of terms: the words of a text, separated by spaces. */
import { normalize, subwords, TokenReader } from '@semantic-search/query/analysis';
import type { CooperativeTask } from '@semantic-search/query/scheduling';
import { ALTERNATIVE_SEPARATOR } from '../cluster/index-template.ts';

/** In UTF-16 units of up to three bytes: Lucene allows terms of up to 32,766 bytes. Longer words are cut. */
const MAX_TERM_LENGTH = 8000;
const SEPARATORS = new RegExp(`[ ${ALTERNATIVE_SEPARATOR}]`);

/** Normalization expands Arabic ligatures to phrases with spaces; such a phrase stays one term. */
export function indexedTerm(term: string): string {
  return term.slice(0, MAX_TERM_LENGTH).replaceAll(' ', '_');
}

/** Terms of an indexed text, including alternatives at the same position. */
export function termsIn(indexed: string): string[] {
  return indexed === '' ? [] : indexed.split(SEPARATORS);
}

/** A text in indexed form. */
export interface IndexedText {
  /** Terms separated by spaces. A word with parts, such as `R&D`, is an alternative at the position of each part. */
  terms: string;
  /** Words in their original form and order, including their parts. */
  words: string[];
}

/** Words per step of a cooperative task, a few milliseconds. */
const WORDS_PER_STEP = 2000;

/** Cooperative, because long texts are processed on the main thread. */
export function* indexedText(text: string): CooperativeTask<IndexedText> {
  const terms: string[] = [];
  const words: string[] = [];
  for (const reader = new TokenReader(text); reader.next(); ) {
    const word = text.slice(reader.begin, reader.end);
    const parts = subwords(word);
    const term = indexedTerm(normalize(word));
    const alternatives = parts.map(
      (part) => `${term}${ALTERNATIVE_SEPARATOR}${indexedTerm(normalize(part))}`,
    );
    terms.push(parts.length === 0 ? term : alternatives.join(' '));
    words.push(word, ...parts);
    if (terms.length % WORDS_PER_STEP === 0) yield;
  }
  return { terms: terms.join(' '), words };
}
