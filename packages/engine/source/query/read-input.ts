/** What an input names by the thesaurus, and which of its words say nothing: the same for every engine. */
import { conceptsWith } from '../concepts/partial-labels.ts';
import { fold } from '../text/fold.ts';
import { type Language, languageOf } from '../text/languages.ts';
import type { Word } from '../text/words.ts';
import type { LabelMatch } from '../thesaurus/recogniser.ts';
import type { RecognisingThesaurus } from '../thesaurus/stored.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';
import { type Correction, withCorrections } from './did-you-mean.ts';
import { type Clause, joined, longestInput, parseInput } from './parse-input.ts';

/** A word that may still go on names no concept before it has so many letters, fewer where it is a label as it is. */
const shortestUnfinished = 3;
const shortestUnfinishedLabel = 2;
/** One letter of a script whose letters are words. */
const ideograph = /\p{Script=Han}/u;

/** How an input is to be read. */
export interface ReadingOptions {
  /** Look for labels. */
  names: boolean;
  stopWords: boolean;
  /** Take words that name nothing for parts of labels. */
  partly: boolean;
  /** Words as they were probably meant. */
  corrections: Pick<Correction, 'word' | 'text'>[];
  /** Tag of the language asked in. */
  language: string | undefined;
}

/** Labels at their places in the input, and which of its clauses say nothing. */
export function readInput(
  input: string,
  positive: Clause[],
  known: RecognisingThesaurus,
  languages: readonly Language[],
  { names, stopWords, partly, corrections, language }: ReadingOptions,
): { matches: LabelMatch[]; stops: Set<Clause> } {
  const typed = names ? namedIn(input, positive, known) : [];
  // What names something as it is typed is meant so.
  const isNamed = ({ begin, end }: Word) => typed.some((match) => match.begin <= begin && end <= match.end);
  const meant = asMeant(
    input,
    positive,
    corrections.filter(({ word }) => !isNamed(word)),
  );
  const named = names && meant.clauses !== positive ? namedIn(meant.input, meant.clauses, known) : typed;
  const stops = stopWords ? stopWordsAmong(meant.clauses, named, languages, language) : new Set<Clause>();
  const matches = names && partly ? withPartlyNamed(named, meant.clauses, stops, known) : named;
  return {
    matches: placed(matches, meant.clauses, positive),
    stops: new Set(positive.filter((_, i) => stops.has(meant.clauses[i]!))),
  };
}

/** At their places in what was typed; what is named again by the same words is named once. */
function placed(matches: LabelMatch[], meant: Clause[], positive: Clause[]): LabelMatch[] {
  const byWords = new Map<string, LabelMatch>();
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
export function withPartlyNamed(
  recognised: LabelMatch[],
  positive: Clause[],
  stops: ReadonlySet<Clause>,
  known: RecognisingThesaurus,
): LabelMatch[] {
  const telling = positive.filter((clause) => !stops.has(clause) && !clause.quoted);
  const unnamed = telling.filter((clause) => !recognised.some((match) => covers(match, clause)));
  if (unnamed.length === 0) return recognised;
  const all = namedPartly(telling, known);
  if (all) return [all];
  const others = namedPartly(unnamed, known);
  const apart = !recognised.some(({ begin, end }) => others && begin > others.begin && end < others.end);
  return others && apart ? [...recognised, others] : recognised;
}

function namedPartly(clauses: Clause[], known: RecognisingThesaurus): LabelMatch | undefined {
  const typed = clauses.flatMap((clause) => clause.words);
  const namings = conceptsWith(
    known.suggestions,
    known.thesaurus,
    typed.map(({ text }) => text),
  );
  if (namings.length === 0) return undefined;
  const [begin, end] = [typed[0]!.begin, typed.at(-1)!.end];
  return { begin, end, words: typed.length, namings, nested: false };
}

/** Labels in the input, made up of whole words: not of what is excluded, quoted, or hardly begun. */
export function namedIn(
  input: string,
  positive: Clause[],
  { recogniser }: RecognisingThesaurus,
): LabelMatch[] {
  return recogniser.recognise(input.slice(0, longestInput), { query: true }).filter((match) => {
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
  return clause.words.every((word) => word.begin >= match.begin && word.end <= match.end);
}

/**
 * Clauses that are stop words of the language most of them belong to; none where all clauses are. A label that is made
 * of nothing else keeps them: in `ebb and flow` the `and` says nothing, in `the who` each word does.
 */
export function stopWordsAmong(
  clauses: Clause[],
  recognised: LabelMatch[],
  languages: readonly Language[],
  tag: string | undefined,
): Set<Clause> {
  const candidates = clauses.filter((clause) => !clause.quoted);
  const labels = recognised.map((match) => candidates.filter((clause) => covers(match, clause)));
  const inLanguage = (language: Language) => {
    const isStop = (clause: Clause) => language.isStopWord(fold(clause.words[0]!.text));
    const kept = new Set(labels.filter((label) => label.every(isStop)).flat());
    return candidates.filter((clause) => isStop(clause) && !kept.has(clause));
  };
  const best = languages.map(inLanguage).sort((a, b) => b.length - a.length)[0] ?? [];
  const stops = new Set([...best, ...(tag ? inLanguage(languageOf(tag)) : [])]);
  return stops.size === clauses.length ? new Set() : stops;
}

/** Labels that a text may use instead, each spelling once; those in the language asked for come first. */
export function otherLabels(thesaurus: Thesaurus, concept: number, matched: string, tag?: string): string[] {
  const isForeign = (label: { language: string }) =>
    tag !== undefined && languageOf(label.language).code !== languageOf(tag).code ? 1 : 0;
  const inOrder = thesaurus.labels(concept).toSorted((a, b) => isForeign(a) - isForeign(b));
  const found = new Map<string, string>();
  for (const { text, kind } of inOrder) {
    const key = fold(text);
    if (kind !== HIDDEN && key !== matched && !found.has(key)) found.set(key, text);
  }
  return [...found.values()];
}
