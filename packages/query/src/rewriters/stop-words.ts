/** Stop words of a query, by the lists of its language and by their frequency in the documents. */
import type { Analyzer } from '../analysis/analyzers.ts';
import { normalize } from '../analysis/normalizer.ts';
import type { Clause } from '../parser.ts';
import { MIN_HITS } from '../relaxation.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import { coversClause } from './full-labels.ts';
import type { QueryDraft } from './query-draft.ts';
import { matchingTerms } from './term-expansion.ts';

/** With at least this number of content words, request words such as `find` are stop words. */
const MIN_WORDS_OF_SENTENCE = 3;
/** A request has two request words such as `please` and `find`, or at least this number of words of any kind. */
const MIN_WORDS_OF_REQUEST = 5;

/**
 * Clauses that are stop words of the language; none if all clauses are. A label that consists of stop words keeps
 * them: `the who`, but not the `and` in `ebb and flow`. A label of several words keeps its request words.
 */
export function stopWordsIn(
  clauses: Clause[],
  recognized: ConceptMatch[],
  language: Analyzer | undefined,
): Set<Clause> {
  if (!language) return new Set();
  const candidates = clauses.filter((clause) => !clause.quoted);
  const labelClauses = recognized.map((match) => candidates.filter((clause) => coversClause(match, clause)));
  const isStop = ({ words }: Clause) => language.isStopWord(words[0]!.text);
  const wordsOfStopLabels = new Set(labelClauses.filter((label) => label.every(isStop)).flat());
  const stops = candidates.filter((clause) => isStop(clause) && !wordsOfStopLabels.has(clause));
  const wordsOfLabels = new Set(labelClauses.filter(({ length }) => length > 1).flat());
  const remaining = candidates.filter((clause) => !stops.includes(clause) && !wordsOfLabels.has(clause));
  const requests = remaining.filter(({ words }) => language.isRequestWord(normalize(words[0]!.text)));
  const contentWordCount = clauses.length - stops.length - requests.length;
  const isRequest = requests.length > 1 || clauses.length >= MIN_WORDS_OF_REQUEST;
  const minContentWords = isRequest ? 1 : MIN_WORDS_OF_SENTENCE;
  const stopClauses = new Set(contentWordCount >= minContentWords ? [...stops, ...requests] : stops);
  return stopClauses.size === clauses.length ? new Set() : stopClauses;
}

/** Minimum share of the documents in the analyzed languages that contain a corpus stop word. */
const MIN_DOCUMENT_SHARE = 0.1;

/**
 * Returns a test for corpus stop words: words so frequent that a tagged document need not contain them. A query for animals
 * in Australia means documents about Australia, whether or not the text says "animals". Always false if the query names no
 * concept, and for words that name one.
 */
export function corpusStopWordTest({ matches, statistics, analyzersFor }: QueryDraft) {
  const { termDictionary, documentFrequency } = statistics;
  const concepts = matches.filter(({ manner }) => manner !== 'partial');
  const shares = concepts.length > 0 ? statistics.languages() : [];
  return (clause: Clause): boolean => {
    if (concepts.length === 0 || clause.quoted || concepts.some((match) => coversClause(match, clause)))
      return false;
    const word = clause.words[0]!.text;
    const analyzers = analyzersFor(word);
    const documents = shares
      .filter(({ language }) => analyzers.includes(language))
      .reduce((sum, share) => sum + share.documents, 0);
    const frequency = documents > 0 ? documentFrequency(matchingTerms(word, termDictionary, analyzers)) : 0;
    return frequency >= MIN_HITS && frequency > documents * MIN_DOCUMENT_SHARE;
  };
}
