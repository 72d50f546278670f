/** Search for compound terms by one of their parts: `Energiesteuer` for `Steuer`. */

import type { Analyzer } from '../analysis/analyzers.ts';
import { compoundingRules, compoundPartMatcher } from '../analysis/decompounder.ts';
import { normalize } from '../analysis/normalizer.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** Term numbers, ascending. Empty for languages that do not join the parts of compounds. */
export function findCompounds(
  word: string,
  language: Analyzer,
  termDictionary: Pick<TermDictionary, 'terms' | 'forms' | 'isWord'>,
): number[] {
  const rules = compoundingRules(language.code);
  if (!rules) return [];
  const own = termDictionary.forms(word, language);
  const stem = language.stem(word);
  const forms = new Set([normalize(word), ...own.map((term) => termDictionary.terms.at(term))]);
  const decided = new Map<string, boolean>();
  const isPart = (text: string) =>
    text.length >= rules.minPartLength &&
    getOrInsert(decided, text, () => !rules.suffixes?.test(text) && termDictionary.isWord(text, language));
  const asPart = compoundPartMatcher(language.code, rules, isPart, {
    forms: [...forms],
    isForm: (text) => language.stem(text) === stem,
  });
  const compounds = new Set<number>();
  for (const part of forms.add(stem)) {
    if (part.length < rules.minPartLength) continue;
    for (const term of termDictionary.terms.containing(part))
      if (!compounds.has(term) && asPart(part, termDictionary.terms.at(term))) compounds.add(term);
  }
  for (const term of own) compounds.delete(term);
  const isForm = (term: number) =>
    termDictionary.forms(termDictionary.terms.at(term), language).includes(term);
  return [...compounds].filter(isForm).sort((a, b) => a - b);
}
