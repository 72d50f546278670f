/** Missing shard: reads of originals are complete or rejected. */
import type { ChildProcess } from 'node:child_process';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../test/support/service.ts';
import { textOf, thesaurus } from '../../server/test/support/documents.ts';
import { freePort } from '../../server/test/support/free-port.ts';
import { ended, missingCluster, startNode } from './cluster/cluster.fixture.ts';
import { servedBackend } from './cluster/served-backend.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const many = 60;

describe.skipIf(reason !== undefined)('a space with a missing shard', () => {
  let home: Awaited<ReturnType<typeof temporaryDirectory>>;
  let ports: { http: number; transport: number }[];
  let node: ChildProcess;
  let backend: WritableBackend;
  const ask = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${ports[0]!.http}${path}`, { method })).json();
  const start = async () => {
    node = startNode(home.path, 0, ports);
    await vi.waitFor(() => ask('/_cluster/health'), { timeout: 120_000, interval: 250 });
  };
  const inForce = async () => Object.keys((await ask('/_alias/zoo')) as object);

  beforeAll(async () => {
    home = await temporaryDirectory();
    ports = [{ http: await freePort(), transport: await freePort() }];
    await start();
    const nodes = [new URL(`http://127.0.0.1:${ports[0]!.http}`)];
    backend = servedBackend({
      name: 'zoo',
      index: 'zoo',
      nodes,
      deadlineMs: 10_000,
      shards: 3,
      replicas: '0',
    });
    const content = (await backend.content('zoo', { create: true }))!;
    await content.thesaurus!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
    await content.documents.put(
      Array.from({ length: many }, (_, i) => ({ id: `urn:${i}`, title: `Puma ${i}` })),
    );
    await ask('/_flush', 'POST');
  }, 240_000);
  afterAll(async () => {
    await backend?.close();
    if (node) await ended(node);
    await home?.remove();
  });

  test('returns all originals, and rejects once a shard is missing', async () => {
    const { originals, thesaurus: terms } = (await backend.content('zoo', { create: true }))!;
    expect((await Array.fromAsync(originals!.all())).length).toBe(many);
    const before = await inForce();
    const settings = (await ask(`/${before[0]}/_settings`)) as Record<
      string,
      { settings: { index: { uuid: string } } }
    >;
    const { uuid } = settings[before[0]!]!.settings.index;
    await ended(node);
    const folders = await readdir(home.path, { recursive: true });
    const shard = folders.find((folder) => folder.endsWith(join(uuid, '2')))!;
    await rename(join(home.path, shard), join(home.path, 'away'));
    await start();
    const active = async () =>
      ((await ask(`/_cluster/health/${before[0]}`)) as { active_shards: number }).active_shards;
    await expect.poll(active, { timeout: 60_000 }).toBe(2);
    await expect(Array.fromAsync(originals!.all())).rejects.toMatchObject({ name: 'BackendError' });
    const replaced = terms!.replaceThesaurus(textOf(thesaurus), 'text/turtle');
    await expect(replaced).rejects.toMatchObject({ name: 'ProblemError' });
    expect(await inForce()).toEqual(before);
  }, 240_000);
});
