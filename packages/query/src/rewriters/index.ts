/** Query rewriters: each adds alternatives or exclusions to a query. */

export { HIERARCHY_DECAY, MAX_CONCEPTS, MAX_HOMONYMS, subjectMatcher } from './concept-expansion.ts';
export { didYouMean } from './spell-checker.ts';
