/** Search for compound terms by one of their parts: `Energiesteuer` for `Steuer`. */
import type { Analyzer } from '../analysis/analyzers.ts';
import { compoundingRules, compoundPartMatcher } from '../analysis/decompounder.ts';
import { normalize } from '../analysis/normalizer.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** Ascending numbers of the compounds. Empty for languages that do not write compounds as one word. */
export function findCompounds(
  word: string,
  language: Analyzer,
  dictionary: Pick<TermDictionary, 'terms' | 'forms' | 'isWord'>,
): number[] {
  const rules = compoundingRules(language.code);
  if (!rules) return [];
  const { terms } = dictionary;
  const inflections = dictionary.forms(word, language);
  const stem = language.stem(word);
  const forms = [normalize(word), ...inflections.map((term) => terms.at(term))];
  const isLong = (text: string) => text.length >= rules.minPartLength;
  const knownParts = new Map<string, boolean>();
  const isKnown = (text: string) =>
    getOrInsert(knownParts, text, () => !rules.suffixes?.test(text) && dictionary.isWord(text, language));
  const isCompoundWith = compoundPartMatcher(language.code, rules, (text) => isLong(text) && isKnown(text), {
    forms,
    isForm: (text) => language.stem(text) === stem,
  });
  const compounds = new Set<number>();
  for (const part of new Set([...forms, stem].filter(isLong)))
    for (const term of terms.containing(part))
      if (!compounds.has(term) && isCompoundWith(part, terms.at(term))) compounds.add(term);
  const isInLanguage = (term: number) => dictionary.forms(terms.at(term), language).includes(term);
  const others = [...compounds].filter((term) => !inflections.includes(term) && isInLanguage(term));
  return others.sort((a, b) => a - b);
}
