/** Concept match in a query, with its offsets and the kind of match. */
import type { Token } from '../analysis/tokenizer.ts';
import type { Clause } from '../parser.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';

/** A label in the input, or concepts whose labels contain the words among others. */
export interface QueryMatch extends ConceptMatch {
  /** Only part of a label, next to other matches. */
  isPartial?: boolean;
  /** Matched by the demonym of a place. */
  isDemonym?: boolean;
  /** Quoted: other labels of the concept are not searched. */
  isQuoted?: boolean;
  /** Matched by a label prefix: not reported as understood. */
  isPrefix?: boolean;
}

export function spans(match: ConceptMatch, clause: Clause): boolean {
  return clause.words.every((word) => liesWithin(word, match));
}

/** Returns a test for words that belong to one of the matches. */
export function insideAny(matches: readonly ConceptMatch[]): (word: Token) => boolean {
  return (word) => matches.some((match) => liesWithin(word, match));
}

export function liesWithin({ begin, end }: Pick<Token, 'begin' | 'end'>, match: ConceptMatch): boolean {
  return match.begin <= begin && end <= match.end;
}
