/**
 * What an input was probably meant to be, where it has words that no document has: the nearest that documents or labels
 * have. It is offered as another input, and tells which concepts were meant where little is found.
 */
import { wordNumber } from '../concepts/label-vocabulary.ts';
import type { Vocabulary } from '../index/vocabulary.ts';
import type { TermGroup } from '../search/matcher.ts';
import { foldSpelling } from '../text/fold.ts';
import type { Word } from '../text/words.ts';
import type { RecognisingThesaurus } from '../thesaurus/stored.ts';
import type { LanguageShare } from './input-language.ts';
import { mostTried } from './leniency.ts';
import { termsOf } from './named-concepts.ts';
import { nearestLabelWord } from './near-labels.ts';
import { mostClauses } from './parse-input.ts';
import { conceptsWith } from './partial-labels.ts';
import type { Plan } from './plan.ts';

/** A word of an input, what it is compared as in place of that, and how it is to be written. */
export interface Correction {
  word: Word;
  text: string;
  spelling: string;
}

/** What an input is read by. */
export interface Known {
  vocabulary: Vocabulary;
  thesaurus: RecognisingThesaurus;
  /** Documents that have one of these words; they need not be counted beyond `enough`. */
  documentsWith(words: TermGroup, enough?: number): number;
  /** The languages of live documents, those of most documents first. */
  languages(): LanguageShare[];
}

/** The whole input with such words replaced; undefined where there is nothing better. With `stemming`, forms are known, too. */
export function suggestedInput(
  input: string,
  plan: Plan,
  known: Known,
  stemming: boolean,
  signal?: AbortSignal,
): string | undefined {
  const typed = plan.clauses.filter((clause) => !clause.excluded).flatMap((clause) => clause.words);
  const corrections =
    plan.corrections ?? correctionsOf(typed, unknownAmong(typed, known, stemming), known, signal);
  const corrected = withCorrections(
    input,
    corrections.map(({ word, spelling }) => ({ word, text: spelling })),
  );
  return corrected === input ? undefined : corrected;
}

/**
 * Different words that neither documents nor labels have, in their order: those that are corrected. Whoever mistypes more means something
 * else, or writes in a language that the space has not.
 */
export function unknownAmong(typed: Word[], known: Known, stemming: boolean): string[] {
  const different = new Set(typed.map(({ text }) => text));
  return [...different]
    .slice(0, mostClauses)
    .filter((word) => !isRight(word, known, stemming))
    .slice(0, mostTried);
}

/** In the order of the words. */
export function correctionsOf(
  typed: Word[],
  unknown: readonly string[],
  known: Known,
  signal?: AbortSignal,
): Correction[] {
  const better = new Map<string, Omit<Correction, 'word'> | undefined>();
  for (const word of unknown) {
    signal?.throwIfAborted();
    better.set(word, betterWord(word, known));
  }
  return typed.flatMap((word) => {
    const found = better.get(word.text);
    return found ? [{ word, ...found }] : [];
  });
}

/** Words are replaced at their places in the input. */
export function withCorrections(input: string, corrections: Pick<Correction, 'word' | 'text'>[]): string {
  let corrected = input;
  // From the end, so that places before keep their meaning.
  for (const { word, text } of corrections.toReversed())
    corrected = corrected.slice(0, word.begin) + text + corrected.slice(word.end);
  return corrected;
}

function betterWord(word: string, known: Known): Omit<Correction, 'word'> | undefined {
  const { vocabulary, thesaurus } = known;
  const inDocuments = nearestOfDocuments(word, known);
  return nearer(
    inDocuments && { ...inDocuments, spelling: vocabulary.spelling(vocabulary.find(inDocuments.text)) },
    word,
    thesaurus,
  );
}

interface NearWord {
  text: string;
  spelling: string;
  distance: number;
}

/** What documents have, unless labels have something nearer. */
export function nearer(
  inDocuments: NearWord | undefined,
  word: string,
  { suggestions, thesaurus }: RecognisingThesaurus,
): NearWord | undefined {
  if (inDocuments?.distance === 1) return inDocuments;
  const inLabels = nearestLabelWord(suggestions, thesaurus, word);
  return inLabels && (!inDocuments || inLabels.distance < inDocuments.distance) ? inLabels : inDocuments;
}

/** Of the nearest words the one that most documents have, then the first by its bytes. */
function nearestOfDocuments(word: string, { vocabulary, documentsWith }: Known) {
  const { terms } = vocabulary;
  for (const { terms: similar, distance } of vocabulary.similarTo(word)) {
    let best: { term: number; frequency: number } | undefined;
    for (const term of similar) {
      const frequency = documentsWith([term]);
      const isBetter = frequency > (best?.frequency ?? 0);
      if (isBetter || (best?.frequency === frequency && terms.compare(term, best.term) < 0))
        best = { term, frequency };
    }
    if (best) return { text: terms.at(best.term), distance };
  }
  return undefined;
}

/** True where some document has the word or, with `stemming`, another form of it. */
export function isKnown(word: string, { vocabulary, documentsWith }: Known, stemming: boolean): boolean {
  const languages = stemming ? vocabulary.languages : [];
  return documentsWith(termsOf(word, vocabulary, languages), 1) > 0;
}

const shortestWhole = 3;

/** True for a word that the space or its thesaurus has met as it is; shorter ones may well be the beginning of another. */
export function isWholeWord(word: string, { vocabulary, thesaurus: { suggestions } }: Known): boolean {
  if (word.length < shortestWhole) return false;
  return vocabulary.find(word) >= 0 || wordNumber(suggestions.vocabulary, foldSpelling(word)) >= 0;
}

/** The same for labels: what they have is right, if no document has it. */
function isRight(word: string, known: Known, stemming: boolean): boolean {
  const { suggestions, thesaurus } = known.thesaurus;
  if (wordNumber(suggestions.vocabulary, foldSpelling(word)) >= 0) return true;
  return (
    isKnown(word, known, stemming) || (stemming && conceptsWith(suggestions, thesaurus, [word]).length > 0)
  );
}
