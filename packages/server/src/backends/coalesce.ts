/** Request coalescing (single flight): equal queries in flight share one call. */
import { getOrInsert } from '@semantic-search/query/collections';
import type { Call } from './call.ts';

interface SharedCall {
  result: Promise<unknown>;
  waiting: number;
  controller: AbortController;
}

export class Coalescer {
  /** Calls in flight by space, then by operation and arguments. */
  readonly #calls = new Map<string, Map<string, SharedCall>>();

  /** Executes the call, or joins an equal one. A shared call is aborted when its last waiting caller has aborted. */
  async share(call: Call, execute: (call: Call) => Promise<unknown>): Promise<unknown> {
    const { space, operation, arguments: parameters, signal } = call;
    signal.throwIfAborted();
    const calls = getOrInsert(this.#calls, space, () => new Map<string, SharedCall>());
    const key = JSON.stringify([operation, parameters]);
    const shared = getOrInsert(calls, key, () => {
      const controller = new AbortController();
      return { result: execute({ ...call, signal: controller.signal }), waiting: 0, controller };
    });
    const end = () => {
      if (calls.get(key) === shared) calls.delete(key);
    };
    if (shared.waiting === 0) shared.result.then(end, end);
    shared.waiting += 1;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => {
      reject(signal.reason);
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      end();
      shared.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([shared.result, aborted]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Later queries of the space do not share the calls that are in flight now. */
  endSharing(space: string): void {
    this.#calls.delete(space);
  }
}
