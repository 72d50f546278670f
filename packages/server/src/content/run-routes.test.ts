/** Synchronization runs over HTTP: pruning, safety, unchanged documents, expiry. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';
import { RUN_LIFETIME_MS } from './run-routes.ts';

const server = served({}, openContent);
const space = '/api/spaces/news';
const ndjson = { 'Content-Type': 'application/x-ndjson' };
const article = (id: string, title = `Article ${id}`) => ({ id: `urn:${id}`, title });

interface Listed {
  id: string;
  written: string;
}

const write = async (documents: unknown[], run?: string) => {
  const lines = documents.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
  const address = `${space}/documents${run === undefined ? '' : `?run=${run}`}`;
  const { status, body } = await server.call('POST', address, lines, ndjson);
  return { status, last: status === 200 ? JSON.parse(String(body).trim().split('\n').at(-1)!) : body };
};
const list = async () =>
  Object.values((await server.call('GET', `${space}/documents`)).body.documents!) as unknown as Listed[];
const ids = async () => (await list()).map(({ id }) => id.replace('urn:', ''));
const start = async () => String((await server.call('POST', `${space}/runs`)).body.id);
const complete = (run: string, query = '') => server.call('POST', `${space}/runs/${run}/complete${query}`);
const abandon = (run: string) => server.call('DELETE', `${space}/runs/${run}`);

beforeEach(async () => {
  await write(['a', 'b', 'c', 'd'].map((id) => article(id)));
  await new Promise((resolve) => setTimeout(resolve, 2));
});

afterEach(async () => {
  vi.useRealTimers();
  await server.call('POST', `${space}/documents:delete`, { ids: (await list()).map(({ id }) => id) });
});

describe('a run', () => {
  test('adds, changes, keeps and removes documents', async () => {
    const before = await list();
    const run = await start();
    const { last } = await write([article('a'), article('b', 'Changed'), article('e')], run);
    expect(last).toMatchObject({ done: true, accepted: 3, refused: 0, unchanged: 1 });
    await server.call('PUT', `${space}/documents/urn%3Ac?run=${run}`, { title: 'Article c' });
    expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
    const { status, body } = await complete(run);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: run, removed: 1, documents: 4 });
    const after = await list();
    expect(after.map(({ id }) => id)).toEqual(['urn:a', 'urn:b', 'urn:c', 'urn:e']);
    const timesOf = (listed: Listed[], id: string) => listed.find((each) => each.id === `urn:${id}`)?.written;
    for (const id of ['a', 'c']) expect(timesOf(after, id)).toBe(timesOf(before, id));
    expect(timesOf(after, 'b')).not.toBe(timesOf(before, 'b'));
  });

  test('creates a missing search space', async () => {
    const { status, body } = await server.call('POST', '/api/spaces/fresh/runs');
    expect(status).toBe(200);
    const path = `/api/spaces/fresh/runs/${body.id}/complete`;
    expect((await server.call('POST', path)).body).toMatchObject({ removed: 0, documents: 0 });
  });

  test('returns the same result when it is completed again', async () => {
    const run = await start();
    await write([article('a'), article('b'), article('c')], run);
    const first = await complete(run);
    await write([article('x')]);
    expect((await complete(run)).body).toMatchObject({ removed: first.body.removed, documents: 4 });
    expect((await write([article('y')], run)).status).toBe(404);
    expect((await abandon(run)).status).toBe(404);
  });

  test('removes nothing if it is abandoned', async () => {
    const run = await start();
    await write([article('a')], run);
    expect((await abandon(run)).status).toBe(200);
    expect((await abandon(run)).status).toBe(404);
    expect((await complete(run)).status).toBe(404);
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('removes more than half only with force', async () => {
    const run = await start();
    await write([article('a')], run);
    const { status, body } = await complete(run);
    expect(status).toBe(409);
    expect(String(body.detail)).toContain('3 of 4');
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
    // It stays open.
    await write([article('b')], run);
    expect((await complete(run)).body).toMatchObject({ removed: 2, documents: 2 });
    const other = await start();
    expect((await complete(other, '?force=false')).status).toBe(409);
    expect((await complete(other, '?force=true')).body).toMatchObject({ removed: 2, documents: 0 });
  });

  test('is replaced by a newer run and then rejects requests', async () => {
    const first = await start();
    await write([article('a'), article('b'), article('c')], first);
    const second = await start();
    for (const response of [await write([article('d')], first), await complete(first), await abandon(first)])
      expect(response.status).toBe(404);
    await write([article('b'), article('c'), article('d')], second);
    expect((await complete(second)).body).toMatchObject({ removed: 1 });
    expect(await ids()).toEqual(['b', 'c', 'd']);
  });

  test('keeps the previous version of a document that it rejects', async () => {
    const run = await start();
    const long = { ...article('b'), type: 'x'.repeat(200_000) };
    const { last } = await write([article('a'), long, { ...article('c'), type: 7 }], run);
    expect(last).toMatchObject({ accepted: 1, refused: 2 });
    const put = await server.call('PUT', `${space}/documents/urn%3Ad?run=${run}`, { title: 7 });
    expect(put.status).toBe(400);
    expect((await complete(run)).body).toMatchObject({ removed: 0 });
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('keeps a document whose html cannot be read, and can be completed', async () => {
    const run = await start();
    await write([article('a'), article('b'), article('c'), { ...article('d'), html: 7 }], run);
    expect(await complete(run)).toMatchObject({ status: 200, body: { removed: 0 } });
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('removes nothing without force after documents without a readable id', async () => {
    const run = await start();
    await write([article('a'), article('b'), article('c'), '{"title": "No id"}', 'junk'], run);
    const { status, body } = await complete(run);
    expect(status).toBe(409);
    expect(String(body.detail)).toContain('readable id');
    expect((await complete(run, '?force=true')).body).toMatchObject({ removed: 1 });
  });

  test('the last of several versions of a document wins', async () => {
    const run = await start();
    await write([article('a', 'First'), article('a')], run);
    const { body } = await server.call('GET', `${space}/documents/urn%3Aa`);
    expect(body.title).toBe('Article a');
  });

  test('survives a restart of the server', async () => {
    const run = await start();
    await write([article('a'), article('b')], run);
    await server.restart();
    await write([article('c')], run);
    await server.restart();
    expect((await complete(run)).body).toMatchObject({ removed: 1 });
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });

  test('expires after a day without requests', async () => {
    const run = await start();
    const lifetime = (2 * RUN_LIFETIME_MS) / 1000;
    const { token } = await server.issuer.access({ subject: 'cms', scopes: ['spaces:write'], lifetime });
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + RUN_LIFETIME_MS + 1000);
    const path = `${space}/runs/${run}/complete`;
    const { status, body } = await server.call('POST', path, undefined, { Authorization: `Bearer ${token}` });
    expect(status).toBe(404);
    expect(String(body.detail)).toContain('expired');
  });

  test.each(['', 'x', '3f1c0b52-7d6e-4f0a-9a51-8c2b7e6d4f10', '%2e%2e'])(
    'is required to exist when documents name it as "%s"',
    async (run) => {
      expect([400, 404]).toContain((await write([article('z')], run)).status);
      expect(await ids()).not.toContain('z');
    },
  );
});

test('a search never finds fewer documents during a run than before and after', async () => {
  const many = Array.from({ length: 600 }, (_, i) => article(`m${i}`, `Meeting ${i}`));
  await write(many);
  await server.call('POST', '/api/configurations', { config: { title: 'News', searchSpace: 'news' } });
  const total = async () =>
    Number((await server.call('POST', '/api/configurations/1/search', { input: 'meeting' })).body.total);
  const run = await start();
  const seen: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) seen.push(await total());
  })();
  const renewed = many.slice(0, 400).map(({ id, title }) => ({ id, title: `${title} renewed` }));
  for (let from = 0; from < renewed.length; from += 50) await write(renewed.slice(from, from + 50), run);
  expect(await total()).toBe(600);
  expect((await complete(run)).status).toBe(200);
  isOver = true;
  await watching;
  expect(await total()).toBe(400);
  expect(seen.length).toBeGreaterThan(5);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(400);
  const pruning = seen.findIndex((count) => count < 600);
  expect(seen.slice(0, pruning < 0 ? undefined : pruning).every((count) => count === 600)).toBe(true);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
});
