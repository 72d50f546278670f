/** Partial label matching for relaxed queries: words name the concepts whose labels contain them. */

import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import type { Clause } from '../parser.ts';
import type { QueryLanguage } from '../query.ts';
import type { ConceptMatch, Sense } from '../thesaurus/concept-matcher.ts';
import { partialConcepts } from './partial-concepts.ts';
import { isInQueryLanguage } from './query-language.ts';
import { type QueryMatch, spans } from './query-match.ts';

/** Maximum unmatched words that are looked up individually. */
const MAX_UNMATCHED_WORDS = 8;

/**
 * Replaces matches of few words by concepts with all words in one label; if there are none, adds concepts for the
 * remaining words.
 */
export function withPartialMatches(
  recognized: ConceptMatch[],
  positive: Clause[],
  stops: ReadonlySet<Clause>,
  known: IndexedThesaurus,
  language: QueryLanguage,
): QueryMatch[] {
  const contentClauses = positive.filter((clause) => !stops.has(clause) && !clause.quoted);
  const isNamed = (clause: Clause) => recognized.some((match) => spans(match, clause));
  const all =
    contentClauses.length > 1 || !contentClauses.every(isNamed)
      ? matchPartially(contentClauses, known, language)
      : undefined;
  if (contentClauses.every(isNamed)) return all ? [...recognized, all] : recognized;
  if (all) return [all];
  const others = matchRuns(contentClauses, isNamed, known, language);
  const isPartial = recognized.length + others.length > 1;
  return [...recognized, ...others.map((each) => (isPartial ? { ...each, isPartial } : each))];
}

/** Groups adjacent words as long as one label contains them all; the remaining words are looked up individually. */
function matchRuns(
  telling: Clause[],
  isNamed: (clause: Clause) => boolean,
  known: IndexedThesaurus,
  language: QueryLanguage,
): ConceptMatch[] {
  const named: ConceptMatch[] = [];
  let run: Clause[] = [];
  let tried = 0;
  for (const clause of telling) {
    const isFree = !isNamed(clause) && tried++ < MAX_UNMATCHED_WORDS;
    const together = isFree && run.length > 0 ? matchPartially([...run, clause], known, language) : undefined;
    const match = together ?? (isFree ? matchPartially([clause], known, language) : undefined);
    if (together) named.pop();
    else run = [];
    if (match) {
      run.push(clause);
      named.push(match);
    }
  }
  return named;
}

function matchPartially(
  clauses: Clause[],
  { suggestions, thesaurus }: IndexedThesaurus,
  language: QueryLanguage,
): ConceptMatch | undefined {
  const typed = clauses.flatMap((clause) => clause.words);
  const texts = typed.map(({ text }) => text);
  const isOwn = (tag: string) => isInQueryLanguage(language, tag);
  const senses = partialConcepts(suggestions, thesaurus, texts, isOwn);
  const isLikely = ({ label }: Sense) =>
    isOwn(thesaurus.labelLanguage(label)) || texts.some(language.isForeign);
  if (!senses.some(isLikely)) return undefined;
  const [begin, end] = [typed[0]!.begin, typed.at(-1)!.end];
  return { begin, end, words: typed.length, senses, nested: false };
}
