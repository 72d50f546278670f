import { expect, test } from 'vitest';
import { acknowledgedIn, contend } from '../../test/support/lock-contention.ts';

/** Many more in long/contention.test.ts. */
const rounds = 25;

test('of processes that find a dead lock at once one opens the data directory, and nothing acknowledged is lost', async () => {
  for (const { outcomes, final } of await contend('open', 5, rounds)) {
    expect(outcomes.filter((outcome) => 'rejected' in outcome)).toHaveLength(4);
    expect(final).toEqual(acknowledgedIn(outcomes));
  }
}, 60_000);

test('of processes that revoke tokens at once each revokes its own', async () => {
  for (const { outcomes, final } of await contend('revoke', 5, rounds)) {
    expect(final).toHaveLength(5);
    expect(final).toEqual(acknowledgedIn(outcomes));
  }
}, 60_000);
