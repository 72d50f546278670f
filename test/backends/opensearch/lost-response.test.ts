/** Lost responses during a thesaurus replacement: an activated version stays active and is reported. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WritableBackend } from '../../../packages/server/src/backends/backend.ts';
import { opensearchBackend } from '../../../packages/server/src/backends/opensearch/backend.ts';
import { plain, puma, textOf, thesaurus } from '../../../packages/server/test/support/documents.ts';
import { missingCluster, type RunningCluster, startCluster } from './cluster.fixture.ts';
import { type FaultyProxy, startFaultyProxy } from './proxy.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const many = 300;

describe.skipIf(reason !== undefined)('replacing a thesaurus with lost responses', () => {
  let cluster: RunningCluster;
  let between: FaultyProxy;
  let backend: WritableBackend;
  const at = { name: 'zoo', index: 'zoo', deadline: 30_000, replicas: '0' };

  beforeAll(async () => {
    cluster = await startCluster();
    between = await startFaultyProxy(cluster.url);
    backend = opensearchBackend({ ...at, nodes: [between.url] });
    await put(thesaurus);
    const documents = Array.from({ length: many }, (_, i) => ({
      id: `urn:${i}`,
      title: `Puma ${i}`,
      subjects: [puma],
    }));
    await (await backend.content('zoo', true))!.documents.put(documents);
  }, 240_000);
  afterAll(async () => {
    await backend?.close();
    await between?.close();
    await cluster?.close();
  });

  const put = async (text: string, by = backend) =>
    (await by.content('zoo', true))!.thesaurus!.replaceThesaurus(textOf(text), 'text/turtle');
  const named = (label: string) => thesaurus.replaceAll('Mountain lion', label);
  const ask = async (path: string) => (await fetch(new URL(path, cluster.url))).json();
  const indices = async () =>
    ((await ask('/_cat/indices/zoo-v-*?format=json')) as { index: string }[]).map(({ index }) => index);
  const inForce = async () => Object.keys((await ask('/_alias/zoo')) as object);
  /** Indices with a stored thesaurus copy. */
  const copies = async () => {
    await ask('/zoo-thesaurus/_refresh');
    const { hits } = (await ask('/zoo-thesaurus/_search?size=100')) as { hits: { hits: { _id: string }[] } };
    return hits.hits.map(({ _id }) => _id.replace(/-\d+$/, ''));
  };
  const found = async () => (await (await backend.space('zoo'))!.search({ ...plain, input: 'puma' })).total;
  const suggested = async (text: string) =>
    (await (await backend.space('zoo'))!.suggest({ text, count: 5 })).map(({ count }) => count);

  test('the new version is active with all documents after a lost response, and accepts writes', async () => {
    const [before] = await inForce();
    between.behave('lose');
    await put(named('Cougar'));
    between.behave('well');
    const [after, ...others] = await inForce();
    expect([after === before, others]).toEqual([false, []]);
    expect(await indices()).toEqual([after]);
    expect(await copies()).toEqual([after]);
    expect(await suggested('cougar')).toEqual([many]);
    expect(await found()).toBe(many);
    const { documents } = (await backend.content('zoo', false))!;
    await documents.put([{ id: 'urn:0', title: 'Puma, once more', subjects: [puma] }]);
    expect(await found()).toBe(many);
  });

  test('the previous version stays active after a rejected switch, and accepts writes', async () => {
    const [before] = await inForce();
    between.behave('refuse');
    await expect(put(named('Catamount'))).rejects.toMatchObject({ code: 'service-unavailable' });
    between.behave('well');
    expect(await inForce()).toEqual([before]);
    expect(await indices()).toEqual([before]);
    expect(await copies()).toEqual([before]);
    expect(await suggested('catamount')).toEqual([]);
    const { documents } = (await backend.content('zoo', false))!;
    await documents.put([{ id: 'urn:0', title: 'Puma, and again', subjects: [puma] }]);
    expect(await found()).toBe(many);
  });

  test('the new version is active after transient failures of the cluster', async () => {
    const [before] = await inForce();
    between.behave('stumble');
    await put(named('Painter'));
    between.behave('well');
    const [after, ...others] = await inForce();
    expect([after === before, others]).toEqual([false, []]);
    expect(await suggested('painter')).toEqual([many]);
    expect(await found()).toBe(many);
  });

  test('a replacement deletes a previous version that a killed process has left behind', async () => {
    const [before] = await inForce();
    const left = new URL('/zoo-v-left-behind', cluster.url);
    expect((await fetch(left, { method: 'PUT' })).ok).toBe(true);
    await put(named('Panther'));
    const [after] = await inForce();
    expect(after).not.toBe(before);
    expect(await indices()).toEqual([after]);
    expect(await found()).toBe(many);
  });

  test('of two concurrent replacements, one is active and complete', async () => {
    const other = opensearchBackend({ ...at, nodes: [cluster.url] });
    for (const round of [1, 2, 3]) {
      const outcomes = await Promise.allSettled([put(named('Wildcat')), put(named('Wildcat'), other)]);
      expect([round, ...outcomes.map(({ status }) => status)]).toContain('fulfilled');
      const [after, ...others] = await inForce();
      expect(others).toEqual([]);
      expect(await indices()).toEqual([after]);
      expect(await copies()).toEqual([after]);
      await expect.poll(() => suggested('wildcat'), { timeout: 20_000 }).toEqual([many]);
    }
    await other.close();
  });

  test('the auxiliary indices have as many replicas as the documents', async () => {
    const settings = Object.entries((await ask('/zoo-*/_settings?flat_settings=true')) as Settings);
    const expected = [...(await inForce()), 'zoo-thesaurus', 'zoo-words'];
    expect(settings.map(([index]) => index).sort()).toEqual(expected.sort());
    for (const [index, { settings: of }] of settings)
      expect([index, of['index.auto_expand_replicas']]).toEqual([index, '0-0']);
  });
});

type Settings = Record<string, { settings: Record<string, string> }>;
