/** Query understanding: parse an input, rewrite it, plan it, relax it. */
export * from './api.ts';
export { matchSpans, openSuggester, type Suggester } from './autocomplete/suggester.ts';
export * from './index-statistics.ts';
export {
  deserializeThesaurus,
  emptyThesaurus,
  type IndexedThesaurus,
  type ParsedThesaurus,
  parseThesaurus,
  type ThesaurusContent,
} from './indexed-thesaurus.ts';
export { missingFactors, productOf } from './match-threshold.ts';
export { type Clause, MAX_SEARCHED_CHARACTERS, parseQuery } from './parser.ts';
export { planQuery } from './planner.ts';
export * from './query-plan.ts';
export * from './relaxation.ts';
export {
  HEADING_FACTOR,
  HIERARCHY_DECAY,
  MAX_CONCEPTS,
  MAX_HOMONYMS,
  subjectMatcher,
} from './rewriters/concept-expansion.ts';
export { FOREIGN_FACTOR } from './rewriters/query-language.ts';
export { didYouMean } from './rewriters/spell-checker.ts';
export { type ConceptEdit, EDITS_PART, editConcept, exportThesaurus } from './thesaurus-edit.ts';
export * from './thesaurus-parts.ts';
export * from './title-bonus.ts';
