/** Contention for the lock: of five processes exactly one gets it, and no change is lost. */
import { expect, test } from 'vitest';
import { acknowledgedIn, contend } from '../support/lock-contention.ts';

const rounds = Number(process.env.ROUNDS ?? 200);

test(`${rounds} times exactly one of five processes opens the data directory`, async () => {
  for (const { outcomes, final } of await contend(5, rounds)) {
    expect(outcomes.filter((outcome) => 'rejected' in outcome)).toHaveLength(4);
    expect(final).toEqual(acknowledgedIn(outcomes));
  }
});
