import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents, plain } from '../../test/support/documents.ts';
import { currentClient, runAsClient } from '../auth/client-identity.ts';
import type { Access } from '../auth/permission.ts';
import { ProblemError } from '../errors/problem.ts';
import type { WritableBackend } from './backend.ts';
import { coalescing } from './coalescing.ts';
import { openEmbeddedBackend } from './embedded.ts';
import { limitConcurrency } from './limit-concurrency.ts';

let directory: string;
let embedded: WritableBackend;
let backend: WritableBackend;
/** Gauges of the queue length, keyed by space and operation. */
const waiting = new Map<string, () => number>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bounded-'));
  embedded = await openEmbeddedBackend({ directory, onWarning: () => undefined });
  backend = limitConcurrency(
    embedded,
    { maxLightCalls: 3, maxQueued: 2, maxWaitMs: 60_000 },
    ({ space, operation }, count) => waiting.set(`${space} ${operation}`, count),
  );
  await (await backend.content('zoo', true))!.documents.put(documents);
});
afterAll(async () => {
  await backend.close();
  await rm(directory, { recursive: true });
});

test('rejects all queries beyond the queue, with Retry-After', async () => {
  const space = (await backend.space('zoo'))!;
  const flood = await Promise.allSettled(Array.from({ length: 30 }, () => space.search(plain)));
  const refusals = flood.flatMap((each) => (each.status === 'rejected' ? [each.reason as ProblemError] : []));
  // Eight running and two queued.
  expect(flood.length - refusals.length).toBe(10);
  for (const { code, headers } of refusals) {
    expect({ code, headers }).toEqual({ code: 'service-unavailable', headers: { 'Retry-After': '1' } });
  }
});

test('reports the queue length to the metrics', async () => {
  const space = (await backend.space('zoo'))!;
  const pending = Array.from({ length: 9 }, () => space.search(plain));
  const queueLengths = () => ['zoo search', 'zoo suggest'].map((line) => waiting.get(line)?.());
  expect(queueLengths()).toEqual([1, 0]);
  await Promise.all(pending);
  expect(queueLengths()).toEqual([0, 0]);
});

test('limits facet lookups as well', async () => {
  const space = (await backend.space('zoo'))!;
  const flood = await Promise.allSettled(Array.from({ length: 10 }, () => space.facet('type')));
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test.each([
  ['different queries', 'puma'],
  ['the same query', 'puma 59'],
])('a client with few queries does not wait behind a client with many: %s', async (_, input) => {
  const line = limitConcurrency(coalescing(embedded), {
    maxLightCalls: 3,
    maxQueued: 100,
    maxWaitMs: 60_000,
  });
  const shared = coalescing(line, currentClient);
  const space = (await shared.space('zoo'))!;
  const order: string[] = [];
  const ask = (jti: string, input: string) =>
    runAsClient({ jti, subject: 'a page' } as Access, async () => {
      await space.search({ ...plain, input }, new AbortController().signal);
      order.push(jti);
    });
  const much = Array.from({ length: 60 }, (_, index) => ask('much', `puma ${index}`));
  await Promise.all([...much, ask('little', input)]);
  // Behind the running queries, each of which has been replaced by one of the other client.
  expect(order.indexOf('little')).toBeLessThan(30);
});

test('the slot is free again after results and after errors', async () => {
  const space = (await backend.space('zoo'))!;
  const unknown = { ...plain, documentFacets: ['nothing'] };
  for (const question of [unknown, unknown, unknown, unknown]) {
    await expect(space.search(question)).rejects.not.toBeInstanceOf(ProblemError);
  }
  expect((await space.search(plain)).total).toBe(documents.length);
});

test('runs one extraction at a time, and other queries in between', async () => {
  const space = (await backend.space('zoo'))!;
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
  const space = (await backend.space('zoo'))!;
  const given = new AbortController();
  const question = { text: 'A puma. '.repeat(20_000), language: 'en', count: 1 };
  const gone = [space.extract(question, given.signal), space.extract(question, given.signal)];
  given.abort(new Error('gone'));
  for (const each of gone) await expect(each).rejects.toThrow('gone');
  expect(await space.extract({ ...question, text: 'night' })).toBeInstanceOf(Array);
});
