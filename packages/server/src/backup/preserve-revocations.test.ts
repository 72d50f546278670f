/** Restoring a backup never undoes revocations or reuses IDs. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dumpPlace, fill, restoreDump } from '../../test/support/backup-servers.ts';
import type { Server } from '../../test/support/server.ts';
import { listKeys, revokeKey, rotateKey } from '../auth/key-rotation.ts';
import { diagnose } from './diagnosis.ts';
import { writeBackup } from './write-backup.ts';

const place = dumpPlace();
const { start, stop } = place;

const states = async () =>
  Object.fromEntries((await diagnose(place.directory)).map(({ part, state }) => [part, state]));

test('restores no revoked token, invalidates tokens issued since, and reuses no ID', async () => {
  const first = await start();
  await fill(first);
  const issue = (server: Server, id: number) =>
    server.issuer.publishable({ name: 'page', configurations: [id], lifetime: 600 });
  const [kept, revoked] = [await issue(first, 1), await issue(first, 1)];
  await writeBackup(place.directory, place.file);
  await first.tokens.revoke(revoked.jti);
  await first.call('POST', '/api/configurations', { config: { title: 'Later' } });
  const later = await issue(first, 3);
  await first.call('DELETE', '/api/configurations/3');
  await stop();

  for (const next of [4, 5]) {
    await restoreDump(place);
    const server = await start();
    const search = async ({ token }: { token: string }, id: number) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await server.call('POST', `/api/configurations/${id}/search`, {}, headers)).status;
    };
    expect((await server.call('POST', '/api/configurations')).body.id).toBe(next);
    expect(await search(kept, 1)).toBe(200);
    expect(await search(revoked, 1)).toBe(401);
    expect(await search(later, 3)).toBe(401);
    expect(server.tokens.list().map(({ jti }) => jti)).toEqual([kept.jti, revoked.jti]);
    expect(await states()).toMatchObject({ configurations: 'good', 'tokens.json': 'good' });
    await stop();
  }
});

test('a backup without tokens keeps revocations, and invalidates all tokens if they are unreadable', async () => {
  const first = await start();
  await fill(first);
  await writeBackup(place.directory, place.file);
  const { token, jti } = await first.issuer.publishable({
    name: 'page',
    configurations: [1],
    lifetime: 600,
  });
  await first.tokens.revoke(jti);
  await stop();
  const status = async (given: string) => {
    const headers = { Authorization: `Bearer ${given}` };
    const response = await (await start()).call('GET', '/api/configurations/1', undefined, headers);
    await stop();
    return response.status;
  };
  await restoreDump(place);
  expect(await status(first.token)).toBe(200);
  expect(await status(token)).toBe(401);
  await writeFile(join(place.directory, 'tokens.json'), '{"issued":');
  await restoreDump(place);
  expect(await status(token)).toBe(401);
  expect(await status(first.token)).toBe(401);
});

test('never restores a revoked key or its tokens, and keeps keys created since', async () => {
  const first = await start();
  await fill(first);
  await writeBackup(place.directory, place.file);
  const [previous] = (await listKeys(place.directory)).filter(({ kind }) => kind === 'access');
  const { kid } = await rotateKey(place.directory, 'access');
  await revokeKey(place.directory, previous!.kid);
  await stop();
  for (let round = 0; round < 2; round += 1) {
    await restoreDump(place);
    const server = await start();
    const response = await server.call('GET', '/api/configurations', undefined, {
      Authorization: `Bearer ${first.token}`,
    });
    expect(response.status).toBe(401);
    const kids = (await listKeys(place.directory)).map((key) => key.kid);
    expect(kids).toContain(kid);
    expect(kids).not.toContain(previous!.kid);
    await stop();
  }
});

test('tokens that a restore invalidated stay invalid after every later restore', async () => {
  const first = await start();
  await fill(first);
  await writeBackup(place.directory, place.file);
  await stop();
  await writeFile(join(place.directory, 'tokens.json'), '{"issued":');
  for (let round = 0; round < 2; round += 1) {
    await restoreDump(place);
    const server = await start();
    const { status } = await server.call('GET', '/api/configurations', undefined, {
      Authorization: `Bearer ${first.token}`,
    });
    expect(status).toBe(401);
    await stop();
  }
});

test('reuses no ID that a token of the backup names, even in a new directory', async () => {
  const first = await start();
  await fill(first);
  const { token } = await first.issuer.publishable({ name: 'page', configurations: [7], lifetime: 600 });
  await writeBackup(place.directory, place.file);
  await stop();
  await rm(place.directory, { recursive: true });
  await restoreDump(place);
  const second = await start();
  expect((await second.call('POST', '/api/configurations')).body.id).toBe(8);
  const headers = { Authorization: `Bearer ${token}` };
  expect((await second.call('GET', '/api/configurations/7', undefined, headers)).status).toBe(404);
});
