/** Abortable wait for a shared promise: an abort rejects for this caller only. */

export async function abortable<Value>(value: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return value;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([value, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
