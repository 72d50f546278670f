/** Concepts that a quoted or excluded clause names in full. */

import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import type { QueryLanguage } from '../query.ts';
import type { ConceptMatch, Sense } from '../thesaurus/concept-matcher.ts';
import { conceptMatchOptions } from './matcher-options.ts';

/** Matches of quoted clauses with labels, by exact spelling. */
export function quotedConcepts(
  input: string,
  positive: Clause[],
  known: IndexedThesaurus,
  language: QueryLanguage,
): ConceptMatch[] {
  const quoted = uniqueClauses(positive.filter((clause) => clause.quoted)).map(({ clause }) => clause);
  return quoted.flatMap((clause) => {
    const senses = namedAlone(input, clause, known, language);
    if (senses.length === 0) return [];
    const [begin, end] = [clause.words[0]!.begin, clause.words.at(-1)!.end];
    return [{ begin, end, words: clause.words.length, senses, nested: false }];
  });
}

/** Concepts to exclude, with all that are narrower. */
export function excludedConcepts(
  input: string,
  clauses: Clause[],
  known: IndexedThesaurus,
  language: QueryLanguage,
): number[] {
  const excluded = uniqueClauses(clauses.filter((clause) => clause.excluded)).map(({ clause }) => clause);
  return excluded.flatMap((clause) =>
    namedAlone(input, clause, known, language).map(({ concept }) => concept),
  );
}

/** Senses of the whole clause; in quotes only those with a label of the same spelling. */
function namedAlone(
  input: string,
  { words, quoted }: Clause,
  { conceptMatcher }: IndexedThesaurus,
  language: QueryLanguage,
): Sense[] {
  const text = input.slice(words[0]!.begin, words.at(-1)!.end);
  const whole = conceptMatcher
    .match(text, conceptMatchOptions(language, false))
    .filter((match) => match.words === words.length);
  return whole.flatMap((match) => match.senses).filter(({ exact }) => exact || !quoted);
}
