/** Which concepts the words of a text name, of all that have labels of the same stems. */

import { ampersandVariants, hasAmpersand, hasAmpersandWord } from '../analysis/ampersands.ts';
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { areInflections } from '../analysis/inflection.ts';
import { normalizeSpelling } from '../analysis/normalizer.ts';
import { hasSpecialCharacters } from '../analysis/special-characters.ts';
import { type Token, tokenize } from '../analysis/tokenizer.ts';
import { labelVariants } from './label-phrases.ts';
import type { Thesaurus } from './thesaurus.ts';

/** One thing that a stretch of text can name. */
export interface Sense {
  concept: number;
  /** Number of the label, see `Thesaurus.labelText`. */
  label: number;
  /** The words are the label's own, not only other forms of them. */
  exact: boolean;
}

/** The language whose labels are meant first. Others are met as they are written, and in other forms by words foreign to it. */
export interface PreferredLanguage {
  language: Analyzer;
  isForeign(word: string): boolean;
}

/** Words of a text that some labels have, and how they are to be read. */
export interface AmbiguousText {
  text: string;
  /** There are no other words. */
  whole: boolean;
  query: boolean;
  /** Whose words say nothing. */
  stops: Analyzer[];
  preferredLanguage: PreferredLanguage | undefined;
}

/** Tells what is named by some words, of some labels; each concept once, its best label first. */
export function openSenseDisambiguator(
  thesaurus: Thesaurus,
): (labels: number[], named: AmbiguousText) => Sense[] {
  return namingsOf;

  function namingsOf(
    labels: number[],
    { text: matched, whole, query, stops, preferredLanguage: meant }: AmbiguousText,
  ): Sense[] {
    const folded = normalizeSpelling(matched);
    const isStopWord = stops.some((language) => language.isStopWord(folded));
    const best = new Map<number, Sense>();
    for (const label of labels) {
      const text = thesaurus.labelText(label);
      if (isApart(text, matched, query)) continue;
      const exact = normalizeSpelling(text) === folded || (query && isForm(text, folded));
      const { code } = analyzerFor(thesaurus.labelLanguage(label));
      // In a German text, what is derived tells enough of what it is about: F1@5 of extraction says so.
      if (!exact && (query || code !== 'de') && isDerived(text, matched, code)) continue;
      // A word that says nothing in one language can be all that is asked for in another: French `ours`.
      const means = !isStopWord || (query && whole && exact && !saysNothing(label, folded));
      const isWritten = isAbbreviation(text)
        ? ampersandVariants(text).includes(matched) || (query && !isStopWord)
        : means;
      if (!isWritten) continue;
      const concept = thesaurus.current(thesaurus.labelConcept(label));
      const naming = { concept, label, exact };
      const other = best.get(concept);
      if (!other || rank(naming, meant) < rank(other, meant)) best.set(concept, naming);
    }
    const senses = inForce([...best.values()], query).sort((a, b) => rank(a, meant) - rank(b, meant));
    const likely = meant ? likelyAmong(senses, matched, whole, meant) : senses;
    // What is typed as some label has it is no form of another one: `caribou` is no kind of `caribe`.
    return query && likely.some(({ exact }) => exact) ? likely.filter(({ exact }) => exact) : likely;
  }

  /** What is deprecated names its successor; without one it names nothing in a text, and itself where nothing else is asked for. */
  function inForce(senses: Sense[], query: boolean): Sense[] {
    const current = senses.filter(({ concept }) => !thesaurus.deprecated(concept));
    return current.length > 0 || !query ? current : senses;
  }

  /** One word among others that the language has itself is of no other: the English `see` of no lake. */
  function likelyAmong(
    senses: Sense[],
    matched: string,
    whole: boolean,
    { language, isForeign }: PreferredLanguage,
  ): Sense[] {
    const own = senses.filter(({ label }) => isOf(label, language));
    if (own.length > 0) return own;
    const typed = tokenize(matched);
    if (typed.some((word) => isForeign(word.text))) return senses;
    return senses.filter(({ exact }) => exact && (whole || typed.length > 1));
  }

  function isOf(label: number, language: Analyzer): boolean {
    const { code } = analyzerFor(thesaurus.labelLanguage(label));
    return code === '' || code === language.code;
  }

  function saysNothing(label: number, folded: string): boolean {
    return analyzerFor(thesaurus.labelLanguage(label)).isStopWord(folded);
  }

  /** The lower, the more surely a label means its concept. */
  function rank({ label, exact }: Sense, meant: PreferredLanguage | undefined): number {
    const isForeign = meant !== undefined && !isOf(label, meant.language);
    return thesaurus.labelKind(label) + (exact ? 0 : 3) + (isForeign ? 6 : 0);
  }
}

/** A label in its own words, whatever stands between them, with its qualifier or without. */
function isForm(label: string, folded: string): boolean {
  if (!/[^\p{L}\p{N}\s]/u.test(label) && !/[^\p{L}\p{N}\s]/u.test(folded)) return false;
  const spelled = wordsOf(folded);
  return labelVariants(label).some((form) => wordsOf(normalizeSpelling(form)) === spelled);
}

/** Of the same stems, but no form of the label: German adjectives are forms of one another, so that words beside others are. */
function isDerived(label: string, matched: string, code: string): boolean {
  const typed = tokenize(matched);
  if (code === 'de' && typed.length > 1) return false;
  return !labelVariants(label).some((form) => {
    const own = tokenize(form);
    const isOne = (each: Token, i: number) => areInflections(each.text, typed[i]!.text, code);
    return own.length === typed.length && own.every(isOne);
  });
}

/** `R & D` is R&D to who asks, and too little in a text; `r d` is to nobody. */
function isApart(label: string, matched: string, query: boolean): boolean {
  return hasAmpersandWord(label) && !(query ? hasAmpersand(matched) : hasAmpersandWord(matched));
}

function wordsOf(text: string): string {
  return tokenize(text)
    .map((word) => word.text)
    .join(' ');
}

/** Few letters, all capitals: `IT` is no `it`. With a sign of its own, `c++` can be nothing else. */
function isAbbreviation(label: string): boolean {
  const isUpper = label === label.toUpperCase() && label !== label.toLowerCase();
  return label.length <= 6 && isUpper && !tokenize(label).some(({ text }) => hasSpecialCharacters(text));
}
