/** What an input names by the thesaurus, and which of its words say nothing: the same for every engine. */

import { fold } from '../text/fold.ts';
import { type Language, languageOf } from '../text/languages.ts';
import type { Word } from '../text/words.ts';
import type { LabelMatch, Naming, RecognitionOptions } from '../thesaurus/recogniser.ts';
import type { RecognisingThesaurus } from '../thesaurus/stored.ts';
import { type Correction, withCorrections } from './corrected-input.ts';
import type { InputLanguage } from './input-language.ts';
import { quotedLabels } from './labels-alone.ts';
import { placesNamed } from './named-places.ts';
import { type Clause, joined, longestInput, parseInput } from './parse-input.ts';
import { conceptsWith } from './partial-labels.ts';
import { recognitionOf } from './recognition.ts';

/** A word that may still go on names no concept before it has so many letters, fewer where it is a label as it is. */
const shortestUnfinished = 3;
const shortestUnfinishedLabel = 2;
/** Of words that name nothing so many are looked for in labels, beside all of them together. */
const mostUnnamed = 8;
/** One letter of a script whose letters are words. */
const ideograph = /\p{Script=Han}/u;

/** How an input is to be read. */
export interface ReadingOptions {
  /** Look for labels. */
  names: boolean;
  stopWords: boolean;
  /** Take words that name nothing for parts of labels, or for words of another language. */
  widely: boolean;
  /** Words as they were probably meant. */
  corrections: Pick<Correction, 'word' | 'text'>[];
  language: InputLanguage;
  /** Looked at between words. */
  signal?: AbortSignal | undefined;
}

/** A label in the input, or concepts whose labels have words of it among others. */
export interface InputMatch extends LabelMatch {
  /** Beside what is named as it is. */
  isPartial?: boolean;
  /** A place, by its adjective. */
  isPlace?: boolean;
  /** In quotes: other names of it are not meant. */
  isQuoted?: boolean;
  /** By what its label begins with: nothing is understood as yet. */
  isBegun?: boolean;
}

/** Labels at their places in the input, those that are typed as they are, which words are in one, and which clauses say nothing. */
export function readInput(
  input: string,
  positive: Clause[],
  known: RecognisingThesaurus,
  { names, stopWords, widely, corrections, language, signal }: ReadingOptions,
): { matches: InputMatch[]; typed: LabelMatch[]; stops: Set<Clause>; isNamed(word: Word): boolean } {
  // Telling the language of the words costs as much as reading them.
  const recognition = () => ({ ...recognitionOf(language, widely), signal });
  const labelsIn = (text: string, clauses: Clause[]) =>
    names ? namedIn(text, clauses, known, recognition()) : [];
  const typed = labelsIn(input, positive);
  // What names something as it is typed is meant so.
  const isTyped = (word: Word) => typed.some((match) => lies(word, match));
  const places = names
    ? placesNamed(positive, (word) => !isTyped(word), known.recogniser, recognition(), language)
    : [];
  const isNamed = (word: Word) => isTyped(word) || places.some((place) => place.word === word);
  const others = corrections.filter(({ word }) => !isNamed(word));
  const all = [...places, ...others].sort((a, b) => a.word.begin - b.word.begin);
  const meant = asMeant(input, positive, all);
  const named = meant.clauses !== positive ? labelsIn(meant.input, meant.clauses) : typed;
  const stops = stopWords ? stopWordsAmong(meant.clauses, named, language.stops) : new Set<Clause>();
  const matches = names && widely ? withPartlyNamed(named, meant.clauses, stops, known, language) : named;
  const quoted = names ? quotedLabels(input, positive, known, language) : [];
  const isPlace = (match: InputMatch) => places.some(({ word }) => lies(word, match));
  return {
    matches: [
      ...placed(matches, meant.clauses, positive).map((match) =>
        isPlace(match) && !match.isPartial ? { ...match, isPlace: true } : match,
      ),
      ...quoted.map((match) => ({ ...match, isQuoted: true })),
    ],
    typed,
    stops: new Set(positive.filter((_, i) => stops.has(meant.clauses[i]!))),
    isNamed,
  };
}

/** Tells the words that belong to a label as they are typed; reads the input when it is first asked. */
export function wordsInLabels(
  input: string,
  clauses: Clause[],
  known: RecognisingThesaurus,
  language: InputLanguage,
  signal?: AbortSignal,
): (word: Word) => boolean {
  const positive = clauses.filter((clause) => !clause.excluded);
  let named: LabelMatch[] | undefined;
  return (word) => {
    named ??= namedIn(input, positive, known, { ...recognitionOf(language, true), signal });
    return named.some((match) => lies(word, match));
  };
}

/** At their places in what was typed; what is named again by the same words is named once. */
function placed(matches: InputMatch[], meant: Clause[], positive: Clause[]): InputMatch[] {
  const byWords = new Map<string, InputMatch>();
  for (const match of matches) {
    const inside = positive.filter((_, i) => covers(match, meant[i]!));
    const typed = joined(inside).map(
      ({ clause }) => `${clause.words[0]!.text}${clause.unfinished ? '*' : ''}`,
    );
    const key = fold(`${typed.join(' ')} ${match.namings.map(({ concept }) => concept).join(' ')}`);
    if (byWords.has(key)) continue;
    const [begin, end] = [inside[0]!.words[0]!.begin, inside.at(-1)!.words.at(-1)!.end];
    byWords.set(key, { ...match, begin, end });
  }
  return [...byWords.values()];
}

