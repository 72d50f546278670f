/** Spelling corrections: similar terms and label words, ranked by edits, language and frequency. */
import type { Analyzer } from '../analysis/analyzers.ts';
import { editDistance, maxEdits, unitsOf, weightedEditDistance } from '../analysis/edit-distance.ts';
import { lowercaseNfkc, normalize } from '../analysis/normalizer.ts';
import { labelSpelling } from '../autocomplete/label-index.ts';
import type { IndexStatistics } from '../index-statistics.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import type { Correction, QueryLanguage } from '../query-plan.ts';

/** A possible correction: a term similar to the typed word. */
export interface SpellingCandidate {
  /** Normalized. */
  text: string;
  /** Spelling for display. */
  spelling: string;
  /** Document frequency; 0 for words that only labels contain. */
  documents: number;
}

/** Cost of a candidate that is not in the language of the query. */
const FOREIGN_PENALTY = 0.5;
/** Maximum bonus for a high document frequency. */
const MAX_FREQUENCY_BONUS = 0.5;
/** Maximum edit cost per typed character; a higher cost would leave little of the word. */
const MAX_COST_PER_CHARACTER = 0.2;
const MIN_LONG_WORD_LENGTH = 5;
/** Maximum cost for shorter words, including the language. */
const MAX_COST_OF_SHORT_WORD = 0.9;
/** Maximum cost of longer words in excess of the number of allowed edits. */
const MAX_COST_BEYOND_EDITS = 0.5;

/** Similar terms of documents, then similar words of labels. */
export function spellingCandidates(word: string, statistics: IndexStatistics): SpellingCandidate[] {
  return [...similarTerms(word, statistics), ...similarLabelWords(word, statistics.indexedThesaurus)];
}

/** Terms of documents within the allowed edit distance. */
function similarTerms(word: string, statistics: IndexStatistics): SpellingCandidate[] {
  const { termDictionary, documentFrequency } = statistics;
  const similar = termDictionary.similarTo(word).flatMap(({ terms }) => terms);
  return similar.flatMap((term) => {
    const documents = documentFrequency([term]);
    if (documents === 0) return [];
    return [{ text: termDictionary.terms.at(term), spelling: termDictionary.spelling(term), documents }];
  });
}

/** Label words within the allowed edit distance; empty if labels contain the word itself. */
function similarLabelWords(word: string, { labelIndex, thesaurus }: IndexedThesaurus): SpellingCandidate[] {
  const { words } = labelIndex;
  const typed = normalize(word);
  const edits = maxEdits(typed);
  if (edits === 0 || words.find(typed) >= 0) return [];
  const typedUnits = unitsOf(typed);
  return words.fuzzyPrefixes(typed, edits).flatMap(({ word: number }) => {
    const text = words.strings[number]!;
    // The index also returns words with a similar prefix; a complete word must match as a whole.
    if (text.length > typed.length + edits || editDistance(typedUnits, unitsOf(text), edits) > edits)
      return [];
    return [{ text, spelling: labelSpelling(labelIndex, thesaurus, number), documents: 0 }];
  });
}

/** The likeliest correction that is not a stop word; undefined if there is none. */
export function bestCandidate(
  word: string,
  candidates: readonly SpellingCandidate[],
  { stopWordAnalyzer, isForeign }: QueryLanguage,
  languages: readonly Analyzer[],
): SpellingCandidate | undefined {
  const typed = normalize(word);
  const hasMarks = typed !== lowercaseNfkc(word);
  const isStopWord = (text: string) =>
    stopWordAnalyzer?.isStopWord(text) ||
    (languages.some((language) => language.isStopWord(text)) && isForeign(text));
  const isShort = typed.length < MIN_LONG_WORD_LENGTH;
  const maxCost = isShort ? MAX_COST_OF_SHORT_WORD : maxEdits(typed) + MAX_COST_BEYOND_EDITS;
  /** Infinite for a word that is no correction. */
  const penaltyOf = ({ text, spelling }: SpellingCandidate) => {
    if (isStopWord(text)) return Number.POSITIVE_INFINITY;
    if (!isForeign(text)) return 0;
    // A word with diacritics is not corrected to a foreign word without any: `Süden` does not become `sudden`.
    return hasMarks && spelling === text ? Number.POSITIVE_INFINITY : FOREIGN_PENALTY;
  };
  let best: { candidate: SpellingCandidate; cost: number } | undefined;
  for (const { candidate, editCost, cost } of rankedCandidates(typed, candidates)) {
    // The ranking leaves out the penalty, so further candidates cannot be cheaper.
    if (best && cost >= best.cost) break;
    const penalty = penaltyOf(candidate);
    const isAllowed = editCost + penalty <= maxCost;
    if (isAllowed && (!best || cost + penalty < best.cost)) best = { candidate, cost: cost + penalty };
  }
  return best?.candidate;
}

/** Candidates near enough to the typed word, by `cost`: the cost of the edits, reduced for frequent terms. */
function rankedCandidates(typed: string, candidates: readonly SpellingCandidate[]) {
  const maxDocuments = Math.max(1, ...candidates.map(({ documents }) => documents));
  return candidates
    .map((candidate) => {
      const editCost = weightedEditDistance(typed, candidate.text);
      const share = Math.log(1 + candidate.documents) / Math.log(1 + maxDocuments);
      return { candidate, editCost, cost: editCost - MAX_FREQUENCY_BONUS * share };
    })
    .filter(({ editCost }) => editCost <= typed.length * MAX_COST_PER_CHARACTER)
    .sort((a, b) => a.cost - b.cost || compareBytes(a.candidate.text, b.candidate.text));
}

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Replaces the tokens at their offsets and keeps them separate from adjacent words: `C++b` becomes `C b`. */
export function applyCorrections(
  input: string,
  corrections: readonly Pick<Correction, 'word' | 'text'>[],
): string {
  let corrected = input;
  // From the end, so that earlier offsets stay valid.
  const lastFirst = corrections.toSorted((a, b) => b.word.begin - a.word.begin);
  for (const { word, text } of lastFirst) {
    const [before, after] = [corrected.slice(0, word.begin), corrected.slice(word.end)];
    const typed = input.slice(word.begin, word.end);
    // Insert a space if only a special character of the original word separated two words.
    const leadingBlank = letterFirst.test(typed) ? '' : blankBetween(before, text);
    const trailingBlank = letterLast.test(typed) ? '' : blankBetween(text, after);
    corrected = before + leadingBlank + text + trailingBlank + after;
  }
  return corrected;
}

const letterFirst = /^[\p{L}\p{M}\p{N}]/u;
const letterLast = /[\p{L}\p{M}\p{N}]$/u;

const blankBetween = (left: string, right: string): string =>
  letterLast.test(left) && letterFirst.test(right) ? ' ' : '';
