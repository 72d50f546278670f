import { expect, test } from 'vitest';
import { setFlag, sharedFlag, signalFromFlag } from './shared-abort-signal.ts';

test('aborts the signal when the flag is set, without a message', () => {
  const flag = sharedFlag();
  const signal = signalFromFlag(flag);
  signal.throwIfAborted();
  setFlag(flag);
  expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(signal.aborted).toBe(true);
});
