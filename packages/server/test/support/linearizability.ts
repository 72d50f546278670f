/** Records what was asked of a store and how it answered, and checks it against a sequential model: for tests. */
import { expect } from 'vitest';

/** One change: how to ask the store for it, and what it does to the model. */
export interface Step<Store, Model> {
  name: string;
  ask(store: Store): Promise<unknown>;
  /** The next model and what the answer must be; null where the change must be refused for its own sake. */
  apply(model: Model): { model: Model; answer: unknown } | null;
}

export interface Recorded<Store, Model> {
  step: Step<Store, Model>;
  outcome: { answer: unknown } | { error: { code?: string } };
}

/** Asks for the steps, those of one group at the same time, and records every answer. */
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
 * Carries the history out on the model, one step after another in the order of asking. What was acknowledged must
 * have been right; what the disk refused must have changed nothing. Gives every state that may stand on the disk:
 * one, or after a crash also those in which steps that were refused had come through nevertheless.
 */
export function check<Store, Model>(
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
