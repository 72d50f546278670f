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
  termDictionary: Pick<TermDictionary, 'terms' | 'forms' | 'isWord'>,
): number[] {
  const rules = compoundingRules(language.code);
  if (!rules) return [];
  const inflections = termDictionary.forms(word, language);
  const stem = language.stem(word);
  const forms = [normalize(word), ...inflections.map((term) => termDictionary.terms.at(term))];
  const knownParts = new Map<string, boolean>();
  const isPart = (text: string) =>
    text.length >= rules.minPartLength &&
    getOrInsert(knownParts, text, () => !rules.suffixes?.test(text) && termDictionary.isWord(text, language));
  const isCompoundWith = compoundPartMatcher(language.code, rules, isPart, {
    forms,
    isForm: (text) => language.stem(text) === stem,
  });
  const compounds = new Set<number>();
  const parts = [...new Set([...forms, stem])].filter(({ length }) => length >= rules.minPartLength);
  for (const part of parts)
    for (const term of termDictionary.terms.containing(part))
      if (!compounds.has(term) && isCompoundWith(part, termDictionary.terms.at(term))) compounds.add(term);
  for (const term of inflections) compounds.delete(term);
  const isInLanguage = (term: number) =>
    termDictionary.forms(termDictionary.terms.at(term), language).includes(term);
  return [...compounds].filter(isInLanguage).sort((a, b) => a - b);
}
