/** Sense disambiguation: chooses the concepts that a phrase names among labels with the same stems. */
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { areInflections } from '../analysis/inflection.ts';
import { normalize } from '../analysis/normalizer.ts';
import { type Token, tokenize } from '../analysis/tokenizer.ts';
import {
  ampersandVariants,
  hasAmpersand,
  hasAmpersandWord,
  hasSpecialCharacters,
} from '../analysis/word-shapes.ts';
import { labelVariants } from './phrase-table.ts';
import type { Thesaurus } from './thesaurus.ts';

/** A concept that a phrase can name. */
export interface Sense {
  concept: number;
  /** Label number, see `Thesaurus.labelText`. */
  label: number;
  /** True if the phrase has the words of the label, not just inflections. */
  isExact: boolean;
}

/** Language of preferred labels. Labels in other languages match as written; their inflections match foreign words only. */
export interface PreferredLanguage {
  language: Analyzer;
  isForeign(word: string): boolean;
}

/** A phrase of a query or text, and how to interpret it. */
interface Phrase {
  text: string;
  /** True if the query or text has no other words. */
  isWholeText: boolean;
  isQuery: boolean;
  stopWordLanguages: Analyzer[];
  preferredLanguage: PreferredLanguage | undefined;
}

type AnalyzedPhrase = Phrase & { normalized: string; isStopWord: boolean };

// Added to the kind of a label, which is 0 to 2: each addend exceeds the sum of all lower ones.
const INFLECTED_RANK = 3;
const FOREIGN_RANK = 6;

/** The senses of a phrase among labels with its stems: each concept once, the most reliable label first. */
export function selectSenses(labels: number[], phrase: Phrase, thesaurus: Thesaurus): Sense[] {
  const { isQuery, preferredLanguage } = phrase;
  const senses = rankedSenses(labels, phrase, thesaurus);
  // Deprecated concepts match only in queries, and only if no current concept does.
  const current = senses.filter(({ concept }) => !thesaurus.deprecated(concept));
  const matching = current.length > 0 || !isQuery ? current : senses;
  const likely = preferredLanguage ? likelySenses(matching, phrase, preferredLanguage, thesaurus) : matching;
  // Exact matches win over inflections: `caribou` is not an inflection of `caribe`.
  const exact = likely.filter(({ isExact }) => isExact);
  return isQuery && exact.length > 0 ? exact : likely;
}

/** The concepts that a phrase names, each by its most reliable label; the most reliable concept first. */
function rankedSenses(labels: number[], phrase: Phrase, thesaurus: Thesaurus): Sense[] {
  const isStopWord = phrase.stopWordLanguages.some((language) => language.isStopWord(phrase.text));
  const analyzed = { ...phrase, normalized: normalize(phrase.text), isStopWord };
  const rank = (sense: Sense) => rankOf(sense, phrase, thesaurus);
  const bestByConcept = new Map<number, Sense>();
  for (const label of labels) {
    const sense = senseOf(label, analyzed, thesaurus);
    if (!sense) continue;
    const previous = bestByConcept.get(sense.concept);
    if (!previous || rank(sense) < rank(previous)) bestByConcept.set(sense.concept, sense);
  }
  return [...bestByConcept.values()].sort((a, b) => rank(a) - rank(b));
}

/** Rank of a sense, lower for more reliable labels: by language, then as written or inflected, then by kind. */
function rankOf({ label, isExact }: Sense, { preferredLanguage }: Phrase, thesaurus: Thesaurus): number {
  const isForeign = preferredLanguage && !isInLanguage(label, preferredLanguage.language, thesaurus);
  return thesaurus.labelKind(label) + (isExact ? 0 : INFLECTED_RANK) + (isForeign ? FOREIGN_RANK : 0);
}

