/** Killed imports into a cluster: running them again completes them, and nothing partial becomes active. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchSpace } from '@semantic-search/engine';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingCluster } from '../../packages/opensearch/test/cluster/cluster.fixture.ts';
import {
  type EmptyCluster,
  emptyCluster,
} from '../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';
import { servedBackend } from '../../packages/opensearch/test/cluster/served-backend.fixture.ts';
import { plain, puma, thesaurus } from '../../packages/server/test/support/documents.ts';
import {
  run,
  semanticSearchOfServer,
  startService,
  temporaryDirectory,
  type Variables,
} from '../support/service.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const many = 4000;

describe.skipIf(reason !== undefined)('a killed import', () => {
  let cluster: EmptyCluster;
  let backend: WritableBackend;
  let space: SearchSpace;
  let environment: Variables;
  let [documents, oldIndex, newIndex]: string[] = [];
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    [documents, oldIndex, newIndex] = ['documents.ndjson', 'former.ttl', 'latter.ttl'].map((name) =>
      join(path, name),
    );
    const lines = Array.from({ length: many }, (_, i) =>
      JSON.stringify({
        id: `urn:${i}`,
        title: `Puma ${i}`,
        description: 'It hunts. '.repeat(20),
        subjects: [puma],
      }),
    );
    await writeFile(documents!, lines.join('\n'));
    await writeFile(oldIndex!, thesaurus);
    await writeFile(newIndex!, thesaurus.replaceAll('Mountain lion', 'Cougar'));
    cluster = await emptyCluster();
    const file = join(path, 'backends.json');
    const there = { backend: 'opensearch', nodes: [cluster.url.origin], index: 'zoo' };
    await writeFile(file, JSON.stringify({ spaces: { zoo: there } }));
    environment = { DATA_DIR: join(path, 'data'), BACKENDS_FILE: file, BACKEND_DEADLINE: '30000' };
    backend = servedBackend({ name: 'zoo', index: 'zoo', nodes: [cluster.url], deadlineMs: 30_000 });
    undo.push(backend.close);
  }, 240_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  const ingest = (...more: string[]) => ['ingest', '--space', 'zoo', ...more];
  const ask = async (path: string) => (await fetch(new URL(path, cluster.url))).json();
  const countIn = async (index: string): Promise<number> => {
    await fetch(new URL(`/${index}/_refresh`, cluster.url), { method: 'POST' });
    return ((await ask(`/${index}/_count`)) as { count?: number }).count ?? 0;
  };
  const indices = async () =>
    ((await ask('/_cat/indices/zoo-v-*?format=json')) as { index: string }[]).map(({ index }) => index);
  const inForce = async () => Object.keys((await ask('/_alias/zoo')) as object);
  const soon = { timeout: 200_000, interval: 20 };

  /** Kills the server, and the command with it. */
  async function killedWhen(words: string[], isInTheMiddle: () => Promise<boolean>): Promise<void> {
    const service = await startService(environment.DATA_DIR!, environment, []);
    const child = run(words, environment);
    const ended = once(child, 'exit');
    await expect
      .poll(isInTheMiddle, soon)
      .toBe(true)
      .finally(() => service.stop('SIGKILL'));
    expect(await ended).toEqual([1, null]);
  }

  test('a killed document import is completed by running it again, without duplicates', async () => {
    await semanticSearchOfServer(ingest('--thesaurus', oldIndex!), environment);
    const words = ingest('--documents', documents!);
    await killedWhen(words, async () => (await countIn('zoo')) >= 1000);
    const there = await countIn('zoo');
    expect(there).toBeLessThan(many);
    expect((await semanticSearchOfServer(words, environment)).code).toBe(0);
    space = (await backend.space('zoo'))!;
    expect((await space.search({ ...plain, input: 'puma' })).total).toBe(many);
  }, 400_000);

  test('a killed thesaurus import leaves the previous version active until the command is completed', async () => {
    const [before] = await inForce();
    const words = ingest('--thesaurus', newIndex!);
    await killedWhen(words, async () => {
      const made = (await indices()).find((index) => index !== before);
      return made !== undefined && (await countIn(made)) > 0;
    });
    expect(await inForce()).toEqual([before]);
    expect((await space.search({ ...plain, input: 'puma' })).total).toBe(many);
    expect(await space.suggest({ text: 'mountain', count: 5 })).toHaveLength(1);
    expect(await space.suggest({ text: 'cougar', count: 5 })).toEqual([]);

    expect((await semanticSearchOfServer(words, environment)).code).toBe(0);
    const [after, ...others] = await inForce();
    expect(others).toEqual([]);
    expect(after).not.toBe(before);
    // No unfinished index remains, and writes are accepted again.
    expect(await indices()).toEqual([after]);
    await expect
      .poll(async () => (await space.suggest({ text: 'cougar', count: 5 })).map(({ count }) => count), soon)
      .toEqual([many]);
    const content = (await backend.content('zoo'))!;
    await content.documents.put([{ id: 'urn:later', title: 'Written later', subjects: [] }]);
    expect((await space.search(plain)).total).toBe(many + 1);
  }, 400_000);
});
