/** Request coalescing (single flight): equal queries in flight share one call. */
import type { Call, Execute } from './call.ts';

interface SharedCall {
  result: Promise<unknown>;
  waiting: number;
  controller: AbortController;
}

export function coalescer() {
  const spaces = new Map<string, Map<string, SharedCall>>();
  return {
    async share(call: Call, execute: Execute): Promise<unknown> {
      const { space, operation, arguments: parameters, signal } = call;
      signal.throwIfAborted();
      const calls = spaces.get(space) ?? new Map<string, SharedCall>();
      spaces.set(space, calls);
      const key = JSON.stringify([operation, parameters]);
      const shared = calls.get(key) ?? begin(calls, key, call, execute);
      return join(calls, key, shared, signal);
    },
    /** Later queries of the space do not share the calls that are in flight now. */
    endSharing(space: string): void {
      spaces.delete(space);
    },
  };
}

function begin(calls: Map<string, SharedCall>, key: string, call: Call, execute: Execute): SharedCall {
  const controller = new AbortController();
  const result = execute({ ...call, signal: controller.signal });
  const shared: SharedCall = { result, waiting: 0, controller };
  calls.set(key, shared);
  const end = () => {
    if (calls.get(key) === shared) calls.delete(key);
  };
  result.then(end, end);
  return shared;
}

/** The shared call is aborted when the last waiting caller has aborted. */
async function join(
  calls: Map<string, SharedCall>,
  key: string,
  shared: SharedCall,
  signal: AbortSignal,
): Promise<unknown> {
  shared.waiting += 1;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(signal.reason);
    shared.waiting -= 1;
    if (shared.waiting > 0) return;
    if (calls.get(key) === shared) calls.delete(key);
    shared.controller.abort(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([shared.result, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
