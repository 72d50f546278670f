/** Spell checker ("did you mean"): corrects words that neither documents nor labels contain. */
import { normalize } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import { frequencyOf, type IndexStatistics } from '../index-statistics.ts';
import { type Clause, MAX_CLAUSES } from '../parser.ts';
import { type Correction, MAX_EXPANDED_TERMS, type QueryLanguage, type QueryPlan } from '../query-plan.ts';
import {
  applyCorrections,
  bestCandidate,
  type SpellingCandidate,
  spellingCandidates,
} from '../spelling/corrections.ts';
import type { QueryDraft } from './query-draft.ts';
import { splitWord } from './spelling-variants.ts';
import { phraseMatcher } from './term-expansion.ts';
import { Vocabulary } from './vocabulary.ts';

/** The corrected input, to suggest as another query; undefined if it would not change. */
export function didYouMean(
  input: string,
  plan: QueryPlan,
  statistics: IndexStatistics,
  signal: AbortSignal | undefined,
): string | undefined {
  const { clauses, language } = plan;
  const corrections = plan.corrections ?? checkSpelling(clauses, language, statistics, signal).corrections;
  const displayed = corrections.map(({ word, spelling }) => ({ word, text: spelling }));
  const corrected = applyCorrections(input, displayed);
  return corrected === input ? undefined : corrected;
}

/** Finds misspelled words and their corrections, whose concepts are also matched if there are few results. */
export function correctSpelling(query: QueryDraft): void {
  const { unsplit, plan, options, statistics } = query;
  if (options.words !== 'similar') return;
  const checked = checkSpelling(unsplit, plan.language, statistics, options.signal);
  query.misspelled = checked.misspelled;
  plan.corrections = checked.corrections;
  for (const { text } of checked.corrections) plan.highlightTerms.push({ word: text, unfinished: false });
}

/**
 * Distinct words that occur neither in documents nor in labels, and their corrections in the order of the input. The number
 * of words is limited, because a query with many unknown words is in another language or means something else.
 */
function checkSpelling(
  clauses: Clause[],
  language: QueryLanguage,
  statistics: IndexStatistics,
  signal: AbortSignal | undefined,
): { misspelled: string[]; corrections: Correction[] } {
  const vocabulary = new Vocabulary(statistics);
  const words: Token[] = clauses.filter(({ excluded }) => !excluded).flatMap((clause) => clause.words);
  const misspelled = [...new Set(words.map(({ text }) => text))]
    .slice(0, MAX_CLAUSES)
    .filter((word) => !vocabulary.has(word))
    .slice(0, MAX_EXPANDED_TERMS);
  const unfinished = clauses.find((clause) => clause.unfinished)?.words.at(-1)?.text;
  const corrected = new Map<string, SpellingCandidate>();
  for (const word of misspelled) {
    signal?.throwIfAborted();
    // A known prefix that is still being typed is not an error.
    if (word === unfinished && vocabulary.hasPrefix(word)) continue;
    const correction = bestCorrection(word, language, statistics);
    if (correction) corrected.set(word, correction);
  }
  const corrections = words.flatMap((word) => {
    const correction = corrected.get(word.text);
    return correction ? [{ word, ...correction }] : [];
  });
  return { misspelled, corrections };
}

function bestCorrection(
  word: string,
  language: QueryLanguage,
  statistics: IndexStatistics,
): SpellingCandidate | undefined {
  // Codes are not corrected. Stop words are correct even if no document contains them.
  if (/\p{N}/u.test(normalize(word)) || language.stopWordAnalyzer?.isStopWord(word)) return undefined;
  const { termDictionary } = statistics;
  // A word that occurs only in compounds is correct, too: `Steuer` in `Energiesteuer`.
  if (termDictionary.languages.some((analyzer) => termDictionary.compoundsWith(word, analyzer).length > 0))
    return undefined;
  // The parts of a variant in documents are not corrections: `email` is written `e-mail`, and must not become `mail`.
  const splits = splitWord(word, (part) => termDictionary.find(part) >= 0);
  const matcherOf = (split: string[]) => phraseMatcher(split.map((part) => [termDictionary.find(part)]));
  const parts = splits.filter((split) => frequencyOf(matcherOf(split), statistics, 1) > 0).flat();
  const candidates = spellingCandidates(word, statistics).filter(({ text }) => !parts.includes(text));
  return bestCandidate(word, candidates, language, termDictionary.languages);
}
