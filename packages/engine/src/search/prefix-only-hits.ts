/** Prefix-only hits: whether most hits of a plan only complete its last word as a prefix. */

import { type Alternative, MIN_HITS, withoutPrefixMatches } from '@semantic-search/query';
import { scoreSegment } from './boolean-scorer.ts';
import { type Evaluation, type Execution, evaluate } from './evaluate.ts';

/** True if too few hits remain without completions. The plan with all alternatives must have enough hits. */
export function hasOnlyPrefixHits(evaluation: Evaluation, execution: Execution): boolean {
  const { plan, index } = evaluation;
  const typed = withoutPrefixMatches(plan);
  if (typed === plan || isOneAlternativeEnough(evaluation)) return false;
  const typedEvaluation = evaluate(typed, index, execution);
  let count = 0;
  for (let segment = 0; segment < index.segments.length && count < MIN_HITS; segment++) {
    execution.signal?.throwIfAborted();
    scoreSegment(typedEvaluation, segment, execution, ({ length }) => {
      count += length;
    });
  }
  return count < MIN_HITS;
}

/** Saves the evaluation of the plan without prefix matches. */
function isOneAlternativeEnough({ plan, frequencies }: Evaluation): boolean {
  const { alternatives, requiredMask, excluded } = plan;
  const meetsAll = ({ requirementMask, isOptionalPrefix }: Alternative) =>
    !isOptionalPrefix && (requirementMask & requiredMask) === requiredMask;
  return (
    excluded.length === 0 &&
    alternatives.some((alternative, i) => meetsAll(alternative) && frequencies[i]! >= MIN_HITS)
  );
}
