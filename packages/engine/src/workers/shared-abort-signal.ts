/** A signal that another thread can give while this one is busy: messages are read only between questions. */

/** One number in shared memory: 1 when nobody waits for the answer any more. */
export type SharedFlag = Int32Array<SharedArrayBuffer>;

export function sharedFlag(): SharedFlag {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export function setFlag(flag: SharedFlag): void {
  Atomics.store(flag, 0, 1);
}

export const isSet = (flag: SharedFlag): boolean => Atomics.load(flag, 0) === 1;

/** Aborted as soon as `throwIfAborted` is called with the flag raised; it has no other way to learn of it. */
export function signalFromFlag(flag: SharedFlag): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  signal.throwIfAborted = () => {
    if (isSet(flag)) controller.abort();
    AbortSignal.prototype.throwIfAborted.call(signal);
  };
  return signal;
}
