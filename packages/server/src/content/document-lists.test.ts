/** List of documents with content hashes, and deletion of many documents, over HTTP. */
import { beforeEach, describe, expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);
const path = '/api/spaces/news/documents';
const ids = ['urn:a', 'urn:b', 'urn:c', 'urn:ü?/#', 'urn:😀'];

beforeEach(async () => {
  const lines = ids.map((id) => JSON.stringify({ id, title: 'News' })).join('\n');
  await server.call('POST', path, lines, { 'Content-Type': 'application/x-ndjson' });
});

const list = async (query = '') => {
  const { status, body } = await server.call('GET', `${path}${query}`);
  return { status, next: body.next as unknown, documents: Object.values(body.documents ?? {}) };
};
const idsOf = (documents: { id?: unknown }[]) => documents.map(({ id }) => id);

describe('the list of documents', () => {
  test('contains every document once, over all pages', async () => {
    const found: unknown[] = [];
    let pages = 0;
    for (let after = ''; ; pages += 1) {
      const { documents, next } = await list(`?limit=2${after}`);
      found.push(...idsOf(documents));
      if (next === null) break;
      after = `&after=${encodeURIComponent(String(next))}`;
    }
    expect(found.sort()).toEqual([...ids].sort());
    expect(pages).toBe(2);
    expect((await list('?limit=5')).next).toBeNull();
    expect(idsOf((await list()).documents).sort()).toEqual([...ids].sort());
  });

  test('shows a changed document by its hash and time', async () => {
    const entry = async (id: string) => (await list()).documents.find((each) => `${each.id}` === id)!;
    const [a, b] = [await entry('urn:a'), await entry('urn:b')];
    await server.call('PUT', `${path}/urn%3Aa`, { title: 'Changed' });
    expect(await entry('urn:b')).toEqual(b);
    expect((await entry('urn:a')).hash).not.toBe(a.hash);
    expect(`${(await entry('urn:a')).written}` >= `${a.written}`).toBe(true);
    await server.call('PUT', `${path}/urn%3Aa`, { title: 'News' });
    expect((await entry('urn:a')).hash).toBe(a.hash);
  });

  test.each(['?limit=0', '?limit=1001', '?limit=many', '?after='])('rejects %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });

  test('returns 404 for a missing search space', async () => {
    expect((await server.call('GET', '/api/spaces/missing/documents')).status).toBe(404);
  });
});

describe('the deletion of many documents', () => {
  const remove = (body: unknown) => server.call('POST', `${path}:delete`, body);

  test('reports which documents existed', async () => {
    const { status, body } = await remove({ ids: ['urn:ü?/#', 'urn:none', 'urn:a', 'urn:a'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ deleted: ['urn:ü?/#', 'urn:a'], missing: ['urn:none'] });
    expect(idsOf((await list()).documents).sort()).toEqual(['urn:b', 'urn:c', 'urn:😀']);
  });

  test.each([
    ['no ids', { ids: [] }],
    ['too many ids', { ids: Array.from({ length: 1001 }, (_, i) => `urn:${i}`) }],
    ['an empty id', { ids: [''] }],
    ['a number', { ids: [7] }],
    ['no list', {}],
  ])('rejects %s', async (_what, body) => {
    expect((await remove(body)).status).toBe(400);
    expect((await list()).documents).toHaveLength(ids.length);
  });
});
