import { expect, test } from 'vitest';
import { signalFromFlag } from './bridge.ts';

test('aborts the signal when the flag is set, without a message', () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const signal = signalFromFlag(flag);
  signal.throwIfAborted();
  Atomics.store(flag, 0, 1);
  expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(signal.aborted).toBe(true);
});
