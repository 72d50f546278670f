/** Request coalescing (single flight): identical queries in flight share one call. */
import type { Call, Execute, Interceptor } from '../call.ts';

export interface Coalescing {
  intercept: Interceptor;
  /** Later queries of the space do not join calls that are in flight now. */
  invalidate(space: string): void;
}

interface SharedCall {
  result: Promise<unknown>;
  waiting: number;
  controller: AbortController;
}

/**
 * With `perClient`, only calls of the same client are shared. Use it ahead of a fair queue: otherwise a call could inherit
 * the queue position, and the rejection, of another client. Behind the queue, all calls can be shared.
 */
export function coalesce({ perClient }: { perClient: boolean }): Coalescing {
  const spaces = new Map<string, Map<string, SharedCall>>();
  return {
    intercept(call, next) {
      if (call.operation === 'describe') return next(call);
      const { space, operation, arguments: given, client, signal } = call;
      if (signal.aborted) return Promise.reject(signal.reason);
      const calls = spaces.get(space) ?? new Map<string, SharedCall>();
      spaces.set(space, calls);
      const key = JSON.stringify([perClient ? client : '', operation, given]);
      return join(calls, key, calls.get(key) ?? begin(calls, key, call, next), signal);
    },
    invalidate: (space) => spaces.delete(space),
  };
}

function begin(calls: Map<string, SharedCall>, key: string, call: Call, next: Execute): SharedCall {
  const controller = new AbortController();
  const result = next({ ...call, signal: controller.signal });
  const shared: SharedCall = { result, waiting: 0, controller };
  calls.set(key, shared);
  const end = () => {
    if (calls.get(key) === shared) calls.delete(key);
  };
  result.then(end, end);
  return shared;
}

/** The shared call is aborted when the last waiting caller has aborted. */
function join(
  calls: Map<string, SharedCall>,
  key: string,
  shared: SharedCall,
  signal: AbortSignal,
): Promise<unknown> {
  shared.waiting += 1;
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      if (calls.get(key) === shared) calls.delete(key);
      shared.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    const stay = () => signal.removeEventListener('abort', abort);
    // Callbacks instead of a derived promise: one promise less per query.
    shared.result.then(
      (value) => {
        stay();
        resolve(value);
      },
      (error) => {
        stay();
        reject(error);
      },
    );
  });
}
