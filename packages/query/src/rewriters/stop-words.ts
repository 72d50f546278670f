/** Stop words of a query. */

import type { Analyzer } from '../analysis/analyzers.ts';
import { normalize } from '../analysis/normalizer.ts';
import type { Clause } from '../parser.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import { spans } from './label-matches.ts';

/** Boolean operators of query languages, which some users type in capitals. */
const operator = /^(?:AND|OR|NOT|UND|ODER|NICHT|ET|OU|SAUF|Y|O|E|NO)$/;

/** True for a word in capitals if others are not: `US` is no stop word, `us` is. */
function isInCapitals({ words: [word] }: Clause, clauses: Clause[]): boolean {
  const { text } = word!;
  const isUpper = text === text.toUpperCase() && text !== text.toLowerCase();
  if (text.length < 2 || !isUpper || operator.test(text)) return false;
  return clauses.some(({ words }) => words.some((each) => each.text !== each.text.toUpperCase()));
}

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
  const labels = recognized.map((match) => candidates.filter((clause) => spans(match, clause)));
  const isStop = (clause: Clause) => language.isStopWord(normalize(clause.words[0]!.text));
  const inLabels = new Set(labels.filter((label) => label.every(isStop)).flat());
  const stops = new Set(candidates.filter((clause) => isStop(clause) && !inLabels.has(clause)));
  return stops.size === clauses.length ? new Set() : stops;
}
