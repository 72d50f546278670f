/** Backups: their content, and that a restore is complete. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredState } from '@semantic-search/contract/storage';
import { expect, test } from 'vitest';
import { dumpPlace, fill, put, restoreDump, seen } from '../../test/support/backup-servers.ts';
import { titled } from '../../test/support/configurations.ts';
import { openFileStore } from '../configurations/store.ts';
import { diagnose } from './diagnosis.ts';
import { directoryLocation } from './directory-location.ts';
import { writeBackup } from './write-backup.ts';

const place = dumpPlace();
const { start, stop } = place;

test('a backup taken while the server writes is a consistent snapshot of history, tokens and content', async () => {
  const first = await start();
  await fill(first);
  const { token, jti } = await first.issuer.access({ subject: 'ann', scopes: ['search'], lifetime: 600 });
  await first.tokens.revoke(jti);
  const before = await seen(first, first.token);
  const [manifest] = await Promise.all([writeBackup(place.directory, place.file), put(first, 'owl')]);
  expect(manifest).toMatchObject({ configurations: 2, spaces: ['animals'] });
  expect((await stat(place.file)).mode & 0o777).toBe(0o600);
  expect(await readdir(place.outside)).toEqual(['dump.tar.gz']);

  await first.call('DELETE', '/api/configurations/1');
  await first.call('POST', '/api/configurations', { config: { title: 'Three' } });
  await first.call('DELETE', '/api/spaces/animals/documents/urn%3Awren');
  await stop();
  await restoreDump(place);

  const second = await start();
  const after = await seen(second, first.token);
  expect(after.list).toEqual(before.list);
  expect(after.logs).toEqual(before.logs);
  expect(JSON.stringify(after.result)).toContain('wren');
  const revoked = await second.call('GET', '/api/configurations/1', undefined, {
    Authorization: `Bearer ${token}`,
  });
  expect(revoked.status).toBe(401);
});

test('the counts of searches return, without what was counted after the dump', async () => {
  const first = await start();
  await fill(first);
  const count = (number: number, server = first) => {
    const event = { type: 'search', query: 'wren', results: 1, firstOfQuery: true };
    return server.call('POST', '/api/configurations/1/events', { events: Array(number).fill(event) });
  };
  const counted = async (server = first) =>
    ((await server.call('GET', '/api/insight/queries')).body as { queries?: object[] }).queries;
  await count(6);
  expect(await counted()).toMatchObject([{ query: 'wren', searches: 6 }]);
  await writeBackup(place.directory, place.file);
  await count(3);
  await stop();
  // A server that was killed leaves a journal.
  await writeFile(join(place.directory, 'insight.sqlite-wal'), 'journal of another database');
  await restoreDump(place);
  expect(await counted(await start())).toMatchObject([{ query: 'wren', searches: 6 }]);
  await stop();
  await writeFile(join(place.directory, 'insight.sqlite'), 'no database'.repeat(1000));
  const { parts } = await writeBackup(place.directory, place.file);
  expect(parts).not.toContain('insight.sqlite');
});

test('the audit trail returns as it was', async () => {
  const first = await start();
  await fill(first);
  const trail = async (server = first) => (await server.call('GET', '/api/audit')).body;
  const before = await trail();
  expect(before.total).toBeGreaterThan(1);
  await writeBackup(place.directory, place.file);
  await first.call('DELETE', '/api/configurations/1');
  await stop();
  await restoreDump(place);
  expect(await trail(await start())).toEqual(before);
});

test('a restored directory is good before its first start', async () => {
  await fill(await start());
  await stop();
  await writeBackup(place.directory, place.file);
  await rm(place.directory, { recursive: true });
  await mkdir(place.directory);
  await restoreDump(place);
  const found = (await diagnose(place.directory)).filter(({ part }) => part !== 'disk');
  expect(found.filter(({ state }) => state !== 'good')).toEqual([]);
});

test('a backup has no token for a configuration that it does not contain', async () => {
  // Enough configurations that reading takes some time.
  const store = await openFileStore(place.directory);
  await Promise.all(Array.from({ length: 100 }, () => store.create('ann', titled('One'))));
  await store.close();
  const server = await start();
  let isWriting = true;
  const write = async () => {
    while (isWriting) {
      const id = Number((await server.call('POST', '/api/configurations')).body.id);
      await server.issuer.publishable({ name: 'page', configurations: [id], lifetime: 600 });
    }
  };
  const writing = write();
  const reads = await readUntilTokens(20);
  isWriting = false;
  await writing;
  for (const { tokens, configurations } of reads) {
    const ids = new Set(configurations.map(({ id }) => id));
    const named = tokens.issued.flatMap((token) => token.configurations ?? []);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  }
});

/** What backups would contain, the last with at least `count` tokens. */
async function readUntilTokens(count: number): Promise<StoredState[]> {
  const reads: StoredState[] = [];
  while ((reads.at(-1)?.tokens.issued.length ?? 0) < count)
    reads.push(await directoryLocation(place.directory).read());
  return reads;
}

test('contains search spaces that are named like properties of Object.prototype', async () => {
  const { call } = await start();
  const names = ['constructor', 'toString'];
  for (const name of names) {
    const type = { 'Content-Type': 'application/x-ndjson' };
    expect((await call('POST', `/api/spaces/${name}/documents`, '{"id":"urn:a"}', type)).status).toBe(200);
  }
  expect(await writeBackup(place.directory, place.file)).toMatchObject({ spaces: names });
});

test('leaves no temporary files, even if it cannot be written', async () => {
  await fill(await start());
  await stop();
  await mkdir(join(place.file, 'in the way'), { recursive: true });
  await expect(writeBackup(place.directory, place.file)).rejects.toThrow();
  expect(await readdir(place.outside)).toEqual(['dump.tar.gz']);
});

test('is not written of a damaged state', async () => {
  await fill(await start());
  await stop();
  await writeFile(join(place.directory, 'configurations', '2.json'), '{');
  await expect(writeBackup(place.directory, place.file)).rejects.toThrow(/2\.json is damaged/);
  expect(await readdir(place.outside)).toEqual([]);
});

test('names the file and a remedy if a backup cannot be written or restored', async () => {
  await expect(writeBackup(place.directory, place.file)).rejects.toThrow(
    /contains no configurations.*DATA_DIR/,
  );
  await fill(await start());
  await stop();
  const write = (file: string) => expect(writeBackup(place.directory, file)).rejects;
  await write(place.outside).toThrow(
    `${place.outside} is a directory; specify a file, such as ${place.file}`.replace(
      'dump.tar.gz',
      'backup.tar.gz',
    ),
  );
  await write(join(place.outside, 'missing/dump.tar.gz')).toThrow(
    /missing\/dump\.tar\.gz cannot be written: ENOENT/,
  );
  expect(await readdir(place.outside)).toEqual([]);
  const restore = (file: string) => expect(restoreDump({ directory: place.directory, file })).rejects;
  await restore(place.outside).toThrow(`${place.outside} cannot be read: EISDIR`);
  await restore('/dev/null').toThrow('/dev/null is not a valid backup');
  await restore(place.file).toThrow(/dump\.tar\.gz cannot be read: ENOENT/);
});
