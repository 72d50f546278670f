import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents, plain } from '../../test/support/documents.ts';
import { currentClient, runAsClient } from '../auth/client-identity.ts';
import type { Access } from '../auth/permission.ts';
import { ProblemError } from '../errors.ts';
import type { WritableBackend } from './backend.ts';
import { coalescing } from './coalescing.ts';
import { openEmbeddedBackend } from './embedded.ts';
import { limitConcurrency } from './limit-concurrency.ts';

let directory: string;
let embedded: WritableBackend;
let backend: WritableBackend;
/** What tells how many wait, by space and operation. */
const waiting = new Map<string, () => number>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bounded-'));
  embedded = await openEmbeddedBackend({ directory, onWarning: () => undefined });
  backend = limitConcurrency(
    embedded,
    { calls: 3, waiting: 2, longest: 60_000 },
    ({ space, operation }, count) => waiting.set(`${space} ${operation}`, count),
  );
  await (await backend.content('zoo', true))!.documents.put(documents);
});
afterAll(async () => {
  await backend.close();
  await rm(directory, { recursive: true });
});

test('a flood is turned away but for what fits in the line, and told when to come again', async () => {
  const space = (await backend.space('zoo'))!;
  const flood = await Promise.allSettled(Array.from({ length: 30 }, () => space.search(plain)));
  const refusals = flood.flatMap((each) => (each.status === 'rejected' ? [each.reason as ProblemError] : []));
  // Eight at their place and two behind them.
  expect(flood.length - refusals.length).toBe(10);
  for (const { code, headers } of refusals) {
    expect({ code, headers }).toEqual({ code: 'service-unavailable', headers: { 'Retry-After': '1' } });
  }
});

test('how many wait is told to who watches', async () => {
  const space = (await backend.space('zoo'))!;
  const asked = Array.from({ length: 9 }, () => space.search(plain));
  const told = () => ['zoo search', 'zoo suggest'].map((line) => waiting.get(line)?.());
  expect(told()).toEqual([1, 0]);
  await Promise.all(asked);
  expect(told()).toEqual([0, 0]);
});

test('so is one of questions for facets', async () => {
  const space = (await backend.space('zoo'))!;
  const flood = await Promise.allSettled(Array.from({ length: 10 }, () => space.facet('type')));
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test.each([
  ['other questions', 'puma'],
  ['the same question', 'puma 59'],
])('whose token asks for little waits behind nobody who asks for much: %s', async (_, input) => {
  const line = limitConcurrency(coalescing(embedded), { calls: 3, waiting: 100, longest: 60_000 });
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
  // Behind those that have a place, each of which one of the others has taken meanwhile.
  expect(order.indexOf('little')).toBeLessThan(30);
});

test('the line is free again after answers and after errors', async () => {
  const space = (await backend.space('zoo'))!;
  const unknown = { ...plain, documentFacets: ['nothing'] };
  for (const question of [unknown, unknown, unknown, unknown]) {
    await expect(space.search(question)).rejects.not.toBeInstanceOf(ProblemError);
  }
  expect((await space.search(plain)).total).toBe(documents.length);
});

test('extractions are worked out one after the other, and other questions between them', async () => {
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

test('an extraction that is given up, or that fails, holds up none after it', async () => {
  const space = (await backend.space('zoo'))!;
  const given = new AbortController();
  const question = { text: 'A puma. '.repeat(20_000), language: 'en', count: 1 };
  const gone = [space.extract(question, given.signal), space.extract(question, given.signal)];
  given.abort(new Error('gone'));
  for (const each of gone) await expect(each).rejects.toThrow('gone');
  expect(await space.extract({ ...question, text: 'night' })).toBeInstanceOf(Array);
});
