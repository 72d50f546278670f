import { expect, test } from 'vitest';
import { acknowledgedIn, contend } from '../../test/support/lock-contention.ts';

/** Many more in test/slow/lock-contention.test.ts. */
const rounds = 25;

test('exactly one of several processes gets the lock, and no acknowledged change is lost', async () => {
  for (const { outcomes, final } of await contend(5, rounds)) {
    expect(outcomes.filter((outcome) => 'rejected' in outcome)).toHaveLength(4);
    expect(final).toEqual(acknowledgedIn(outcomes));
  }
}, 60_000);
