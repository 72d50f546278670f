/** From an input to what is looked for: one requirement per word or phrase, each met in one of several ways. */
import type { UnderstoodConcept } from '../questions.ts';
import type { Matcher } from '../search/matcher.ts';
import {
  type Correction,
  correctionsOf,
  isKnown,
  isWholeWord,
  type Known,
  unknownAmong,
  wordsOf,
} from './did-you-mean.ts';
import { type InputLanguage, inputLanguage } from './input-language.ts';
import { type Leniency, mostTried } from './leniency.ts';
import { addConcepts, conceptMatcher } from './named-concepts.ts';
import { addOtherSpellings } from './other-spellings.ts';
import { askedIn, asksForNoWord, type Clause, joined, parseInput } from './parse-input.ts';
import { covers, excludedConcepts, readInput } from './read-input.ts';
import { type KnownWords, takenApart } from './taken-apart.ts';
import { compoundBoost, compoundsOf, matcherOf, waysOf, wordForms } from './word-ways.ts';

/** What the engine may do beyond looking for exactly the words that were typed. */
export interface SearchSettings {
  /** Other forms of a word, by the languages of the documents. */
  stemming: boolean;
  /** Words that say nothing need not occur. */
  stopWords: boolean;
  /** Words spelled nearly like one that no document has, where little is found. */
  typos: boolean;
  /** Other labels of concepts named in the input. */
  synonyms: boolean;
  /** Documents tagged with concepts named in the input, or narrower ones. */
  concepts: boolean;
  /** Documents with some of the words, where little is found. */
  relaxing: boolean;
}

export const allSettings: SearchSettings = {
  stemming: true,
  stopWords: true,
  typos: true,
  synonyms: true,
  concepts: true,
  relaxing: true,
};

/** One way to meet requirements. */
export interface Way {
  matcher: Matcher;
  /** The requirements that a match meets. */
  bits: number;
  /** Weight in the ranking. */
  boost: number;
  /** By words that only go on from one that is whole as it is: what is found by them alone is not what was asked for. */
  goesOn?: boolean;
}

export interface Plan {
  ways: Way[];
  /** Documents with any of these are left out. */
  excluded: Matcher[];
  /** Bits of all requirements; 0 asks for every document. */
  required: number;
  understood: UnderstoodConcept[];
  /** Words as they are to be marked in results, and labels of concepts. */
  marked: { word: string; unfinished: boolean }[];
  markedLabels: string[];
  /** Folded compound words that have a word of the input as a part. */
  markedCompounds: string[];
  /** As typed, without words that were taken apart, and without those that name something. */
  clauses: Clause[];
  language: InputLanguage;
  /** Words as they were probably meant, where that was asked for. */
  corrections: Correction[] | undefined;
}

export interface PlanOptions extends Leniency {
  language?: string | undefined;
  /** Looked at before each word that is compared with many others. */
  signal?: AbortSignal | undefined;
}

/** Requirements are bits of a number; words beyond only take part in the ranking. */
const mostRequirements = 30;
/** Marks documents that were met without meeting a requirement. */
const rankingOnly = 1 << 30;
export function planSearch(
  wholeInput: string,
  known: Known,
  settings: SearchSettings,
  options: PlanOptions,
): Plan {
  const input = askedIn(wholeInput);
  const { signal } = options;
  const { vocabulary, thesaurus } = known;
  const typed = parseInput(input);
  const language = inputLanguage(typed, options.language, known);
  const formsIn = wordForms(language, vocabulary, settings, options);
  const anyWriting = settings.stemming && (options.widely || options.typos || options.relaxed);
  const { clauses, apart } = anyWriting
    ? takenApart(typed, thesaurus, knownWords(known), language.own?.code)
    : { clauses: typed, apart: [] };
  const positive = clauses.filter((clause) => !clause.excluded);
  const left = typed.filter(({ words: [word] }) => !apart.some((each) => each.word === word));
  const misspelt = options.typos ? unknownAmong(wordsOf(left), known, settings.stemming) : [];
  const corrections = options.typos ? correctionsOf(left, misspelt, known, { language, signal }) : undefined;
  const { matches, stops, isNamed } = readInput(input, positive, thesaurus, {
    names: settings.concepts || settings.synonyms,
    stopWords: settings.stopWords,
    widely: options.widely === true,
    corrections: [...apart, ...(corrections ?? [])].sort((a, b) => a.word.begin - b.word.begin),
    language,
  });
  const plan: Plan = {
    ways: [],
    excluded: [],
    // A requirement that nothing meets.
    required: asksForNoWord(input) ? 1 : 0,
    understood: [],
    marked: [],
    markedLabels: [],
    markedCompounds: [],
    clauses: left.filter(({ words }) => !words.every(isNamed)),
    language,
    corrections: corrections?.filter(({ word }) => !isNamed(word)),
  };
  const bitsOf = new Map<Clause, number>();
  const isWhole = (word: string) => isWholeWord(word, known);
  const compared = { known, formsIn, isWhole, misspelt, settings };
  joined(positive.filter((clause) => !stops.has(clause))).forEach(({ clause, all }, i) => {
    const bit = i < mostRequirements ? 1 << i : rankingOnly;
    if (bit !== rankingOnly) plan.required |= bit;
    for (const each of all) bitsOf.set(each, bit);
    for (const { text } of clause.words) plan.marked.push({ word: text, unfinished: clause.unfinished });
    signal?.throwIfAborted();
    const ways = waysOf(clause, bit, compared);
    const compounds = i < mostTried ? compoundsOf(clause, vocabulary, formsIn) : [];
    if (compounds.length > 0) {
      ways.push({ matcher: { kind: 'word', terms: compounds }, bits: bit, boost: compoundBoost });
      for (const term of compounds) plan.markedCompounds.push(vocabulary.terms.at(term));
    }
    // What is asked for twice is twice as much of what is asked for.
    for (const way of ways) plan.ways.push({ ...way, boost: way.boost * all.length });
  });
  if (anyWriting) addOtherSpellings(plan, positive, bitsOf, vocabulary, formsIn);
  for (const { clause } of joined(clauses.filter((each) => each.excluded)))
    plan.excluded.push(matcherOf(clause, vocabulary, formsIn));
  const unwanted = settings.concepts ? excludedConcepts(input, clauses, thesaurus, language) : [];
  if (unwanted.length > 0) plan.excluded.push(conceptMatcher(unwanted, thesaurus.thesaurus));
  const reading = { input, thesaurus, vocabulary, settings, language: options.language };
  for (const match of matches) {
    const covered = positive.filter((clause) => covers(match, clause));
    const bits = covered.reduce((sum, clause) => sum | (bitsOf.get(clause) ?? 0), 0);
    if (bits !== 0) addConcepts(plan, match, bits, reading);
  }
  return plan;
}

function knownWords(known: Known): KnownWords {
  const { vocabulary } = known;
  return {
    languages: vocabulary.languages,
    isKnown: (word) => isKnown(word, known, true),
    isWord: (word, language) => vocabulary.isWord(word, language),
  };
}
