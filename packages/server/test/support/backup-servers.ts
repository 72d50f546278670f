/** Test fixture for backups: servers with content over one data directory, and dumps of them. */
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import type { Manifest } from '../../src/backup/manifest.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
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

/** Replaces the state by the state of the backup; no server runs. */
export function restoreDump({ directory, file }: Pick<DumpPlace, 'directory' | 'file'>): Promise<Manifest> {
  return restoreBackup(directory, file, { replace: true });
}
