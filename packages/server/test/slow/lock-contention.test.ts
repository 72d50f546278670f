/** Contention for a stale lock: of five processes exactly one gets it, and no change is lost. */
import { expect, test } from 'vitest';
import { acknowledgedIn, contend } from '../support/lock-contention.ts';

const rounds = Number(process.env.ROUNDS ?? 600);

test(`${rounds} times exactly one of five processes opens the data directory`, async () => {
  for (const { answers, kept } of await contend('open', 5, rounds)) {
    expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(4);
    expect(kept).toEqual(acknowledgedIn(answers));
  }
});

test(`${rounds} times each of five processes revokes a token without losing one`, async () => {
  for (const { answers, kept } of await contend('revoke', 5, rounds)) {
    expect(kept).toHaveLength(5);
    expect(kept).toEqual(acknowledgedIn(answers));
  }
});
