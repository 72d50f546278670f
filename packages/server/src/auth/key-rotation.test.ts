import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servedForEach } from '../../test/support/service.ts';
import { kidOf as idOfKey, listKeys, newKey, revokeKey, rotateKey } from './key-file.ts';

const server = servedForEach();

const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;

const issue = async () =>
  (await server.issuer.access({ subject: 'ann', scopes: ['configurations:read'], lifetime: 60 })).token;

const statusWith = async (token: string) =>
  (await server.call('GET', '/api/configurations', undefined, { Authorization: `Bearer ${token}` })).status;

test('signs with a new key at once and keeps previous tokens valid', async () => {
  const previous = await issue();
  const { kid } = await rotateKey(server.directory, 'access');
  const kidNow = async () => {
    await statusWith(previous);
    return kidOf(await issue());
  };
  await expect.poll(kidNow).toBe(kid);
  expect(await statusWith(await issue())).toBe(200);
  expect(await statusWith(previous)).toBe(200);
});

test('rejects tokens of a revoked key, even cached ones', async () => {
  const previous = await issue();
  expect(await statusWith(previous)).toBe(200);
  await rotateKey(server.directory, 'access');
  await revokeKey(server.directory, kidOf(previous));
  await expect.poll(() => statusWith(previous)).toBe(401);
  expect(await statusWith(await issue())).toBe(200);
});

test('rejects revoking the last key of a kind or an unknown key', async () => {
  const [publishable] = (await listKeys(server.directory)).filter(({ kind }) => kind === 'publishable');
  await expect(revokeKey(server.directory, publishable!.kid)).rejects.toThrow(/rotate first/);
  await expect(revokeKey(server.directory, 'none')).rejects.toThrow(/no key none/);
});

test('keeps the file private and lists keys without secrets', async () => {
  await rotateKey(server.directory, 'publishable');
  const path = join(server.directory, 'keys.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { keys } = JSON.parse(await readFile(path, 'utf8')) as { keys: { secret: string }[] };
  const shown = JSON.stringify(await listKeys(server.directory));
  for (const { secret } of keys) expect(shown).not.toContain(secret);
});

test('IDs of new keys do not look like options of the command line', () => {
  const ids = Array.from({ length: 500 }, () => idOfKey(newKey('access')));
  expect(ids.filter((id) => id.startsWith('-'))).toEqual([]);
});
