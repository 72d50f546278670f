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

/** A phrase with matching labels, and how to interpret it. */
interface AmbiguousText {
  text: string;
  /** True if the text has no other words. */
  isWholeText: boolean;
  isQuery: boolean;
  stopWordLanguages: Analyzer[];
  preferredLanguage: PreferredLanguage | undefined;
}

/** The senses of a phrase: each concept once, the most reliable label first. */
export function selectSenses(labels: number[], named: AmbiguousText, thesaurus: Thesaurus): Sense[] {
  const { isQuery, stopWordLanguages, preferredLanguage: preferred } = named;
  const normalized = normalize(named.text);
  const isStopWord = stopWordLanguages.some((language) => language.isStopWord(named.text));
  const phrase = { ...named, normalized, isStopWord };
  const rank = (sense: Sense) => rankOf(sense, preferred, thesaurus);
  const best = new Map<number, Sense>();
  for (const label of labels) {
    const sense = senseOf(label, phrase, thesaurus);
    const previous = sense && best.get(sense.concept);
    if (sense && (!previous || rank(sense) < rank(previous))) best.set(sense.concept, sense);
  }
  // Deprecated concepts match only in queries, and only if no current concept does.
  const current = [...best.values()].filter(({ concept }) => !thesaurus.deprecated(concept));
  const matching = current.length > 0 || !isQuery ? current : [...best.values()];
  const senses = matching.sort((a, b) => rank(a) - rank(b));
  const likely = preferred ? likelySenses(senses, named, preferred, thesaurus) : senses;
  // Exact matches win over inflections: `caribou` is not an inflection of `caribe`.
  const exact = likely.filter(({ isExact }) => isExact);
  return isQuery && exact.length > 0 ? exact : likely;
}

type Phrase = AmbiguousText & { normalized: string; isStopWord: boolean };

/** The concept of a label, if the phrase names it by this label. */
function senseOf(label: number, phrase: Phrase, thesaurus: Thesaurus): Sense | undefined {
  const { text: matched, normalized, isStopWord, isQuery, isWholeText } = phrase;
  const text = thesaurus.labelText(label);
  if (isMissingAmpersand(text, phrase)) return undefined;
  const isExact = normalize(text) === normalized || (isQuery && isSameWords(text, normalized));
  const language = analyzerFor(thesaurus.labelLanguage(label));
  // In German texts derived words count, too: F1@5 of concept extraction is higher with them.
  const mayBeDerived = isExact || (language.code === 'de' && !isQuery);
  if (!mayBeDerived && isDerived(text, matched, language.code)) return undefined;
  // A stop word of one language can be the whole query in another: French `ours`.
  const isWholeQuery = isQuery && isWholeText && isExact && !language.isStopWord(matched);
  const isNamed = isAbbreviation(text)
    ? ampersandVariants(text).includes(matched) || (isQuery && !isStopWord)
    : !isStopWord || isWholeQuery;
  if (!isNamed) return undefined;
  return { concept: thesaurus.current(thesaurus.labelConcept(label)), label, isExact };
}

/** A word of the query language does not name a concept of another language: `see` in an English query is not a lake. */
function likelySenses(
  senses: Sense[],
  { text: matched, isWholeText }: AmbiguousText,
  { language, isForeign }: PreferredLanguage,
  thesaurus: Thesaurus,
): Sense[] {
  const inLanguage = senses.filter(({ label }) => isInLanguage(label, language, thesaurus));
  if (inLanguage.length > 0) return inLanguage;
  const typed = tokenize(matched);
  if (typed.some((word) => isForeign(word.text))) return senses;
  return senses.filter(({ isExact }) => isExact && (isWholeText || typed.length > 1));
}

function isInLanguage(label: number, language: Analyzer, thesaurus: Thesaurus): boolean {
  const { code } = analyzerFor(thesaurus.labelLanguage(label));
  return code === '' || code === language.code;
}

/** Rank of a sense, lower for more reliable labels: by language, then as written or inflected, then by kind (0 to 2). */
function rankOf(
  { label, isExact }: Sense,
  preferred: PreferredLanguage | undefined,
  thesaurus: Thesaurus,
): number {
  const isForeign = preferred !== undefined && !isInLanguage(label, preferred.language, thesaurus);
  return thesaurus.labelKind(label) + (isExact ? 0 : 3) + (isForeign ? 6 : 0);
}

/** True for the words of a label, regardless of punctuation, with or without its qualifier. */
function isSameWords(label: string, normalized: string): boolean {
  if (!/[^\p{L}\p{N}\s]/u.test(label) && !/[^\p{L}\p{N}\s]/u.test(normalized)) return false;
  const spelled = wordsOf(normalized);
  return labelVariants(label).some((form) => wordsOf(normalize(form)) === spelled);
}

/** True for the same stems without inflection. In German phrases all forms count, because adjectives are inflected. */
function isDerived(label: string, matched: string, code: string): boolean {
  const typed = tokenize(matched);
  if (code === 'de' && typed.length > 1) return false;
  return !labelVariants(label).some((form) => {
    const labelWords = tokenize(form);
    const isOne = (word: Token, i: number) => areInflections(word.text, typed[i]!.text, code);
    return labelWords.length === typed.length && labelWords.every(isOne);
  });
}

/** `R & D` means R&D in queries, but not in texts; `r d` never does. */
function isMissingAmpersand(label: string, { text: matched, isQuery }: AmbiguousText): boolean {
  return hasAmpersandWord(label) && !(isQuery ? hasAmpersand(matched) : hasAmpersandWord(matched));
}

const wordsOf = (text: string): string => Array.from(tokenize(text), (word) => word.text).join(' ');

/** In UTF-16 units. */
const MAX_ABBREVIATION_LENGTH = 6;

/** A short label in capitals: `IT` is not `it`. Special characters make it unambiguous: `c++`. */
function isAbbreviation(label: string): boolean {
  const isInCapitals = label === label.toUpperCase() && label !== label.toLowerCase();
  if (!isInCapitals || label.length > MAX_ABBREVIATION_LENGTH) return false;
  return !tokenize(label).some(({ text }) => hasSpecialCharacters(text));
}
