/** Compound concepts: labels of one word typed as two or three words (`wood pecker`, `Blau Wal`). */

import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import type { Clause } from '../parser.ts';
import type { QueryLanguage } from '../query.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import { conceptMatchOptions } from './matcher-options.ts';
import { liesWithin, type QueryMatch, spans } from './query-match.ts';
import { joinedWords } from './spelling-variants.ts';

/** Returns the matches at the offsets of the typed words; skips words that already form a label as they are. */
export function compoundConcepts(
  clauses: Clause[],
  typed: readonly ConceptMatch[],
  { conceptMatcher }: IndexedThesaurus,
  language: QueryLanguage,
): QueryMatch[] {
  return joinedWords(clauses, () => true).flatMap(({ clauses: joined, word }) => {
    if (typed.some((match) => joined.every((clause) => spans(match, clause)))) return [];
    const [begin, end] = [joined[0]!.words[0]!.begin, joined.at(-1)!.words.at(-1)!.end];
    return conceptMatcher
      .match(word, conceptMatchOptions(language, false))
      .filter((match) => match.end - match.begin === word.length)
      .map((match) => ({ ...match, begin, end }));
  });
}

/** Combines both lists. Concepts named by single words of a compound become partial: the horse of `sea horse`. */
export function withCompounds(matches: readonly QueryMatch[], asOne: readonly QueryMatch[]): QueryMatch[] {
  const isInside = (match: QueryMatch) => asOne.some((each) => liesWithin(match, each));
  return [...matches.map((match) => (isInside(match) ? { ...match, isPartial: true } : match)), ...asOne];
}
