/** Linearizability checker: records requests and outcomes of a store and checks them against a sequential model. */
import { expect } from 'vitest';

/** One change: the call of the store, and its effect on the model. */
export interface Step<Store, Model> {
  name: string;
  ask(store: Store): Promise<unknown>;
  /** Next model and expected result; null if the change must be rejected. */
  apply(model: Model): { model: Model; answer: unknown } | null;
  /** The model if a crash interrupts the change halfway; absent for atomic changes. */
  interrupt?(model: Model): Model;
}

export interface Recorded<Store, Model> {
  step: Step<Store, Model>;
  outcome: { answer: unknown } | { error: { code?: string } };
}

/** Executes the steps, the steps of a group concurrently, and records every outcome. */
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
 * which some of the rejected steps took effect. The first is the one in memory.
 */
export function checkLinearizable<Store, Model>(
  start: Model,
  history: readonly Recorded<Store, Model>[],
  crashed: boolean,
): Model[] {
  let possible = [start];
  for (const { step, outcome } of history) {
    const effects = possible.map((model) => step.apply(model));
    const models = effects.flatMap((effect) => effect?.model ?? []);
    if ('answer' in outcome) {
      expect(outcome.answer, step.name).toEqual(effects[0]?.answer);
      possible = models;
    } else if (outcome.error.code === 'not-found') {
      expect(effects[0], step.name).toBeNull();
    } else {
      expect(outcome.error.code, `${step.name}: ${outcome.error}`).toBe('service-unavailable');
      const interrupted = possible.flatMap((model) => step.interrupt?.(model) ?? []);
      if (crashed) possible.push(...models, ...interrupted);
    }
  }
  return possible;
}
