/** Tests of the search store with a real HTTP server. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startFakeService } from '../../test/support/fake-service.ts';
import { testSettings } from '../../test/support/settings.ts';
import { SearchStore } from './search-store.ts';

let delays: Record<string, Promise<unknown>> = {};
let failing = false;
const service = startFakeService(async (path, { input = '' }) => {
  if (path.endsWith('/search')) await delays[input];
  return failing ? { status: 503, body: {} } : undefined;
});

test('loads settings and a first response', async () => {
  const store = new SearchStore(service, 7);
  await store.load();
  expect(store.settings?.title).toBe('Library of Economics');
  expect(store.response?.total).toBe(42);
});

test('applies the settings together with a quick first response', async () => {
  // The wait for the response does not end by itself, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    delays = { '': pause(30) };
    expect(await changesWhileLoading()).toEqual(['query', 'response', 'settings']);
  } finally {
    vi.useRealTimers();
  }
});

test('applies the settings while a first response is slow', async () => {
  delays = { '': new Promise((resolve) => setTimeout(resolve, 500)) };
  const changes = await changesWhileLoading();
  expect(changes.indexOf('settings')).toBeLessThan(changes.indexOf('response'));
});

async function changesWhileLoading(): Promise<string[]> {
  const store = new SearchStore(service, 7);
  const changes: string[] = [];
  store.subscribe((change) => changes.push(change));
  await store.load();
  store.close();
  delays = {};
  return changes;
}

test('sends no requests after it is closed', async () => {
  const store = new SearchStore(service, 7);
  await store.load();
  const reported: string[] = [];
  store.close();
  store.subscribe((change) => reported.push(change));
  await store.change({ input: 'tariff' });
  expect(reported).toEqual([]);
  expect(store.responseQuery?.input).toBe('');
});

test('applies given settings except overrides of the page', async () => {
  const draft = testSettings();
  const plain = new SearchStore(service, 7);
  plain.applySettings(draft);
  expect(plain.settings).toBe(draft);
  const store = new SearchStore(service, 7, 'en', { heading: 'Ours', titleAction: 'link' });
  store.applySettings(draft);
  expect(store.settings).toEqual({
    ...draft,
    title: 'Ours',
    result: { ...draft.result, titleAction: 'link' },
  });
});

test('keeps only the response to the newest query, in any order of arrival', async () => {
  const slow = Promise.withResolvers<void>();
  delays = { wages: slow.promise };
  const store = new SearchStore(service, 7);
  const answeredInputs: (string | undefined)[] = [];
  store.subscribe((change) => change === 'response' && answeredInputs.push(store.responseQuery?.input));
  const first = store.change({ input: 'wages' });
  await store.change({ input: 'tariff' });
  slow.resolve();
  await first;
  expect(answeredInputs).toEqual(['tariff']);
  expect(store.request).toBe(undefined);
});

test('is not slow because of an older request that still waits for its token', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let token: string | Promise<string> = new Promise(() => {});
    const store = new SearchStore({ ...service, token: () => token }, 7);
    void store.search();
    token = 'token';
    await store.change({ input: 'tariff' });
    vi.advanceTimersByTime(60_000);
    expect(store.request).toBe(undefined);
  } finally {
    vi.useRealTimers();
  }
});

test('resets the page on every change of the query except paging', async () => {
  const store = new SearchStore(service, 7);
  await store.change({ start: 20 });
  expect(store.query.start).toBe(20);
  await store.change({ input: 'tariff' });
  expect(store.query.start).toBe(0);
});

test('keeps the last response when the next query fails, and clears the error after a success', async () => {
  const store = new SearchStore(service, 7);
  await store.load();
  failing = true;
  await store.change({ input: 'tariff' });
  expect(store.error).toMatchObject({ status: 503 });
  expect(store.response?.total).toBe(42);
  failing = false;
  await store.retry();
  expect(store.error).toBe(undefined);
  expect(store.response?.total).toBe(7);
});

test('aborts pending requests for settings and results when it is closed', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  delays = { '': never };
  const store = new SearchStore(service, 7);
  const loading = store.load();
  store.close();
  await loading;
  expect([store.settings, store.response, store.error]).toEqual([undefined, undefined, undefined]);
  delays = {};
});

test('does not notify subscribers after it is closed', async () => {
  const store = new SearchStore(service, 7);
  let reported = 0;
  store.subscribe(() => {
    reported += 1;
  });
  const asking = store.search();
  store.close();
  const before = reported;
  await asking;
  expect(reported).toBe(before);
});
