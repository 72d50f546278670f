/** Whether a plan finds enough by what was typed, and not only because the last word of the input may go on. */
import type { Generation } from '../index/index-reader.ts';
import type { Plan, Way } from '../query/query-plan.ts';
import { asTyped, little } from '../query/relaxation.ts';
import { weigh } from './bm25.ts';
import { type Findings, find } from './evaluate.ts';

/** For a plan that finds enough by all its ways. */
export function isEnough(
  plan: Plan,
  findings: Findings,
  minimum: number,
  generation: Generation,
  signal: AbortSignal | undefined,
): boolean {
  const typed = asTyped(plan);
  return typed === plan || isPlain(plan, findings) || isFound(typed, minimum, generation, signal);
}

/** True where a single one of the ways as typed is enough. */
function isPlain({ ways, required, excluded }: Plan, { matches }: Findings): boolean {
  const frequency = (way: number) => matches[way]!.reduce((sum, each) => sum + each.frequency, 0);
  const isAll = ({ bits, goesOn }: Way) => !goesOn && (bits & required) === required;
  return excluded.length === 0 && ways.some((way, i) => isAll(way) && frequency(i) >= little);
}

function isFound(
  plan: Plan,
  minimum: number,
  generation: Generation,
  signal: AbortSignal | undefined,
): boolean {
  const findings = find(plan, minimum, generation, signal);
  let count = 0;
  for (let part = 0; part < generation.parts.length && count < little; part++) {
    signal?.throwIfAborted();
    weigh(plan, findings, generation, part, minimum, ({ length }) => {
      count += length;
    });
  }
  return count >= little;
}
