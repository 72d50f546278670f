/** Servers with content over the directory of a test, one after another, and what tests of dumps do with them. */
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { openContent } from '../../src/backends/open-backends.ts';
import { takeOffered } from '../../src/backup/apply-restore.ts';
import { beginOffer, type Offer } from '../../src/backup/pending-restore.ts';
import { offerDump } from '../../src/backup/read-backup.ts';
import type { Server } from './server.ts';
import { folderOfTest, type Place, placeForEach } from './service.ts';

export interface DumpPlace extends Place {
  /** A folder beside the data directory, and in it the file of the dump. */
  readonly outside: string;
  readonly file: string;
}

/** At the top of a file: servers with content, and where their dumps go. */
export function dumpPlace(): DumpPlace {
  const place = placeForEach(openContent) as DumpPlace;
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

/** All that a client can see, by a token that was issued before the dump. */
export async function seen(server: Server, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = async (method: string, path: string, body?: object) =>
    (await server.call(method, path, body, headers)).body;
  const { result, total } = await answer('POST', '/api/configurations/1/search', {});
  const list = await answer('GET', '/api/configurations');
  return { list, logs: await answer('GET', '/api/configurations/2/logs'), result, total };
}

/** As `restore` offers it, until it is ended or the test has finished. */
export async function offerOfTest({
  directory,
  file,
}: Pick<DumpPlace, 'directory' | 'file'>): Promise<Offer> {
  const offer = await beginOffer(directory);
  onTestFinished(async () => {
    await offer.end();
  });
  await offerDump(directory, offer, file);
  return offer;
}

/** As `restore` does where no server runs. */
export async function restoreDump(place: Pick<DumpPlace, 'directory' | 'file'>): Promise<void> {
  const offer = await offerOfTest(place);
  expect(await takeOffered(place.directory)).toMatchObject({ taken: true });
  expect(await offer.end()).toBe('taken');
}
