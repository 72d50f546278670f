/** Replacing a thesaurus where an answer of the cluster is lost: what came into force stays, whole, and is told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WritableBackend } from '../../../packages/server/src/backends/backend.ts';
import { opensearchBackend } from '../../../packages/server/src/backends/opensearch/backend.ts';
import { plain, puma, textOf, thesaurus } from '../../../packages/server/test/support/documents.ts';
import { missing, type RunningCluster, startCluster } from './cluster.fixture.ts';
import { type Between, standBetween } from './proxy.fixture.ts';

const reason = await missing();
if (reason) console.warn(reason);

const many = 300;

describe.skipIf(reason !== undefined)('a thesaurus that is replaced', () => {
  let cluster: RunningCluster;
  let between: Between;
  let backend: WritableBackend;
  const at = { name: 'zoo', index: 'zoo', deadline: 30_000, replicas: '0' };

  beforeAll(async () => {
    cluster = await startCluster();
    between = await standBetween(cluster.url);
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
  /** Indices whose copies of a thesaurus are kept. */
  const copies = async () => {
    await ask('/zoo-thesaurus/_refresh');
    const { hits } = (await ask('/zoo-thesaurus/_search?size=100')) as { hits: { hits: { _id: string }[] } };
    return hits.hits.map(({ _id }) => _id.replace(/-\d+$/, ''));
  };
  const found = async () => (await (await backend.space('zoo'))!.search({ ...plain, input: 'puma' })).total;
  const suggested = async (text: string) =>
    (await (await backend.space('zoo'))!.suggest({ text, count: 5 })).map(({ count }) => count);

  test('is in force though nobody heard that it is, with every document, and writes go on', async () => {
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

  test('stays the former one where the switch is refused, and writes go on', async () => {
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

  test('is in force though the cluster was not able to answer now and then', async () => {
    const [before] = await inForce();
    between.behave('stumble');
    await put(named('Painter'));
    between.behave('well');
    const [after, ...others] = await inForce();
    expect([after === before, others]).toEqual([false, []]);
    expect(await suggested('painter')).toEqual([many]);
    expect(await found()).toBe(many);
  });

  test('takes away what was no longer in force when another one died', async () => {
    const [before] = await inForce();
    const left = new URL('/zoo-v-left-behind', cluster.url);
    expect((await fetch(left, { method: 'PUT' })).ok).toBe(true);
    await put(named('Panther'));
    const [after] = await inForce();
    expect(after).not.toBe(before);
    expect(await indices()).toEqual([after]);
    expect(await found()).toBe(many);
  });

  test('by two processes at a time is there, whole, whichever was first', async () => {
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

  test('has as many copies as the documents have', async () => {
    const settings = Object.entries((await ask('/zoo-*/_settings?flat_settings=true')) as Settings);
    const expected = [...(await inForce()), 'zoo-thesaurus', 'zoo-words'];
    expect(settings.map(([index]) => index).sort()).toEqual(expected.sort());
    for (const [index, { settings: of }] of settings)
      expect([index, of['index.auto_expand_replicas']]).toEqual([index, '0-0']);
  });
});

type Settings = Record<string, { settings: Record<string, string> }>;
