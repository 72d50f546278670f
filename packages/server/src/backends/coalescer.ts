/** Request coalescing (single flight): equal queries in flight share one call. */
import { getOrInsert } from '@semantic-search/query/collections';
import { clientDisconnected } from './call-problem.ts';
import type { Execute, SpaceCall } from './space-queries.ts';

interface SharedCall {
  result: Promise<unknown>;
  /** Number of callers that wait for the result. */
  waiting: number;
  controller: AbortController;
}

export class Coalescer {
  readonly #callAdapter: Execute;
  /** Calls in flight by space, then by operation and arguments. */
  readonly #calls = new Map<string, Map<string, SharedCall>>();

  constructor(callAdapter: Execute) {
    this.#callAdapter = callAdapter;
  }

  /** Makes the call, or joins an equal one. A shared call is aborted when its last waiting caller has aborted. */
  readonly execute = async <Result>(call: SpaceCall): Promise<Result> => {
    const { space, operation, arguments: parameters, signal } = call;
    // Descriptions have different deadlines, so they are not shared.
    if (operation === 'describe') return this.#callAdapter(call);
    if (signal.aborted) throw clientDisconnected();
    const calls = getOrInsert(this.#calls, space, () => new Map<string, SharedCall>());
    const key = JSON.stringify([operation, parameters]);
    const shared = getOrInsert(calls, key, () => {
      const controller = new AbortController();
      return { result: this.#callAdapter({ ...call, signal: controller.signal }), waiting: 0, controller };
    });
    const forget = () => {
      if (calls.get(key) === shared) calls.delete(key);
    };
    if (shared.waiting === 0) shared.result.then(forget, forget);
    shared.waiting += 1;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => {
      reject(clientDisconnected());
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      forget();
      shared.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      return (await Promise.race([shared.result, aborted])) as Result;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };

  /** Later queries of the space do not share the calls that are in flight now. */
  readonly endSharing = (space: string): void => {
    this.#calls.delete(space);
  };
}
