/**
 * Corpus stop words: words so frequent that a tagged document need not contain them.
 *
 * A query for animals in Australia means documents about Australia, whether or not the text says "animals".
 */

import type { IndexStatistics } from '../index-statistics.ts';
import type { Clause } from '../parser.ts';
import { MIN_HITS } from '../relaxation.ts';
import { coversClause, type QueryMatch } from './label-matches.ts';
import { type AnalyzersFor, matchingTerms } from './term-expansion.ts';

/** Minimum share of the documents in the analyzed languages that contain the word. */
const MIN_DOCUMENT_SHARE = 0.1;

/** Returns a predicate for frequent clauses that name no concept; always false if the query names no concept. */
export function corpusStopWords(
  matches: readonly QueryMatch[],
  { termDictionary, documentFrequency, languages }: IndexStatistics,
  analyzersFor: AnalyzersFor,
): (clause: Clause) => boolean {
  const named = matches.filter(({ isPartial }) => !isPartial);
  if (named.length === 0) return () => false;
  const shares = languages();
  return (clause) => {
    if (clause.quoted || named.some((match) => coversClause(match, clause))) return false;
    const word = clause.words[0]!.text;
    const analyzers = analyzersFor(word);
    const documents = shares
      .filter(({ language }) => analyzers.includes(language))
      .reduce((sum, share) => sum + share.documents, 0);
    const frequency = documents > 0 ? documentFrequency(matchingTerms(word, termDictionary, analyzers)) : 0;
    return frequency >= MIN_HITS && frequency > documents * MIN_DOCUMENT_SHARE;
  };
}
