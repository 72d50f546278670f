/** Test fixture for backups: servers with content over one data directory, and dumps of them. */
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { applyPendingRestore } from '../../src/backup/apply-restore.ts';
import { createPendingRestore, type PendingRestore } from '../../src/backup/pending-restore.ts';
import { stageBackup } from '../../src/backup/read-backup.ts';
import { openContent } from '../../src/open-content.ts';
import type { Server } from './server.ts';
import { directoryForEach, folderOfTest, type TestDirectory } from './service.ts';

export interface DumpPlace extends TestDirectory {
  /** Folder next to the data directory, with the dump file. */
  readonly outside: string;
  readonly file: string;
}

/** Call at the top of a file: servers with content, and a place for their dumps. */
export function dumpPlace(): DumpPlace {
  const place = directoryForEach(openContent) as DumpPlace;
  beforeEach(async () => {
    const outside = await folderOfTest();
    Object.assign(place, { outside, file: join(outside, 'dump.tar.gz') });
  });
  return place;
}

export const put = (server: Server, name: string) =>
  server.call('POST', '/api/spaces/animals/documents', JSON.stringify({ id: `urn:${name}`, title: name }), {
    'Content-Type': 'application/x-ndjson',
  });

export async function fill(server: Server): Promise<void> {
  for (const title of ['One', 'Two']) {
    await server.call('POST', '/api/configurations', { config: { title, searchSpace: 'animals' } });
  }
  await server.call('POST', '/api/configurations/2/set');
  expect((await put(server, 'wren')).status).toBe(200);
}

/** Everything that a client can read, with a token that was issued before the dump. */
export async function seen(server: Server, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const request = async (method: string, path: string, body?: object) =>
    (await server.call(method, path, body, headers)).body;
  const { result, total } = await request('POST', '/api/configurations/1/search', {});
  const list = await request('GET', '/api/configurations');
  return { list, logs: await request('GET', '/api/configurations/2/logs'), result, total };
}

/** A pending restore as created by `restore`, until it is closed or the test ends. */
export async function offerOfTest({
  directory,
  file,
}: Pick<DumpPlace, 'directory' | 'file'>): Promise<PendingRestore> {
  const offer = await createPendingRestore(directory);
  onTestFinished(async () => {
    await offer.close();
  });
  await stageBackup(directory, offer, file);
  return offer;
}

/** Restores a dump as `restore` does without a running server. */
export async function restoreDump(place: Pick<DumpPlace, 'directory' | 'file'>): Promise<void> {
  const offer = await offerOfTest(place);
  expect(await applyPendingRestore(place.directory)).toMatchObject({ applied: true });
  expect(await offer.close()).toBe('applied');
}
