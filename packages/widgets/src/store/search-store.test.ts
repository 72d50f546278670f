/** A session over a real HTTP server: only the newest answer counts, and failures keep what was there. */
import { expect, test } from 'vitest';
import { smallService } from '../../test/support/fake-service.ts';
import { testSettings } from '../../test/support/settings.ts';
import { SearchStore } from './search-store.ts';

let delays: Record<string, Promise<unknown>> = {};
let failing = false;
const service = smallService(async (_, { input = '' }) => {
  await delays[input];
  return failing ? { status: 503, body: {} } : undefined;
});

test('opens with settings and a first answer', async () => {
  const session = new SearchStore(service, 7);
  await session.open();
  expect(session.settings?.title).toBe('Library of Economics');
  expect(session.answer?.total).toBe(42);
});

test('asks nothing any more once it is closed', async () => {
  const session = new SearchStore(service, 7);
  await session.open();
  const told: string[] = [];
  session.close();
  session.follow((change) => told.push(change));
  await session.change({ input: 'tariff' });
  expect(told).toEqual([]);
  expect(session.answered?.input).toBe('');
});

test('takes settings as they are given, but for what the page says itself', async () => {
  const draft = testSettings();
  const plain = new SearchStore(service, 7);
  plain.take(draft);
  expect(plain.settings).toBe(draft);
  const session = new SearchStore(service, 7, 'en', { heading: 'Ours', itemsPerPage: 500, noTags: true });
  session.take(draft);
  expect(session.settings).toEqual({
    ...draft,
    title: 'Ours',
    result: { ...draft.result, itemsPerPage: 100, showTags: false },
  });
});

test('shows only the answer to the newest question, in whatever order they arrive', async () => {
  const slow = Promise.withResolvers<void>();
  delays = { wages: slow.promise };
  const session = new SearchStore(service, 7);
  const seen: (string | undefined)[] = [];
  session.follow((change) => change === 'answer' && seen.push(session.answered?.input));
  const first = session.change({ input: 'wages' });
  await session.change({ input: 'tariff' });
  slow.resolve();
  await first;
  expect(seen).toEqual(['tariff']);
  expect(session.pending).toBe(false);
});

test('goes back to the first page with every change but that of the page', async () => {
  const session = new SearchStore(service, 7);
  await session.change({ start: 20 });
  expect(session.question.start).toBe(20);
  await session.change({ input: 'tariff' });
  expect(session.question.start).toBe(0);
});

test('keeps the last answer when the next question fails, and forgets the error when it is answered again', async () => {
  const session = new SearchStore(service, 7);
  await session.open();
  failing = true;
  await session.change({ input: 'tariff' });
  expect(session.error).toMatchObject({ status: 503 });
  expect(session.answer?.total).toBe(42);
  failing = false;
  await session.retry();
  expect(session.error).toBe(undefined);
  expect(session.answer?.total).toBe(7);
});

test('waits for nothing any more once it is closed, neither settings nor an answer', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  delays = { '': never };
  const session = new SearchStore(service, 7);
  const opening = session.open();
  session.close();
  await opening;
  expect([session.settings, session.answer, session.error]).toEqual([undefined, undefined, undefined]);
  delays = {};
});

test('tells nobody any more once it is closed', async () => {
  const session = new SearchStore(service, 7);
  let told = 0;
  session.follow(() => {
    told += 1;
  });
  const asking = session.ask();
  session.close();
  const before = told;
  await asking;
  expect(told).toBe(before);
});
