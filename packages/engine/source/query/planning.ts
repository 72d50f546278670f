/** From an input to what is looked for. */

import type { Word } from '../text/words.ts';
import { begunLabels } from './begun-labels.ts';
import { commonWords } from './common-words.ts';
import { correctionsOf, isBegun, isKnown, isWholeWord, unknownAmong, wordsOf } from './did-you-mean.ts';
import { inputLanguage } from './input-language.ts';
import { joinedLabels, withJoined } from './joined-labels.ts';
import type { Known } from './known.ts';
import { excludedConcepts } from './labels-alone.ts';
import { type Leniency, little, mostTried } from './leniency.ts';
import {
  addConcepts,
  conceptBoost,
  conceptMatcher,
  mostHomonyms,
  mostNamed,
  termsOf,
} from './named-concepts.ts';
import { addOtherSpellings, excludedSpellings } from './other-spellings.ts';
import { askedIn, asksForNoWord, type Clause, joined, parseInput } from './parse-input.ts';
import type { Plan, SearchSettings } from './plan.ts';
import { covers, lies, readInput, wordsInLabels } from './read-input.ts';
import { type KnownWords, takenApart, unsignedAmong } from './taken-apart.ts';
import { compoundBoost, compoundsOf, matcherOf, waysOf, wordForms } from './word-ways.ts';

export interface PlanOptions extends Leniency {
  language?: string | undefined;
  /** Of the same input in the same space, read less leniently: what both do alike is done once. */
  former?: Plan | undefined;
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
  const typed = options.former?.apart?.typed ?? parseInput(input);
  const language = inputLanguage(typed, options.language, known);
  const formsIn = wordForms(language, vocabulary, settings, options);
  const anyWriting = settings.stemming && (options.widely || options.typos || options.relaxed);
  const taken = anyWriting
    ? (options.former?.apart ??
      takenApart(typed, thesaurus, knownWords(known), {
        tag: language.own?.code,
        isNamed: wordsInLabels(input, typed, thesaurus, language, signal),
      }))
    : undefined;
  const { clauses, apart, rare } = taken ?? { clauses: typed, apart: [], rare: [] };
  const positive = clauses.filter((clause) => !clause.excluded);
  const left = typed.filter(({ words: [word] }) => !apart.some((each) => each.word === word));
  const misspelt = options.typos ? unknownAmong(wordsOf(left), known, settings.stemming) : [];
  const corrections = options.typos ? correctionsOf(left, misspelt, known, { language, signal }) : undefined;
  const names = settings.concepts || settings.synonyms;
  const {
    matches,
    typed: labels,
    stops,
    isNamed,
  } = readInput(input, positive, thesaurus, {
    names,
    stopWords: settings.stopWords,
    widely: options.widely === true,
    corrections: [...apart, ...(corrections ?? [])].sort((a, b) => a.word.begin - b.word.begin),
    language,
    signal,
  });
  const asOne = names ? joinedLabels(positive, labels, thesaurus, language) : [];
  const isRight = (word: Word) => isNamed(word) || asOne.some((match) => lies(word, match));
  const plan: Plan = {
    ways: [],
    excluded: [],
    // A requirement that nothing meets.
    required: asksForNoWord(input) ? 1 : 0,
    understood: [],
    marked: [],
    markedLabels: [],
    markedCompounds: [],
    clauses: left.filter(({ words }) => !words.every(isRight)),
    language,
    corrections: corrections?.filter(({ word }) => !isRight(word)),
    apart: taken,
    unsigned: unsignedAmong(apart),
  };
  const bitsOf = new Map<Clause, number>();
  const isWhole = (word: string) => isWholeWord(word, known);
  const compared = { known, formsIn, isWhole, misspelt, settings };
  const begun =
    names && options.widely ? begunLabels(positive, [...labels, ...asOne], thesaurus, language, isWhole) : [];
  const named = [...withJoined(matches, asOne), ...begun];
  const isCommon = commonWords(named, known, formsIn);
  let common = 0;
  joined(positive.filter((clause) => !stops.has(clause))).forEach(({ clause, all }, i) => {
    const bit = i < mostRequirements ? 1 << i : rankingOnly;
    if (bit !== rankingOnly) plan.required |= bit;
    if (isCommon(clause)) common |= bit;
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
  for (const word of rare) {
    const bits = bitsWithin(word, bitsOf);
    const terms = termsOf(word.text, vocabulary, formsIn(word.text));
    plan.ways.push({ matcher: { kind: 'word', terms }, bits, boost: conceptBoost });
    plan.marked.push({ word: word.text, unfinished: false });
  }
  for (const { clause } of joined(clauses.filter((each) => each.excluded))) {
    plan.excluded.push(matcherOf(clause, vocabulary, formsIn));
    // However little is found: what is not wanted is so from the first reading on.
    if (settings.stemming) plan.excluded.push(...excludedSpellings(clause, vocabulary, formsIn));
  }
  const unwanted = settings.concepts ? excludedConcepts(input, clauses, thesaurus, language) : [];
  if (unwanted.length > 0) plan.excluded.push(conceptMatcher(unwanted, thesaurus.thesaurus));
  const reading = { input, thesaurus, vocabulary, settings, language: options.language, signal };
  let untold = mostNamed;
  for (const match of named) {
    const covered = positive.filter((clause) => covers(match, clause));
    const bits = covered.reduce((sum, clause) => sum | (bitsOf.get(clause) ?? 0), 0);
    if (bits === 0) continue;
    const most = Math.min(mostHomonyms, untold);
    addConcepts(plan, match, bits, { ...reading, common, most });
    untold -= Math.min(most, match.namings.length);
  }
  return plan;
}

/** The requirements that the parts of a word are. */
function bitsWithin({ begin, end }: Word, bitsOf: ReadonlyMap<Clause, number>): number {
  let bits = 0;
  for (const [
    {
      words: [first],
    },
    bit,
  ] of bitsOf)
    if (begin <= first!.begin && first!.end <= end) bits |= bit;
  return bits;
}

function knownWords(known: Known): KnownWords {
  const { vocabulary } = known;
  return {
    languages: known.languages().map(({ language }) => language),
    isKnown: (word) => isKnown(word, known, true),
    isRare: (word) => known.documentsWith(termsOf(word, vocabulary, vocabulary.languages), little) < little,
    goesOn: (beginning) => isBegun(beginning, known),
    isWord: (word, language) => vocabulary.isWord(word, language),
  };
}
