/** Terms of the engine as the index has them: words of a text, set apart by spaces. */
import { hash } from 'node:crypto';
import { fold, words, wordsWithin } from '@semantic-search/engine';
import { alternativeTo } from './template.ts';

/** An index takes terms of 32,766 bytes at most. */
const longestTerm = 8000;
/** What is longer is told apart by what begins it and its hash. */
const longestBeginning = 7000;

/** Folding makes several words of a letter of Arabic that is a whole phrase: it stays one term. */
export function indexedTerm(term: string): string {
  const single = term.includes(' ') ? term.replaceAll(' ', '_') : term;
  if (single.length <= longestTerm) return single;
  return `${single.slice(0, longestBeginning)}_${hash('sha256', term, 'hex')}`;
}

/** Words of a text, as they are written. */
export function wordsOf(text: string): string[] {
  return words(text).map((word) => word.text);
}

/** The text that the index makes these words' terms of. A word stands beside each one in it, as `R&D` has two. */
export function indexedText(written: string[]): string {
  const termOf = (word: string) => indexedTerm(fold(word));
  const places = written.flatMap((word) => {
    const within = wordsWithin(word);
    return within.length === 0
      ? [termOf(word)]
      : within.map((each) => `${termOf(word)}${alternativeTo}${termOf(each)}`);
  });
  return places.join(' ');
}

/** The word and those in it. */
export function saidBy(word: string): string[] {
  return [word, ...wordsWithin(word)];
}