/** The concept of a label, if the phrase names it by this label. */
function senseOf(label: number, phrase: AnalyzedPhrase, thesaurus: Thesaurus): Sense | undefined {
  const text = thesaurus.labelText(label);
  const language = analyzerFor(thesaurus.labelLanguage(label));
  if (isMissingAmpersand(text, phrase)) return undefined;
  const isExact = hasWordsOf(text, phrase);
  if (!isExact && !isInflection(text, phrase, language.code)) return undefined;
  // A stop word of one language can be the whole query in another: French `ours`.
  const isWholeQuery = phrase.isQuery && phrase.isWholeText && isExact && !language.isStopWord(phrase.text);
  const isNamed = isAbbreviation(text) ? hasAbbreviation(text, phrase) : !phrase.isStopWord || isWholeQuery;
  if (!isNamed) return undefined;
  return { concept: thesaurus.current(thesaurus.labelConcept(label)), label, isExact };
}

/** `R & D` means R&D in queries, but not in texts; `r d` never does. */
function isMissingAmpersand(label: string, { text, isQuery }: Phrase): boolean {
  return hasAmpersandWord(label) && !(isQuery ? hasAmpersand(text) : hasAmpersandWord(text));
}

/** True for the words of a label; in queries regardless of punctuation, with or without the qualifier of the label. */
function hasWordsOf(label: string, { normalized, isQuery }: AnalyzedPhrase): boolean {
  if (normalize(label) === normalized) return true;
  const hasPunctuation = [label, normalized].some((text) => /[^\p{L}\p{N}\s]/u.test(text));
  if (!isQuery || !hasPunctuation) return false;
  const words = wordsOf(normalized);
  return labelVariants(label).some((variant) => wordsOf(normalize(variant)) === words);
}

const wordsOf = (text: string): string => Array.from(tokenize(text), (word) => word.text).join(' ');

/** False for a phrase with the stems of the label that is only derived from the same words. */
function isInflection(label: string, { text, isQuery }: Phrase, code: string): boolean {
  // In German texts derived words count, too: F1@5 of concept extraction is higher with them.
  if (code === 'de' && !isQuery) return true;
  const words = tokenize(text);
  // In German phrases all forms count, because adjectives are inflected.
  if (code === 'de' && words.length > 1) return true;
  return labelVariants(label).some((variant) => {
    const labelWords = tokenize(variant);
    const isInflectionAt = (word: Token, i: number) => areInflections(word.text, words[i]!.text, code);
    return labelWords.length === words.length && labelWords.every(isInflectionAt);
  });
}

/** In texts only as written: `IT` is not `it`. A query may have other letters, unless they are a stop word. */
function hasAbbreviation(label: string, { text, isQuery, isStopWord }: AnalyzedPhrase): boolean {
  return ampersandVariants(label).includes(text) || (isQuery && !isStopWord);
}

/** In UTF-16 units. */
const MAX_ABBREVIATION_LENGTH = 6;

/** A short label in capitals. Special characters make it unambiguous: `c++`. */
function isAbbreviation(label: string): boolean {
  const isInCapitals = label === label.toUpperCase() && label !== label.toLowerCase();
  if (!isInCapitals || label.length > MAX_ABBREVIATION_LENGTH) return false;
  return !tokenize(label).some(({ text }) => hasSpecialCharacters(text));
}

/** A word of the query language does not name a concept of another language: `see` in an English query is not a lake. */
function likelySenses(
  senses: Sense[],
  { text, isWholeText }: Phrase,
  { language, isForeign }: PreferredLanguage,
  thesaurus: Thesaurus,
): Sense[] {
  const inLanguage = senses.filter(({ label }) => isInLanguage(label, language, thesaurus));
  if (inLanguage.length > 0) return inLanguage;
  const words = tokenize(text);
  if (words.some((word) => isForeign(word.text))) return senses;
  return senses.filter(({ isExact }) => isExact && (isWholeText || words.length > 1));
}

/** A label without a language is in every language. */
function isInLanguage(label: number, language: Analyzer, thesaurus: Thesaurus): boolean {
  const { code } = analyzerFor(thesaurus.labelLanguage(label));
  return code === '' || code === language.code;
}
