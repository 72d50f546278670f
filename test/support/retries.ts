/** Retries of failed tests. */

/**
 * How often vitest and mocha run a failed test again. CI sets one retry, because browsers and timers on a busy machine fail at random.
 * Vitest marks a test that passed only on the retry.
 */
export const retries = Number(process.env.TEST_RETRIES ?? 0);
