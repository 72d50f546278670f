import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents, plain } from '../../../test/support/documents.ts';
import { ProblemError } from '../../errors/problem.ts';
import type { WritableBackend } from '../backend.ts';
import { callSpace, chain, type Interceptor, queries, type SpaceQueries } from '../call.ts';
import { openEmbeddedBackend } from '../embedded.ts';
import { coalesce } from './coalesce.ts';
import { type ConcurrencyLimits, limitConcurrency } from './limit-concurrency.ts';

let directory: string;
let embedded: WritableBackend;
let space: SpaceQueries;
/** Gauges of the queue length, keyed by space and operation. */
const waiting = new Map<string, () => number>();

const queriesThrough = (
  interceptors: Interceptor[],
  { client = '', signal = new AbortController().signal } = {},
): SpaceQueries =>
  queries(chain(interceptors, callSpace(embedded)), { space: 'zoo', client, signal, deadline: Infinity });
const limited = (limits: ConcurrencyLimits) =>
  limitConcurrency(
    () => true,
    limits,
    ({ space, operation }, count) => waiting.set(`${space} ${operation}`, count),
  );
const small = limited({ maxQueued: 2, maxWaitMs: 60_000 });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bounded-'));
  embedded = await openEmbeddedBackend({ directory, onWarning: () => undefined });
  await (await embedded.content('zoo', true))!.documents.put(documents);
  space = queriesThrough([small]);
});
afterAll(async () => {
  await embedded.close();
  await rm(directory, { recursive: true });
});

test('rejects all queries beyond the queue, with Retry-After', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 30 }, () => space.search(plain)));
  const rejections = flood.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as ProblemError] : [],
  );
  // Eight running and two queued.
  expect(flood.length - rejections.length).toBe(10);
  for (const { code, headers } of rejections) {
    expect({ code, headers }).toEqual({ code: 'service-unavailable', headers: { 'Retry-After': '1' } });
  }
});

test('reports the queue length to the metrics', async () => {
  const pending = Array.from({ length: 9 }, () => space.search(plain));
  const queueLengths = () => ['zoo search', 'zoo suggest'].map((line) => waiting.get(line)?.());
  expect(queueLengths()).toEqual([1, 0]);
  await Promise.all(pending);
  expect(queueLengths()).toEqual([0, 0]);
});

test.each([
  ['different queries', 'puma'],
  ['the same query', 'puma 59'],
])('a client with few queries does not wait behind a client with many: %s', async (_, input) => {
  const interceptors = [
    coalesce({ perClient: true }).intercept,
    limited({ maxQueued: 100, maxWaitMs: 60_000 }),
    coalesce({ perClient: false }).intercept,
  ];
  const order: string[] = [];
  const ask = async (client: string, input: string) => {
    await queriesThrough(interceptors, { client }).search({ ...plain, input });
    order.push(client);
  };
  const much = Array.from({ length: 60 }, (_, index) => ask('much', `puma ${index}`));
  await Promise.all([...much, ask('little', input)]);
  // Behind the running queries, each of which has been replaced by one of the other client.
  expect(order.indexOf('little')).toBeLessThan(30);
});

test('the slot is free again after results and after errors', async () => {
  const unknown = { ...plain, selected: [{ field: 'nothing', values: [{ literal: 'a' }] }] };
  for (const question of [unknown, unknown, unknown, unknown]) {
    await expect(space.search(question)).rejects.not.toBeInstanceOf(ProblemError);
  }
  expect((await space.search(plain)).total).toBe(documents.length);
});

test('runs one extraction at a time, and other queries in between', async () => {
  const text = 'A puma hunts at night. '.repeat(20_000);
  const order: string[] = [];
  const extracting = ['first', 'second'].map((name) =>
    space.extract({ text: `${name} ${text}`, language: 'en', count: 1 }).then(() => order.push(name)),
  );
  await space.search(plain).then(() => order.push('search'));
  await Promise.all(extracting);
  expect(order.indexOf('search')).toBeLessThan(order.indexOf('second'));
});

test('an aborted or failed extraction does not block the next', async () => {
  const given = new AbortController();
  const question = { text: 'A puma. '.repeat(20_000), language: 'en', count: 1 };
  const aborted = queriesThrough([small], { signal: given.signal });
  const gone = [aborted.extract(question), aborted.extract(question)];
  given.abort(new Error('gone'));
  for (const each of gone) await expect(each).rejects.toThrow('gone');
  expect(await space.extract({ ...question, text: 'night' })).toBeInstanceOf(Array);
});
