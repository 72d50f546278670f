/** Replacing a thesaurus where an answer of the cluster is lost: what came into force stays, whole, and is told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain, puma, thesaurus } from '../../../packages/server/source/backends/fixtures.testing.ts';
import { opensearchBackend } from '../../../packages/server/source/backends/opensearch/backend.ts';
import type { ContentBackend } from '../../../packages/server/source/backends/port.ts';
import { type Between, standBetween } from './between.testing.ts';
import { missing, type RunningCluster, startCluster } from './cluster.testing.ts';

const reason = await missing();
if (reason) console.warn(reason);

const many = 300;

describe.skipIf(reason !== undefined)('a thesaurus that is replaced', () => {
  let cluster: RunningCluster;
  let between: Between;
  let backend: ContentBackend;

  beforeAll(async () => {
    cluster = await startCluster();
    between = await standBetween(cluster.url);
    backend = opensearchBackend({ name: 'zoo', index: 'zoo', nodes: [between.url], deadline: 30_000 });
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

  const put = async (text: string) =>
    (await backend.content('zoo', true))!.thesaurus!.replaceThesaurus(
      (async function* () {
        yield text;
      })(),
      'text/turtle',
    );
  const named = (label: string) => thesaurus.replaceAll('Mountain lion', label);
  const ask = async (path: string) => (await fetch(new URL(path, cluster.url))).json();
  const indices = async () =>
    ((await ask('/_cat/indices/zoo-v-*?format=json')) as { index: string }[]).map(({ index }) => index);
  const inForce = async () => Object.keys((await ask('/_alias/zoo')) as object);
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
    expect(await suggested('catamount')).toEqual([]);
    const { documents } = (await backend.content('zoo', false))!;
    await documents.put([{ id: 'urn:0', title: 'Puma, and again', subjects: [puma] }]);
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
});
