/** Revocation by token ID: every token that could be accepted can be revoked; made-up IDs are not stored. */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servedForEach } from '../../test/support/service.ts';
import { signToken } from '../../test/support/sign-token.ts';
import { listKeys, revokeKey, rotateKey } from './key-file.ts';

const server = servedForEach();

const person = { subject: 'ann', scopes: ['configurations:read'], lifetime: 600 } as const;
const revoke = async (jti: string) => (await server.call('DELETE', `/api/tokens/${jti}`)).status;
const statusWith = async (token: string) =>
  (await server.call('GET', '/api/configurations', undefined, { Authorization: `Bearer ${token}` })).status;
const revocations = async (): Promise<{ jti: string; expires?: string }[]> =>
  JSON.parse(await readFile(join(server.directory, 'tokens.json'), 'utf8').catch(() => '{"revoked":[]}'))
    .revoked;

test('revokes an unlisted and unseen token by its id until it expires', async () => {
  const [seen, unseen] = [await server.issuer.access(person), await server.issuer.access(person)];
  expect(await statusWith(seen.token)).toBe(200);
  for (const { jti, token } of [seen, unseen]) {
    expect(await revoke(jti)).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect(await revoke(jti)).toBe(200);
  }
  expect((await revocations()).map(({ jti, expires }) => [jti, expires])).toEqual(
    [seen, unseen].map(({ jti, expires }) => [jti, expires]),
  );
});

test('returns 404 for an unknown id and stores nothing', async () => {
  const { jti } = await server.issuer.access(person);
  const nearly = jti.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const others = ['0'.repeat(54), randomUUID(), nearly, jti.toUpperCase(), `${jti}00`];
  const texts = ['x'.repeat(201), '%20', '%0a', '%E2%82%AC', 'nothing'];
  for (const made of [...others, ...texts]) expect([made, await revoke(made)]).toEqual([made, 404]);
  expect(await revocations()).toEqual([]);
});

test('revokes tokens of previous keys; tokens of revoked keys are invalid', async () => {
  const previous = await server.issuer.access(person);
  const [key] = (await listKeys(server.directory)).filter(({ kind }) => kind === 'access');
  await rotateKey(server.directory, 'access');
  await server.restart();
  expect(await revoke(previous.jti)).toBe(200);
  const other = await server.issuer.access(person);
  await revokeKey(server.directory, key!.kid);
  await server.restart();
  expect([await revoke(other.jti), await statusWith(previous.token)]).toEqual([200, 401]);
});

test('revokes tokens even if the list of issued tokens was lost in a restore', async () => {
  const { body } = await server
    .call('POST', '/api/configurations')
    .then(() => server.call('POST', '/api/tokens', { name: 'shop', configurations: [1] }));
  await server.close();
  await rm(join(server.directory, 'tokens.json'));
  await server.restart();
  expect((await server.call('GET', '/api/tokens')).body).toEqual({ tokens: [] });
  expect(await revoke(String(body.jti))).toBe(200);
});

test('revokes a token signed elsewhere with a configured secret before it was used', async () => {
  const secret = 'an access secret of more than 32 bytes'.replaceAll(' ', '-');
  await server.restart({ ACCESS_TOKEN_SECRETS: secret });
  const end = Math.floor(Date.now() / 1000) + 600;
  const claims = { iss: 'semantic-search', aud: 'semantic-search', scope: 'configurations:read', exp: end };
  const signed = (jti: string) => signToken({ alg: 'HS256', typ: 'at+jwt' }, { ...claims, jti }, secret);
  expect(await statusWith(signed('known'))).toBe(200);
  for (const jti of ['known', 'unused']) {
    expect(await revoke(jti)).toBe(200);
    expect(await statusWith(signed(jti))).toBe(401);
  }
  expect(await revocations()).toMatchObject([{ jti: 'known' }, { jti: 'unused' }]);
});

test('accepts any id while an external issuer is configured', async () => {
  const settings = { OIDC_ISSUER: 'https://issuer.example' };
  await server.restart(settings);
  for (const jti of [randomUUID(), 'urn:id:4711']) expect(await revoke(jti)).toBe(200);
  for (const jti of ['x'.repeat(201), '%20', '%0a']) expect(await revoke(jti)).toBe(404);
});
