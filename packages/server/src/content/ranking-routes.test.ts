/** Ranking settings of a search space, searches that try other ones, and deletion of a space, over HTTP. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startForTest } from '../../test/support/server.ts';
import { folderOfTest, served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);

const documents = [
  { id: 'urn:title', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'urn:often', title: 'Reefs', description: 'Coral, coral, coral and coral', language: 'en' },
];

async function ingest({ call }: Pick<typeof server, 'call'>, space: string): Promise<void> {
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  await call('POST', `/api/spaces/${space}/documents`, lines, { 'Content-Type': 'application/x-ndjson' });
}

const search = (body: object) => server.call('POST', '/api/spaces/reef/search', body);
const idsOf = ({ documents: hits = {} }: Awaited<ReturnType<typeof search>>['body']) =>
  Object.values(hits).map(({ id }) => id);

describe('the ranking of a search space', () => {
  test('a search tries settings for itself only, and says how documents had to match', async () => {
    await ingest(server, 'reef');
    const byText = await search({ input: 'coral', ranking: { fields: { title: 0.1 } } });
    expect(idsOf(byText.body)).toEqual(['urn:often', 'urn:title']);
    expect(byText.body).toMatchObject({ total: 2, matching: { requiredShare: 1 }, isUnquoted: false });
    const byTitle = await search({ input: 'coral', ranking: { fields: { title: 10 } }, count: 1 });
    expect(idsOf(byTitle.body)).toEqual(['urn:title']);
    const { body } = await server.call('GET', '/api/spaces/reef/ranking');
    expect(body).toMatchObject({ settings: {}, effective: { fields: { text: 1 } } });
  });

  test('new settings apply to the next search, and invalid ones change nothing', async () => {
    await ingest(server, 'reef');
    const path = '/api/spaces/reef/ranking';
    for (const [title, first] of [
      [10, 'urn:title'],
      [0.1, 'urn:often'],
    ] as const) {
      const { body } = await server.call('PUT', path, { fields: { title } });
      expect(body).toMatchObject({
        settings: { fields: { title } },
        effective: { fields: { title, text: 1 } },
      });
      expect(idsOf((await search({ input: 'coral' })).body)[0]).toBe(first);
    }
    const invalid = await server.call('PUT', path, { b: 2, fields: { body: 1 } });
    expect([invalid.status, invalid.body.detail]).toEqual([
      400,
      expect.stringContaining('b must be a number from 0 to 1'),
    ]);
    const { body } = await server.call('GET', path);
    expect(body.settings).toEqual({ fields: { title: 0.1 } });
  });
});

describe('the deletion of a search space', () => {
  test('removes the space and its files, and no other', async () => {
    for (const space of ['reef', 'reef.old']) await ingest(server, space);
    const { status, body } = await server.call('DELETE', '/api/spaces/reef');
    expect([status, body]).toEqual([200, { message: 'The search space reef is deleted.', name: 'reef' }]);
    const list = (await server.call('GET', '/api/spaces')).body.spaces!;
    expect(Object.values(list).map(({ name }) => name)).toEqual(['reef.old']);
    expect((await server.call('DELETE', '/api/spaces/reef')).status).toBe(404);
    expect((await search({ input: 'coral' })).status).toBe(404);
  });

  test('keeps the remote space of the same name', async () => {
    const directory = await folderOfTest();
    const before = await startForTest(directory, {}, openContent);
    await ingest(before, 'fish');
    await before.close();
    const file = join(directory, 'backends.json');
    const fish = { backend: 'opensearch', nodes: ['http://127.0.0.1:9'], index: 'fish' };
    await writeFile(file, JSON.stringify({ spaces: { fish } }));
    const after = await startForTest(directory, { BACKENDS_FILE: file }, openContent);
    expect((await after.call('DELETE', '/api/spaces/fish')).status).toBe(200);
    const { status, body } = await after.call('DELETE', '/api/spaces/fish');
    expect([status, body.detail]).toEqual([405, expect.stringContaining('delete it there')]);
    await after.close();
  });
});
