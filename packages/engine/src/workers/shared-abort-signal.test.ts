import { expect, test } from 'vitest';
import { raise, sharedFlag, signalOf } from './shared-abort-signal.ts';

test('a signal is given from elsewhere without a message', () => {
  const flag = sharedFlag();
  const signal = signalOf(flag);
  signal.throwIfAborted();
  raise(flag);
  expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(signal.aborted).toBe(true);
});
