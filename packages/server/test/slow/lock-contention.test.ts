/** A dead lock that five processes want at the same moment, hundreds of times: one gets it, and no change is lost. */
import { expect, test } from 'vitest';
import { acknowledgedIn, contend } from '../support/lock-contention.ts';

const rounds = Number(process.env.ROUNDS ?? 600);

test(`${rounds} times one of five processes opens the data directory`, async () => {
  for (const { answers, kept } of await contend('open', 5, rounds)) {
    expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(4);
    expect(kept).toEqual(acknowledgedIn(answers));
  }
});

test(`${rounds} times each of five processes revokes a token`, async () => {
  for (const { answers, kept } of await contend('revoke', 5, rounds)) {
    expect(kept).toHaveLength(5);
    expect(kept).toEqual(acknowledgedIn(answers));
  }
});