/** As it is where corrected words are cut in another way. */
function asMeant(input: string, clauses: Clause[], corrections: ReadingOptions['corrections']) {
  if (corrections.length === 0) return { input, clauses };
  const corrected = withCorrections(input.slice(0, longestInput), corrections);
  const read = parseInput(corrected).filter((clause) => !clause.excluded);
  const isAlike = read.length === clauses.length && read.every((each, i) => sameShape(each, clauses[i]!));
  return isAlike ? { input: corrected, clauses: read } : { input, clauses };
}

function sameShape(one: Clause, other: Clause): boolean {
  return one.words.length === other.words.length && one.quoted === other.quoted;
}

/**
 * Concepts that have all words of the input in a label, with others, in place of those that are named by a few of
 * the words; else beside these the ones that have the remaining words.
 */
function withPartlyNamed(
  recognised: LabelMatch[],
  positive: Clause[],
  stops: ReadonlySet<Clause>,
  known: RecognisingThesaurus,
  language: InputLanguage,
): InputMatch[] {
  const telling = positive.filter((clause) => !stops.has(clause) && !clause.quoted);
  const isNamed = (clause: Clause) => recognised.some((match) => covers(match, clause));
  const all =
    telling.length > 1 || !telling.every(isNamed) ? namedPartly(telling, known, language) : undefined;
  if (telling.every(isNamed)) return all ? [...recognised, all] : recognised;
  if (all) return [all];
  const others = namedInRuns(telling, isNamed, known, language);
  const isPartial = recognised.length + others.length > 1;
  return [...recognised, ...others.map((each) => (isPartial ? { ...each, isPartial } : each))];
}

/**
 * As many words on end together as one label has, from the first on. Words that do not belong together name something
 * each by themselves; what stands between two of them is in no label with both.
 */
function namedInRuns(
  telling: Clause[],
  isNamed: (clause: Clause) => boolean,
  known: RecognisingThesaurus,
  language: InputLanguage,
): LabelMatch[] {
  const named: LabelMatch[] = [];
  let run: Clause[] = [];
  let tried = 0;
  for (const clause of telling) {
    const isFree = !isNamed(clause) && tried++ < mostUnnamed;
    const together = isFree && run.length > 0 ? namedPartly([...run, clause], known, language) : undefined;
    const match = together ?? (isFree ? namedPartly([clause], known, language) : undefined);
    if (together) named.pop();
    else run = [];
    if (match) {
      run.push(clause);
      named.push(match);
    }
  }
  return named;
}

function namedPartly(
  clauses: Clause[],
  { suggestions, thesaurus }: RecognisingThesaurus,
  { own, isForeign }: InputLanguage,
): LabelMatch | undefined {
  const typed = clauses.flatMap((clause) => clause.words);
  const texts = typed.map(({ text }) => text);
  const isOwn = (tag: string) => !own || ['', own.code].includes(languageOf(tag).code);
  const namings = conceptsWith(suggestions, thesaurus, texts, isOwn);
  const isLikely = ({ label }: Naming) => isOwn(thesaurus.labelLanguage(label)) || texts.some(isForeign);
  if (!namings.some(isLikely)) return undefined;
  const [begin, end] = [typed[0]!.begin, typed.at(-1)!.end];
  return { begin, end, words: typed.length, namings, nested: false };
}

/** Labels in the input, made up of whole words: not of what is excluded, quoted, or hardly begun. */
function namedIn(
  input: string,
  positive: Clause[],
  { recogniser }: RecognisingThesaurus,
  options: RecognitionOptions,
): LabelMatch[] {
  return recogniser.recognise(input.slice(0, longestInput), options).filter((match) => {
    const inside = positive.filter((clause) => covers(match, clause));
    const mayGoOn = inside.length === 1 && inside[0]!.unfinished;
    const whole = inside.length === match.words && !inside.some((clause) => clause.quoted);
    return whole && !(mayGoOn && isHardlyBegun(input, match));
  });
}

function isHardlyBegun(input: string, { begin, end, namings }: LabelMatch): boolean {
  const shortest = namings.some(({ exact }) => exact) ? shortestUnfinishedLabel : shortestUnfinished;
  return end - begin < shortest && !ideograph.test(input.slice(begin, end));
}

export function covers(match: LabelMatch, clause: Clause): boolean {
  return clause.words.every((word) => lies(word, match));
}

export function lies({ begin, end }: Pick<Word, 'begin' | 'end'>, match: LabelMatch): boolean {
  return match.begin <= begin && end <= match.end;
}

/** Written in capitals by who knows query languages. */
const operator = /^(?:AND|OR|NOT|UND|ODER|NICHT|ET|OU|SAUF|Y|O|E|NO)$/;

/** Where not everything is: `US` says something that `us` does not. */
function isInCapitals({ words: [word] }: Clause, clauses: Clause[]): boolean {
  const { text } = word!;
  const isUpper = text === text.toUpperCase() && text !== text.toLowerCase();
  if (text.length < 2 || !isUpper || operator.test(text)) return false;
  return clauses.some(({ words }) => words.some((each) => each.text !== each.text.toUpperCase()));
}

/**
 * Clauses that are stop words of the language; none where all clauses are. A label that is made of nothing else keeps
 * them: in `ebb and flow` the `and` says nothing, in `the who` each word does.
 */
function stopWordsAmong(
  clauses: Clause[],
  recognised: LabelMatch[],
  language: Language | undefined,
): Set<Clause> {
  if (!language) return new Set();
  const candidates = clauses.filter((clause) => !clause.quoted && !isInCapitals(clause, clauses));
  const labels = recognised.map((match) => candidates.filter((clause) => covers(match, clause)));
  const isStop = (clause: Clause) => language.isStopWord(fold(clause.words[0]!.text));
  const kept = new Set(labels.filter((label) => label.every(isStop)).flat());
  const stops = new Set(candidates.filter((clause) => isStop(clause) && !kept.has(clause)));
  return stops.size === clauses.length ? new Set() : stops;
}
