import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everything, facetRequest } from '../../test/support/queries.ts';
import {
  looksSoFar,
  lookToStopAt,
  mayGoOn,
  newWatch,
  type Watch,
} from '../../test/support/watched-worker.ts';
import type { SearchQuery } from '../api.ts';
import { openSpace } from '../search-space.ts';
import type { WorkerRequest, WorkerResponse } from './messages.ts';
import { openSpaceInWorker } from './search-space-client.ts';
import { setFlag, sharedFlag } from './shared-abort-signal.ts';

const question: SearchQuery = {
  ...everything,
  input: 'tide coast "rising tide"',
  facets: ['dyn_lit_type', 'dyn_lit_language'].map((field) => facetRequest(field)),
};

let directory: string;
let worker: Worker;
let watch: Watch;
const answers = new Map<number, WorkerResponse>();

// Threads take their time to start where many do.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'space-'));
  const space = await openSpace(directory);
  // Seven segments: of eight one would be made.
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
  watch = newWatch();
  answers.clear();
  worker = new Worker(new URL('../../test/support/watched-worker.ts', import.meta.url), {
    workerData: { directory, settings: {}, watch },
  });
  worker.on('message', (answer: WorkerResponse) => {
    if ('number' in answer) answers.set(answer.number, answer);
  });
});

afterEach(async () => {
  await worker.terminate();
  rmSync(directory, { recursive: true });
});

function ask(number: number, method: WorkerRequest['method'], args: unknown[], withdrawn = sharedFlag()) {
  worker.postMessage({ number, method, args, cancelFlag: withdrawn } satisfies WorkerRequest);
  return withdrawn;
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await nextTurn();
}

test('a search that nobody waits for any more does no more steps, in a thread of its own', async () => {
  ask(1, 'search', [question]);
  await until(() => answers.has(1));
  expect(answers.get(1)).toMatchObject({ result: { total: 70 } });
  const whole = watch[looksSoFar]!;
  expect(whole).toBeGreaterThan(20);

  watch[looksSoFar] = 0;
  watch[lookToStopAt] = 8;
  const withdrawn = ask(2, 'search', [question]);
  await until(() => Atomics.load(watch, looksSoFar) === 8);
  setFlag(withdrawn);
  Atomics.store(watch, mayGoOn, 1);
  Atomics.notify(watch, mayGoOn);
  ask(3, 'describe', []);
  await until(() => answers.has(3));
  // The eighth look said so; one more was whether anyone wants to hear of it, and one was of the next question.
  expect(watch[looksSoFar]).toBe(10);
  expect(answers.has(2)).toBe(false);
});

test('questions that were given up while they waited are not begun', async () => {
  ask(1, 'describe', []);
  await until(() => answers.has(1));
  watch[looksSoFar] = 0;
  const withdrawn = sharedFlag();
  setFlag(withdrawn);
  for (let number = 2; number < 12; number++) ask(number, 'search', [question], withdrawn);
  ask(12, 'describe', []);
  await until(() => answers.has(12));
  expect(watch[looksSoFar]).toBe(10 * 2 + 1);
  expect([...answers.keys()]).toEqual([1, 12]);
});

test('who gave up, or whose deadline has passed, is told so, and others are answered', async () => {
  await worker.terminate();
  const space = await openSpaceInWorker(directory);
  const late = new DOMException('Too late.', 'TimeoutError');
  await expect(space.search(question, AbortSignal.abort(late))).rejects.toBe(late);
  const controller = new AbortController();
  const given = space.search(question, controller.signal);
  const other = space.search(question);
  controller.abort(late);
  await expect(given).rejects.toBe(late);
  expect((await other).total).toBe(70);
  await space.close();
});
