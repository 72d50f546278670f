/** Concepts that a word or a phrase names by itself: what is excluded, and what stands in quotes. */
import type { ConceptMatch, Sense } from '../thesaurus/concept-matcher.ts';
import type { IndexedThesaurus } from '../thesaurus/serialization.ts';
import { conceptMatchOptions } from './matcher-options.ts';
import { type Clause, uniqueClauses } from './parser.ts';
import type { QueryLanguage } from './query-language.ts';

/** Labels in quotes as they are written, at their places in the input. */
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

/** Concepts that excluded words or phrases name, or something narrower, are not wanted. */
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

/** In quotes those alone that have a label as it is written. */
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
