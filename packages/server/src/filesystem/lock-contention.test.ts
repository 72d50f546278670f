import { expect, test } from 'vitest';
import { acknowledgedIn, contend } from '../../test/support/lock-contention.ts';

/** Many more in long/contention.test.ts. */
const rounds = 25;

test('exactly one of several processes takes over a dead lock, and no acknowledged change is lost', async () => {
  for (const { outcomes, final } of await contend('open', 5, rounds)) {
    expect(outcomes.filter((outcome) => 'rejected' in outcome)).toHaveLength(4);
    expect(final).toEqual(acknowledgedIn(outcomes));
  }
}, 60_000);

test('concurrent processes each revoke their token', async () => {
  for (const { outcomes, final } of await contend('revoke', 5, rounds)) {
    expect(final).toHaveLength(5);
    expect(final).toEqual(acknowledgedIn(outcomes));
  }
}, 60_000);
