/**
 * Abort signal in shared memory: another thread can set it while this one is busy.
 *
 * A message would arrive only after the current request.
 */

/** One number in shared memory: 1 if the request is cancelled. */
export type SharedFlag = Int32Array<SharedArrayBuffer>;

export function sharedFlag(): SharedFlag {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export function setFlag(flag: SharedFlag): void {
  Atomics.store(flag, 0, 1);
}

export const isSet = (flag: SharedFlag): boolean => Atomics.load(flag, 0) === 1;

/** The signal aborts on the first call of `throwIfAborted` after the flag was set, and never emits earlier. */
export function signalFromFlag(flag: SharedFlag): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  signal.throwIfAborted = () => {
    if (isSet(flag)) controller.abort();
    AbortSignal.prototype.throwIfAborted.call(signal);
  };
  return signal;
}
