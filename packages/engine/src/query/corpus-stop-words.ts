/**
 * Words so common that they say little beside what is named: who asks for animals in Australia wants those of Australia,
 * whether a text says that they are animals or not.
 */

import { matchingTerms } from './concept-expansion.ts';
import type { IndexStatistics } from './index-statistics.ts';
import type { Clause } from './parser.ts';
import { type QueryMatch, spans } from './query-match.ts';
import { MIN_HITS } from './relaxation.ts';
import type { AnalyzersFor } from './term-expansion.ts';

/** Of the documents in the languages that a word is read in, those that have a common one. */
const commonShare = 0.1;

/** Tells the common words among those that name nothing; none where nothing is named. */
export function corpusStopWords(
  matches: readonly QueryMatch[],
  { vocabulary, documentFrequency, languages }: IndexStatistics,
  formsIn: AnalyzersFor,
): (clause: Clause) => boolean {
  const named = matches.filter(({ isPartial }) => !isPartial);
  if (named.length === 0) return () => false;
  const shares = languages();
  return (clause) => {
    if (clause.quoted || named.some((match) => spans(match, clause))) return false;
    const word = clause.words[0]!.text;
    const read = formsIn(word);
    const documents = shares
      .filter(({ language }) => read.includes(language))
      .reduce((sum, share) => sum + share.documents, 0);
    const met = documents > 0 ? documentFrequency(matchingTerms(word, vocabulary, read)) : 0;
    return met >= MIN_HITS && met > documents * commonShare;
  };
}
