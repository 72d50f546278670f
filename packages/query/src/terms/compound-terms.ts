/**
 * Lookup of compound terms by one of their parts: `Energiesteuer` for `Steuer`.
 *
 * Results are computed on demand and cached; a changed term dictionary has a new instance.
 */

import type { Analyzer } from '../analysis/analyzers.ts';
import { compoundingRules, compoundPartMatcher } from '../analysis/decompounder.ts';
import { normalize } from '../analysis/normalizer.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { TermDictionary } from './term-dictionary.ts';

type StemmedTerms = Pick<TermDictionary, 'terms' | 'forms' | 'isWord'>;

const MAX_CACHED_WORDS = 500;

export class CompoundTerms {
  #termDictionary: StemmedTerms;
  #results = new Map<string, number[]>();
  #parts = new Map<string, boolean>();
  /** Terms that contain a string, in any language. */
  #containing = new Map<string, number[]>();

  constructor(termDictionary: StemmedTerms) {
    this.#termDictionary = termDictionary;
  }

  /** Term numbers, ascending. Empty for languages that do not join the parts of compounds. */
  with(word: string, language: Analyzer): number[] {
    if (!compoundingRules(language.code)) return [];
    if (this.#results.size > MAX_CACHED_WORDS) {
      this.#results.clear();
      this.#parts.clear();
      this.#containing.clear();
    }
    return getOrInsert(this.#results, `${language.code} ${word}`, () => this.#find(word, language));
  }

  #find(word: string, language: Analyzer): number[] {
    const termDictionary = this.#termDictionary;
    const rules = compoundingRules(language.code)!;
    const own = termDictionary.forms(word, language);
    const stem = language.stem(word);
    const forms = new Set([normalize(word), ...own.map((term) => termDictionary.terms.at(term))]);
    const isPart = (text: string) => this.#isPart(text, language);
    const asPart = compoundPartMatcher(language.code, rules, isPart, {
      forms: [...forms],
      isForm: (text) => language.stem(text) === stem,
    });
    const compounds = new Set<number>();
    for (const part of forms.add(stem)) {
      if (part.length < rules.minPartLength) continue;
      for (const term of this.#termsContaining(part))
        if (!compounds.has(term) && asPart(part, termDictionary.terms.at(term))) compounds.add(term);
    }
    for (const term of own) compounds.delete(term);
    const isForm = (term: number) =>
      termDictionary.forms(termDictionary.terms.at(term), language).includes(term);
    return [...compounds].filter(isForm).sort((a, b) => a - b);
  }

  #termsContaining(part: string): number[] {
    return getOrInsert(this.#containing, part, () => [...this.#termDictionary.terms.containing(part)]);
  }

  /** True for words that can be part of a compound. */
  #isPart(text: string, language: Analyzer): boolean {
    const { minPartLength: shortest, suffixes: endings } = compoundingRules(language.code)!;
    if (text.length < shortest) return false;
    const isPart = () => !endings?.test(text) && this.#termDictionary.isWord(text, language);
    return getOrInsert(this.#parts, `${language.code} ${text}`, isPart);
  }
}
