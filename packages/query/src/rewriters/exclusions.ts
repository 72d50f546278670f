/** Exclusions: documents with an excluded clause, and with names that contain it. */
import { normalize } from '../analysis/normalizer.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import type { Matcher } from '../query-plan.ts';
import { subjectMatcher } from './concept-expansion.ts';
import { sensesOf } from './full-labels.ts';
import type { QueryDraft } from './query-draft.ts';
import { excludedVariants } from './spelling-variants.ts';
import { clauseMatcher, matchingTerms } from './term-expansion.ts';

/** Excludes documents with the excluded clauses, their variants, their concepts, or narrower concepts. */
export function addExclusions(query: QueryDraft): void {
  const { plan, statistics, analyzersFor, settings } = query;
  const { termDictionary, indexedThesaurus } = statistics;
  const excluded = uniqueClauses(query.clauses.filter((clause) => clause.excluded));
  for (const { clause } of excluded) {
    plan.excluded.push(clauseMatcher(clause, termDictionary, analyzersFor));
    // Exclusions include spelling variants in every pass, even if there are many results.
    if (settings.expanding)
      plan.excluded.push(...excludedVariants(clause, query), ...excludedNames(clause, query));
  }
  if (!settings.expanding) return;
  const senses = excluded.flatMap(({ clause }) => sensesOf(clause, plan.language, query));
  const concepts = senses.map(({ concept }) => concept);
  if (concepts.length > 0) plan.excluded.push(subjectMatcher(concepts, indexedThesaurus.thesaurus));
}

/** Minimum length of a word with derived words, in UTF-16 units: `insurance -car` does not exclude care insurance. */
const MIN_EXCLUDED_LENGTH = 4;
/** Maximum length of the ending of a derived word: `snowy`, `golden`, `northern`. */
const MAX_DERIVED_ENDING_LENGTH = 3;
/** Maximum number of words of the query to combine; each adds up to three matchers. */
const MAX_COMBINED_WORDS = 4;

/**
 * Names that contain an excluded word and a word of the query: `owl -snow` excludes the snowy owl. A derived word must stand
 * next to a word of the query, and a compound must contain one, because `party` is not derived from `part`.
 */
function excludedNames(
  { words: [word, ...otherWords], quoted }: Clause,
  { clauses, statistics: { termDictionary }, analyzersFor }: QueryDraft,
): Matcher[] {
  const beginning = normalize(word!.text);
  if (quoted || otherWords.length > 0 || beginning.length < MIN_EXCLUDED_LENGTH) return [];
  const inflected = matchingTerms(word!.text, termDictionary, analyzersFor(word!.text));
  const longer = termDictionary.startingWith(beginning).filter((term) => !inflected.includes(term));
  const textOf = (term: number) => termDictionary.terms.at(term);
  const maxLength = beginning.length + MAX_DERIVED_ENDING_LENGTH;
  const derived = longer.filter((term) => textOf(term).length <= maxLength);
  const combined = clauses
    .filter((clause) => !clause.excluded && !clause.quoted)
    .slice(0, MAX_COMBINED_WORDS);
  return combined.flatMap(({ words }): Matcher[] => {
    const { text } = words[0]!;
    const terms = matchingTerms(text, termDictionary, analyzersFor(text));
    const compounds = longer.filter((term) => textOf(term).endsWith(normalize(text)));
    const matchers: Matcher[] = compounds.length > 0 ? [{ kind: 'word', terms: compounds }] : [];
    if (derived.length > 0 && terms.length > 0)
      matchers.push({ kind: 'phrase', words: [derived, terms] }, { kind: 'phrase', words: [terms, derived] });
    return matchers;
  });
}
