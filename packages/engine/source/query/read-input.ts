/** What an input names by the thesaurus, and which of its words say nothing: the same for every engine. */
import { conceptsWith } from '../concepts/partial-labels.ts';
import { fold } from '../text/fold.ts';
import { type Language, languageOf } from '../text/languages.ts';
import type { LabelMatch } from '../thesaurus/recogniser.ts';
import type { RecognisingThesaurus } from '../thesaurus/stored.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';
import type { Clause } from './parse-input.ts';

/** A word that may still go on names no concept before it has so many letters, fewer where it is a label as it is. */
const shortestUnfinished = 3;
const shortestUnfinishedLabel = 2;
/** One letter of a script whose letters are words. */
const ideograph = /\p{Script=Han}/u;

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
  return recogniser.recognise(input, { query: true }).filter((match) => {
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

/** Clauses that are stop words of the language most of them belong to; none where all clauses are. */
export function stopWordsAmong(
  clauses: Clause[],
  recognised: LabelMatch[],
  languages: readonly Language[],
  tag: string | undefined,
): Set<Clause> {
  const candidates = clauses.filter(
    (clause) => !clause.quoted && !recognised.some((match) => covers(match, clause)),
  );
  const inLanguage = (language: Language) =>
    candidates.filter((clause) => language.isStopWord(fold(clause.words[0]!.text)));
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
