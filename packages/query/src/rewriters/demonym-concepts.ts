/** Demonym replacement: replaces adjectives of places by the label of the place. */
import { placeNames } from '../analysis/demonyms.ts';
import type { Token } from '../analysis/tokenizer.ts';
import type { Clause } from '../parser.ts';
import type { Correction, QueryLanguage } from '../query.ts';
import { MAX_EXPANDED_TERMS } from '../relaxation.ts';
import type { ConceptMatcher, ConceptMatchOptions } from '../thesaurus/concept-matcher.ts';

/** Returns the replacements in the order of the input; `mayBe` selects the words to check. */
export function replaceDemonyms(
  clauses: Clause[],
  mayBe: (word: Token) => boolean,
  conceptMatcher: ConceptMatcher,
  options: ConceptMatchOptions,
  { analyzer: own, stopWordAnalyzer: stops }: QueryLanguage,
): Pick<Correction, 'word' | 'text'>[] {
  const code = (own ?? stops)?.code;
  const isLabel = (text: string, count: number) =>
    conceptMatcher
      .match(text, options)
      .some(({ words, senses }) => words === count && senses.some(({ exact }) => exact));
  return clauses.slice(0, MAX_EXPANDED_TERMS).flatMap(({ words: [word], quoted }, i) => {
    if (!code || quoted || !mayBe(word!)) return [];
    options.signal?.throwIfAborted();
    const before = clauses[i - 1]?.words.at(-1)?.text;
    const isName = (name: string) => isLabel(name, 1) || (before && isLabel(`${before} ${name}`, 2));
    const name = placeNames(word!.text, code).find(isName);
    return name ? [{ word: word!, text: name }] : [];
  });
}
