/** Shared term dictionary of a cluster: propagation between processes, and reindexing of outdated layouts. */

import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain, puma, textOf, thesaurus } from '../../server/test/support/documents.ts';
import { missingCluster } from './cluster/cluster.fixture.ts';
import { type EmptyCluster, emptyCluster } from './cluster/empty-cluster.fixture.ts';
import { startFaultyProxy } from './cluster/proxy.fixture.ts';
import { servedBackend } from './cluster/served-backend.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined)('the shared term dictionary of a space in a cluster', () => {
  let cluster: EmptyCluster;
  const opened: WritableBackend[] = [];
  const process = (name: string) => {
    const backend = servedBackend({ name, index: name, nodes: [cluster.url], deadlineMs: 30_000 });
    opened.push(backend);
    return backend;
  };
  const found = async (backend: WritableBackend, name: string, input: string) => {
    const { documents } = await (await backend.space(name))!.search({ ...plain, input });
    return documents.map(({ id }) => id).sort();
  };
  const send = (method: string, path: string, body?: object) =>
    fetch(new URL(path, cluster.url), {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  beforeAll(async () => {
    cluster = await emptyCluster();
  }, 240_000);
  afterAll(async () => {
    for (const backend of opened) await backend.close();
  });

  test('words of one process are known to the others within a second, and to those started later', async () => {
    const [one, other] = [process('house'), process('house')];
    const content = (await one.content('house', { create: true }))!;
    const otherContent = (await other.content('house', { create: true }))!;
    await content.documents.put([{ id: 'urn:1', title: 'Die Steuer', language: 'de' }]);
    await expect.poll(() => found(other, 'house', 'Steuern '), { timeout: 5000 }).toEqual(['urn:1']);
    // Concurrently, with the same words in several writes.
    await Promise.all([
      content.documents.put([
        { id: 'urn:2', title: 'Energiesteuer der Länder', description: 'Energie', language: 'de' },
      ]),
      otherContent.documents.put([{ id: 'urn:3', title: 'Länder, Energie, Häuser', language: 'de' }]),
    ]);
    const later = process('house');
    for (const backend of [one, other, later]) {
      const soon = (input: string) => expect.poll(() => found(backend, 'house', input), { timeout: 5000 });
      // A compound, an inflection, a prefix and a misspelling of words from another process.
      await soon('Steuer ').toEqual(['urn:1', 'urn:2']);
      await soon('Haus -Steuer').toEqual(['urn:3']);
      await soon('Energiesteu').toEqual(['urn:2']);
      await soon('Enregie ').toEqual(['urn:2', 'urn:3']);
    }
  });

  test('words are stored once after a lost response', async () => {
    const proxy = await startFaultyProxy(cluster.url);
    const backend = servedBackend({
      name: 'lost',
      index: 'lost',
      nodes: [proxy.url],
      deadlineMs: 30_000,
    });
    opened.push(backend);
    const { documents } = (await backend.content('lost', { create: true }))!;
    proxy.setMode('lose-words');
    const writing = documents.put([{ id: 'urn:1', title: 'Taxation', language: 'en' }]);
    await expect.poll(() => proxy.lostCount(), { timeout: 10_000 }).toBeGreaterThan(1);
    proxy.setMode('forward');
    expect(await writing).toMatchObject({ accepted: 1 });
    const { count } = (await (await send('GET', '/lost-words/_count')).json()) as { count: number };
    expect(count).toBe(1);
    expect(await found(backend, 'lost', 'taxation ')).toEqual(['urn:1']);
    await proxy.close();
  });

  test('unusual words can be found again', async () => {
    const backend = process('odd');
    const content = (await backend.content('odd', { create: true }))!;
    const long = 'ab'.repeat(20_000);
    const odd = ['ﷺ', '½', 'x'.repeat(300), long, '経済学', 'a_b|c', 'soft\u00adhyphen'];
    await content.documents.put(odd.map((title, i) => ({ id: `urn:${i}`, title, language: 'en' })));
    for (const [i, title] of odd.entries()) {
      // Including its combining marks, no longer than the maximum query length; otherwise it would be a prefix.
      const quoted = `"${title.slice(0, 3998)}"`;
      expect([title.slice(0, 9), ...(await found(backend, 'odd', quoted))]).toEqual([
        title.slice(0, 9),
        ...(title === long ? [] : [`urn:${i}`]),
      ]);
    }
    expect((await found(backend, 'odd', '')).length).toBe(odd.length);
  });

  test('an outdated index layout is reported with the remedy, and replacing the thesaurus reindexes it', async () => {
    const document = { id: 'urn:a', title: 'Two pumas', language: 'en', subjects: [puma] };
    await send('PUT', '/zoo-v-first', {
      aliases: { zoo: {} },
      mappings: { dynamic: false, properties: { key: { type: 'keyword' } } },
    });
    const stored = { id: document.id, content: JSON.stringify(document), extracted: null, key: 'a' };
    await send('PUT', '/zoo-v-first/_doc/a?refresh=true', stored);
    const backend = process('zoo');
    const content = (await backend.content('zoo', { create: true }))!;
    const outdated = { status: 503, message: expect.stringContaining('indexed by an earlier version') };
    await expect(found(backend, 'zoo', 'puma')).rejects.toMatchObject(outdated);
    await expect(content.documents.put([document])).rejects.toMatchObject(outdated);
    expect(await backend.unavailableReason()).toContain('outdated');
    expect(await Array.fromAsync(content.originals!.all())).toEqual([document]);

    await content.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
    expect(await found(backend, 'zoo', 'puma')).toEqual(['urn:a']);
    expect(await found(backend, 'zoo', 'mountain lion')).toEqual(['urn:a']);
    expect(await backend.unavailableReason()).toBeUndefined();
  });
});
