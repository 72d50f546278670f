/** Stop words of a query. */

import type { Analyzer } from '../analysis/analyzers.ts';
import { isUpperCase, normalize } from '../analysis/normalizer.ts';
import type { Clause } from '../parser.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import { coversClause } from './label-matches.ts';

/** Boolean operators of query languages, which some users type in capitals. */
const operator = /^(?:AND|OR|NOT|UND|ODER|NICHT|ET|OU|SAUF|Y|O|E|NO)$/;

/** True for a word in capitals if others are not: `US` is not a stop word, `us` is. */
function isInCapitals({ words: [word] }: Clause, clauses: Clause[]): boolean {
  const { text } = word!;
  if (text.length < 2 || !isUpperCase(text) || operator.test(text)) return false;
  return clauses.some(({ words }) => words.some((each) => each.text !== each.text.toUpperCase()));
}

/** With so many other words, words such as `find` and `use` express a request: `use` is a content word in `land use`. */
const MIN_WORDS_OF_SENTENCE = 3;

/**
 * Clauses that are stop words of the language; none if all clauses are. A label that consists of stop words keeps
 * them: `the who`, but not the `and` in `ebb and flow`.
 */
export function stopWordsIn(
  clauses: Clause[],
  recognized: ConceptMatch[],
  language: Analyzer | undefined,
): Set<Clause> {
  if (!language) return new Set();
  const candidates = clauses.filter((clause) => !clause.quoted && !isInCapitals(clause, clauses));
  const labels = recognized.map((match) => candidates.filter((clause) => coversClause(match, clause)));
  const isStop = (clause: Clause) => language.isStopWord(normalize(clause.words[0]!.text));
  const inLabels = new Set(labels.filter((label) => label.every(isStop)).flat());
  const stops = candidates.filter((clause) => isStop(clause) && !inLabels.has(clause));
  const inAnyLabel = new Set(labels.flat());
  const isRequest = (clause: Clause) => language.isRequestWord(normalize(clause.words[0]!.text));
  const requests = candidates.filter((clause) => isRequest(clause) && !inAnyLabel.has(clause));
  const isSentence = clauses.length - stops.length - requests.length >= MIN_WORDS_OF_SENTENCE;
  const all = new Set(isSentence ? [...stops, ...requests] : stops);
  return all.size === clauses.length ? new Set() : all;
}
