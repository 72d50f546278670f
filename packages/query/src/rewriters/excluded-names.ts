/** Names that contain an excluded word and a word of the query: `owl -snow` excludes the snowy owl. */

import { normalize } from '../analysis/normalizer.ts';
import type { ReadableTermDictionary } from '../index-statistics.ts';
import type { Clause } from '../parser.ts';
import type { Matcher } from '../query-plan.ts';
import { type AnalyzersFor, matchingTerms } from './term-expansion.ts';

/** In UTF-16 units: `insurance -car` does not exclude care insurance. */
const MIN_LENGTH = 4;
/** Of a derived word: `snowy`, `golden`, `northern`. */
const MAX_ENDING_LENGTH = 3;
/** Each adds up to three matchers. */
const MAX_WORDS = 4;

/** Derived words count only next to a word of the query, and compounds only with one. `part` is no part of a party. */
export function excludedNames(
  { words: [word, ...others], quoted }: Clause,
  positive: readonly Clause[],
  termDictionary: ReadableTermDictionary,
  analyzersFor: AnalyzersFor,
): Matcher[] {
  const beginning = normalize(word!.text);
  if (quoted || others.length > 0 || beginning.length < MIN_LENGTH) return [];
  const inflected = matchingTerms(word!.text, termDictionary, analyzersFor(word!.text));
  const longer = termDictionary.startingWith([beginning]).filter((term) => !inflected.includes(term));
  const textOf = (term: number) => termDictionary.terms.at(term);
  const derived = longer.filter((term) => textOf(term).length <= beginning.length + MAX_ENDING_LENGTH);
  const named = positive.filter((clause) => !clause.quoted).slice(0, MAX_WORDS);
  return named.flatMap(({ words }): Matcher[] => {
    const { text } = words[0]!;
    const terms = matchingTerms(text, termDictionary, analyzersFor(text));
    const compounds = longer.filter((term) => textOf(term).endsWith(normalize(text)));
    const next: Matcher[] =
      derived.length > 0 && terms.length > 0
        ? [
            { kind: 'phrase', words: [derived, terms] },
            { kind: 'phrase', words: [terms, derived] },
          ]
        : [];
    return compounds.length > 0 ? [...next, { kind: 'word', terms: compounds }] : next;
  });
}
