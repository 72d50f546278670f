/** What an input names, at its place there. */
import type { Token } from '../analysis/tokenizer.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import type { Clause } from './parser.ts';

/** A label in the input, or concepts whose labels have words of it among others. */
export interface QueryMatch extends ConceptMatch {
  /** Beside what is named as it is. */
  isPartial?: boolean;
  /** A place, by its adjective. */
  isDemonym?: boolean;
  /** In quotes: other names of it are not meant. */
  isQuoted?: boolean;
  /** By what its label begins with: nothing is understood as yet. */
  isPrefix?: boolean;
}

export function spans(match: ConceptMatch, clause: Clause): boolean {
  return clause.words.every((word) => liesWithin(word, match));
}

/** Tells the words that belong to one of the labels. */
export function insideAny(matches: readonly ConceptMatch[]): (word: Token) => boolean {
  return (word) => matches.some((match) => liesWithin(word, match));
}

export function liesWithin({ begin, end }: Pick<Token, 'begin' | 'end'>, match: ConceptMatch): boolean {
  return match.begin <= begin && end <= match.end;
}
