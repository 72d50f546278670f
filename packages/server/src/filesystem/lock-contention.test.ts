import { expect, test } from 'vitest';
import { acknowledgedIn, contend } from '../../test/support/lock-contention.ts';

/** Many more in long/contention.test.ts. */
const rounds = 25;

test('of processes that find a dead lock at once one opens the data directory, and nothing acknowledged is lost', async () => {
  for (const { answers, kept } of await contend('open', 5, rounds)) {
    expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(4);
    expect(kept).toEqual(acknowledgedIn(answers));
  }
}, 60_000);

test('of processes that revoke tokens at once each revokes its own', async () => {
  for (const { answers, kept } of await contend('revoke', 5, rounds)) {
    expect(kept).toHaveLength(5);
    expect(kept).toEqual(acknowledgedIn(answers));
  }
}, 60_000);
