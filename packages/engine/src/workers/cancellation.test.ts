import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everything, facetRequest } from '../../test/support/queries.ts';
import {
  CHECK_COUNT,
  type CheckCounter,
  CONTINUE,
  createCheckCounter,
  PAUSE_AT_CHECK,
} from '../../test/support/watched-worker.ts';
import type { SearchQuery } from '../api.ts';
import { openSpace } from '../search-space.ts';
import type { AbortFlag, WorkerCall, WorkerMessage } from './bridge.ts';
import { openSearchSpace } from './search-space-client.ts';

const query: SearchQuery = {
  ...everything,
  input: 'tide coast "rising tide"',
  facets: ['dyn_lit_type', 'dyn_lit_language'].map((field) => facetRequest(field)),
};

let directory: string;
let worker: Worker;
let watch: CheckCounter;
let port: MessagePort;
const responses = new Map<number, WorkerMessage>();
const abortFlag = (): AbortFlag => new Int32Array(new SharedArrayBuffer(4));

// Workers start slowly when many start at once.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'space-'));
  const space = await openSpace(directory);
  // Seven segments: eight would be merged.
  for (let part = 0; part < 7; part++) {
    const title = 'The rising tide at the coast';
    await space.put(
      Array.from({ length: 10 }, (_, i) => ({
        id: `${part}-${i}`,
        title,
        type: 'Book',
        language: 'en',
        subjects: [],
      })),
    );
  }
  await space.close();
  watch = createCheckCounter();
  responses.clear();
  worker = new Worker(new URL('../../test/support/watched-worker.ts', import.meta.url), {
    workerData: { watch },
  });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ directory, options: {}, port: port2 }, [port2]);
  port = port1;
  port.on('message', (response: WorkerMessage) => {
    if ('number' in response) responses.set(response.number, response);
  });
});

afterEach(async () => {
  port.close();
  await worker.terminate();
  rmSync(directory, { recursive: true });
});

function send(number: number, method: string, args: unknown[], flag = abortFlag()) {
  port.postMessage({ number, method, args, abortFlag: flag } satisfies WorkerCall);
  return flag;
}

async function waitUntil(isTrue: () => boolean) {
  while (!isTrue()) await nextTurn();
}

test('a cancelled search in a worker stops at its next checkpoint', async () => {
  send(1, 'search', [query]);
  await waitUntil(() => responses.has(1));
  expect(responses.get(1)).toMatchObject({ result: { total: 70 } });
  const checks = watch[CHECK_COUNT]!;
  expect(checks).toBeGreaterThan(20);

  watch[CHECK_COUNT] = 0;
  watch[PAUSE_AT_CHECK] = 8;
  const flag = send(2, 'search', [query]);
  await waitUntil(() => Atomics.load(watch, CHECK_COUNT) === 8);
  Atomics.store(flag, 0, 1);
  Atomics.store(watch, CONTINUE, 1);
  Atomics.notify(watch, CONTINUE);
  send(3, 'describe', []);
  await waitUntil(() => responses.has(3));
  // After the eighth check: one check before the response, and one of the next request.
  expect(watch[CHECK_COUNT]).toBe(10);
  expect(responses.has(2)).toBe(false);
});

test('requests cancelled in the queue do not start', async () => {
  send(1, 'describe', []);
  await waitUntil(() => responses.has(1));
  watch[CHECK_COUNT] = 0;
  const flag = abortFlag();
  Atomics.store(flag, 0, 1);
  for (let number = 2; number < 12; number++) send(number, 'search', [query], flag);
  send(12, 'describe', []);
  await waitUntil(() => responses.has(12));
  expect(watch[CHECK_COUNT]).toBe(10 * 2 + 1);
  expect([...responses.keys()]).toEqual([1, 12]);
});

test('a cancelled search rejects with the reason of its signal, and other searches succeed', async () => {
  await worker.terminate();
  const space = await openSearchSpace(directory);
  const timeout = new DOMException('Too late.', 'TimeoutError');
  await expect(space.search(query, AbortSignal.abort(timeout))).rejects.toBe(timeout);
  const controller = new AbortController();
  const cancelled = space.search(query, controller.signal);
  const other = space.search(query);
  controller.abort(timeout);
  await expect(cancelled).rejects.toBe(timeout);
  expect((await other).total).toBe(70);
  await space.close();
});
