import { expect, test } from 'vitest';
import { errorChain } from './error-chain.ts';

const refused = new Error('connect ECONNREFUSED 127.0.0.1:1');

test('ends one sentence only, the last', () => {
  const fetched = new TypeError('fetch failed', { cause: refused });
  const error = new Error('The service cannot be reached.', { cause: fetched });
  expect(errorChain(error)).toBe(
    'The service cannot be reached: fetch failed: connect ECONNREFUSED 127.0.0.1:1',
  );
  expect(errorChain(new Error('Not saved.'))).toBe('Not saved.');
  expect(errorChain(new Error('Still waiting...', { cause: refused }))).toContain('waiting...: connect');
});

test('says a cause once that the message contains', () => {
  const cause = new Error('The files are missing.');
  expect(errorChain(new Error(`The space cannot be opened: ${cause.message}`, { cause }))).toBe(
    'The space cannot be opened: The files are missing.',
  );
  expect(errorChain(new Error(`${refused.message}. Try again`, { cause: refused }))).toBe(
    'connect ECONNREFUSED 127.0.0.1:1. Try again',
  );
});

test('ends if causes are circular, empty or no errors', () => {
  const circular = new Error('A');
  circular.cause = new Error('B', { cause: circular });
  expect(errorChain(circular)).toBe('A: B');
  expect(errorChain(new Error('A', { cause: 'text' }))).toBe('A');
  expect(errorChain(new Error('', { cause: new Error('B') }))).toBe('B');
});
