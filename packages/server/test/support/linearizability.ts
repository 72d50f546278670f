/** Linearizability checker: records requests and outcomes of a store and checks them against a sequential model. */
import { expect } from 'vitest';

/** One change: the call of the store, and its effect on the model. */
export interface Step<Store, Model> {
  name: string;
  ask(store: Store): Promise<unknown>;
  /** Next model and expected result; null if the change must be rejected. */
  apply(model: Model): { model: Model; answer: unknown } | null;
}

export interface Recorded<Store, Model> {
  step: Step<Store, Model>;
  outcome: { answer: unknown } | { error: { code?: string } };
}

/** Executes the steps, those of one group concurrently, and records every outcome. */
export async function record<Store, Model>(
  store: Store,
  groups: readonly (readonly Step<Store, Model>[])[],
): Promise<Recorded<Store, Model>[]> {
  const history: Recorded<Store, Model>[] = [];
  for (const group of groups) {
    const settled = group.map(async (step): Promise<Recorded<Store, Model>> => {
      const outcome = await step.ask(store).then(
        (answer) => ({ answer }),
        (error) => ({ error }),
      );
      return { step, outcome };
    });
    history.push(...(await Promise.all(settled)));
  }
  return history;
}

/**
 * Applies the history to the model, step by step in request order. Acknowledged steps must have the right result; steps that
 * the disk rejected must have had no effect. Returns every state that may be on the disk: one, or after a crash also those in
 * which rejected steps took effect.
 */
export function checkLinearizable<Store, Model>(
  start: Model,
  history: readonly Recorded<Store, Model>[],
  crashed: boolean,
): Model[] {
  let possible = [start];
  for (const { step, outcome } of history) {
    const [certain] = possible as [Model];
    if ('answer' in outcome) {
      const applied = step.apply(certain);
      expect(outcome.answer, step.name).toEqual(applied?.answer);
      possible = [applied!.model];
    } else if (outcome.error.code === 'not-found') {
      expect(step.apply(certain), step.name).toBeNull();
    } else {
      expect(outcome.error.code, `${step.name}: ${outcome.error}`).toBe('service-unavailable');
      const applied = crashed ? step.apply(possible.at(-1)!) : null;
      if (applied) possible.push(applied.model);
    }
  }
  return possible;
}
