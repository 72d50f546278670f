/** Terms of the engine as the index has them: words of a text, set apart by spaces. */
import { hash } from 'node:crypto';
import { type CooperativeTask, normalize, WordReader, wordsWithin } from '@semantic-search/engine';
import { alternativeTo } from './index-template.ts';

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

/** What the index has of a text. */
export interface IndexedText {
  /** What it makes terms of: those of the words. A word stands beside each one in it, as `R&D` has two. */
  terms: string;
  /** As they are written, in their order, with those in them. */
  words: string[];
}

/** Words read in one step: some milliseconds. */
const wordsOfStep = 2000;

/** In steps: a text may be long, and is read in the thread that answers all requests. */
export function* indexedText(text: string): CooperativeTask<IndexedText> {
  const terms: string[] = [];
  const words: string[] = [];
  for (const reader = new WordReader(text); reader.next(); ) {
    const word = text.slice(reader.begin, reader.end);
    const within = wordsWithin(word);
    const term = indexedTerm(normalize(word));
    const beside = within.map((each) => `${term}${alternativeTo}${indexedTerm(normalize(each))}`);
    terms.push(within.length === 0 ? term : beside.join(' '));
    words.push(word, ...within);
    if (terms.length % wordsOfStep === 0) yield;
  }
  return { terms: terms.join(' '), words };
}
