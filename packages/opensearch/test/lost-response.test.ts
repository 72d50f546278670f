/** Lost responses during a thesaurus replacement: an activated version stays active and is reported. */

import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain, puma, textOf, thesaurus } from '../../server/test/support/documents.ts';
import { missingCluster } from './cluster/cluster.fixture.ts';
import { type EmptyCluster, emptyCluster } from './cluster/empty-cluster.fixture.ts';
import { type FaultyProxy, startFaultyProxy } from './cluster/proxy.fixture.ts';
import { servedBackend } from './cluster/served-backend.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const DOCUMENT_COUNT = 300;

describe.skipIf(reason !== undefined)('replacing a thesaurus with lost responses', () => {
  let cluster: EmptyCluster;
  let proxy: FaultyProxy;
  let backend: WritableBackend;
  const options = { name: 'zoo', index: 'zoo', deadlineMs: 30_000, replicas: '0' };

  beforeAll(async () => {
    cluster = await emptyCluster();
    proxy = await startFaultyProxy(cluster.url);
    backend = servedBackend({ ...options, nodes: [proxy.url] });
    await put(thesaurus);
    const documents = Array.from({ length: DOCUMENT_COUNT }, (_, i) => ({
      id: `urn:${i}`,
      title: `Puma ${i}`,
      subjects: [puma],
    }));
    await (await backend.content('zoo', { create: true }))!.documents.put(documents);
  }, 240_000);
  afterAll(async () => {
    await backend?.close();
    await proxy?.close();
  });

  const put = async (text: string, target = backend) =>
    (await target.content('zoo', { create: true }))!.thesaurus!.replaceThesaurus(textOf(text), 'text/turtle');
  const thesaurusWithLabel = (label: string) => thesaurus.replaceAll('Mountain lion', label);
  const fetchJson = async (path: string) => (await fetch(new URL(path, cluster.url))).json();
  const indices = async () =>
    ((await fetchJson('/_cat/indices/zoo-v-*?format=json')) as { index: string }[]).map(({ index }) => index);
  const activeIndices = async () => Object.keys((await fetchJson('/_alias/zoo')) as object);
  /** Versions with a stored thesaurus. */
  const copies = async () => {
    const all = (await fetchJson('/_cat/indices/zoo-thesaurus-*?format=json')) as { index: string }[];
    return all.map(({ index }) => index.replace('-thesaurus-', '-v-'));
  };
  const hitCount = async () =>
    (await (await backend.space('zoo'))!.search({ ...plain, input: 'puma' })).total;
  const suggested = async (text: string) =>
    (await (await backend.space('zoo'))!.suggest({ text, count: 5 })).map(({ count }) => count);

  test('the new version is active with all documents after a lost response, and accepts writes', async () => {
    const [before] = await activeIndices();
    proxy.setMode('lose-switch');
    await put(thesaurusWithLabel('Cougar'));
    proxy.setMode('forward');
    const [after, ...others] = await activeIndices();
    expect([after === before, others]).toEqual([false, []]);
    expect(await indices()).toEqual([after]);
    expect(await copies()).toEqual([after]);
    expect(await suggested('cougar')).toEqual([DOCUMENT_COUNT]);
    expect(await hitCount()).toBe(DOCUMENT_COUNT);
    const { documents } = (await backend.content('zoo'))!;
    await documents.put([{ id: 'urn:0', title: 'Puma, once more', subjects: [puma] }]);
    expect(await hitCount()).toBe(DOCUMENT_COUNT);
  });

  test('the previous version stays active after a rejected switch, and accepts writes', async () => {
    const [before] = await activeIndices();
    proxy.setMode('reject-switch');
    await expect(put(thesaurusWithLabel('Catamount'))).rejects.toMatchObject({ code: 'service-unavailable' });
    proxy.setMode('forward');
    expect(await activeIndices()).toEqual([before]);
    expect(await indices()).toEqual([before]);
    expect(await copies()).toEqual([before]);
    expect(await suggested('catamount')).toEqual([]);
    const { documents } = (await backend.content('zoo'))!;
    await documents.put([{ id: 'urn:0', title: 'Puma, and again', subjects: [puma] }]);
    expect(await hitCount()).toBe(DOCUMENT_COUNT);
  });

  test('the new version is active after transient failures of the cluster', async () => {
    const [before] = await activeIndices();
    proxy.setMode('fail-first');
    await put(thesaurusWithLabel('Painter'));
    proxy.setMode('forward');
    const [after, ...others] = await activeIndices();
    expect([after === before, others]).toEqual([false, []]);
    expect(await suggested('painter')).toEqual([DOCUMENT_COUNT]);
    expect(await hitCount()).toBe(DOCUMENT_COUNT);
  });

  test('a replacement deletes a previous version that a killed process has left behind', async () => {
    const [before] = await activeIndices();
    const leftover = new URL('/zoo-v-left-behind', cluster.url);
    expect((await fetch(leftover, { method: 'PUT' })).ok).toBe(true);
    await put(thesaurusWithLabel('Panther'));
    const [after] = await activeIndices();
    expect(after).not.toBe(before);
    expect(await indices()).toEqual([after]);
    expect(await hitCount()).toBe(DOCUMENT_COUNT);
  });

  test('of two concurrent replacements, one is active and complete', async () => {
    const other = servedBackend({ ...options, nodes: [cluster.url] });
    for (const round of [1, 2, 3]) {
      const outcomes = await Promise.allSettled([
        put(thesaurusWithLabel('Wildcat')),
        put(thesaurusWithLabel('Wildcat'), other),
      ]);
      expect([round, ...outcomes.map(({ status }) => status)]).toContain('fulfilled');
      const [after, ...others] = await activeIndices();
      expect(others).toEqual([]);
      expect(await indices()).toEqual([after]);
      expect(await copies()).toEqual([after]);
      await expect.poll(() => suggested('wildcat'), { timeout: 20_000 }).toEqual([DOCUMENT_COUNT]);
    }
    await other.close();
  });

  test('the auxiliary indices have as many replicas as the documents', async () => {
    const settings = Object.entries((await fetchJson('/zoo-*/_settings?flat_settings=true')) as Settings);
    const [active] = await activeIndices();
    const expected = [active!, active!.replace('-v-', '-thesaurus-'), 'zoo-words'];
    expect(settings.map(([index]) => index).sort()).toEqual(expected.sort());
    for (const [index, { settings: indexSettings }] of settings)
      expect([index, indexSettings['index.auto_expand_replicas']]).toEqual([index, '0-0']);
  });
});

type Settings = Record<string, { settings: Record<string, string> }>;
