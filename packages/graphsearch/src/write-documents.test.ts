/** Document writes to a GraphSearch service. */
import { describe, expect, test } from 'vitest';
import { puma } from '../../server/test/support/documents.ts';
import { problemOf, remoteZoo, searched } from '../test/fake-remote-space.ts';
import { FAKE_SPACE_ID } from '../test/fake-server/responses.ts';

const { fakeServer, spaceOf, content } = remoteZoo();

describe('GraphSearch document writer', () => {
  test('reports a rejected document with its index, without the message of the service', async () => {
    await fakeServer.setBehavior({ refuses: ['urn:y'] });
    const written = ['urn:x', 'urn:y', 'urn:z'].map((id) => ({ id, title: 'New', subjects: [] }));
    const { documents: writer } = await content();
    expect(await writer.put(written)).toEqual({
      accepted: 2,
      refused: [{ index: 1, message: 'The search service rejected the document.' }],
    });
    expect(await searched(await spaceOf(), { input: 'new' })).toMatchObject({ total: 2 });
    for (const { id } of written) await writer.delete(id);
  });

  test('sends only the last of several documents with one id, because writes may be reordered', async () => {
    await fakeServer.setBehavior({ refuses: ['urn:y'] });
    const written = ['x 1', 'y 1', 'x 2', 'z 1', 'y 2', 'x 3'].map((line) => ({
      id: `urn:${line[0]}`,
      title: line,
      subjects: [],
    }));
    const { documents: writer } = await content();
    await fakeServer.calls();
    const message = 'The search service rejected the document.';
    expect(await writer.put(written)).toEqual({
      accepted: 4,
      refused: [
        { index: 1, message },
        { index: 4, message },
      ],
    });
    const titles = (await fakeServer.calls())
      .filter(({ path }) => path.endsWith('content/update'))
      .map(({ body }) => (body as { title: string }).title);
    expect(titles.slice(0, 3).sort()).toEqual(['x 3', 'y 2', 'z 1']);
    expect(titles.slice(3)).toEqual(['z 1']);
    for (const id of ['urn:x', 'urn:z']) await writer.delete(id);
  });

  test('a failure fails the whole batch, which can be repeated', async () => {
    const { documents: writer } = await content();
    await fakeServer.setBehavior({ failing: { status: 500, path: 'content' } });
    const written = [{ id: 'urn:x', title: 'New' }];
    expect(await problemOf(writer.put(written))).toMatchObject({ code: 'bad-gateway' });
  });

  test('a batch that fails midway shows the documents that were written', async () => {
    const { documents: writer } = await content();
    await fakeServer.setBehavior({ breaksAt: ['urn:last'] });
    const ids = [...Array.from({ length: 20 }, (_, index) => `urn:${index}`), 'urn:last'];
    const written = ids.map((id) => ({ id, title: 'Halfway', subjects: [] }));
    expect(await problemOf(writer.put(written))).toMatchObject({ code: 'bad-gateway' });
    await fakeServer.setBehavior();
    expect(await searched(await spaceOf(), { input: 'halfway' })).toMatchObject({ total: 20 });
    await writer.deleteAll(ids);
  });

  test('converts attributes and subjects to facet values, and dates to ISO 8601', async () => {
    const { documents: writer } = await content();
    await writer.put([
      {
        id: 'urn:x',
        title: 'X',
        text: 'Text',
        date: '2001',
        link: 'https://example.org',
        size: 3,
        tags: ['a', 'b'],
        subjects: [puma],
      },
    ]);
    const [update] = (await fakeServer.calls()).filter(({ path }) => path.endsWith('content/update'));
    expect(update?.body).toEqual({
      identifier: 'urn:x',
      searchSpaceId: FAKE_SPACE_ID,
      title: 'X',
      text: 'Text',
      language: 'en',
      date: '2001-01-01T00:00:00.000Z',
      website: 'https://example.org',
      facets: { dyn_uri_all_concepts: [puma], dyn_flt_size: ['3'], dyn_lit_tags: ['a', 'b'] },
      useExtraction: false,
      synchronize: true,
    });
    await writer.delete('urn:x');
  });
});
