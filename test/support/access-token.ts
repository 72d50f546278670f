/** Access tokens signed in the process of the test, which saves half a second of a command for each service. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signToken } from '../../packages/server/test/support/sign-token.ts';

const LIFETIME_SECONDS = 3600;

/**
 * `scopes` are separated by spaces. The key is the newest of the environment, or of the data directory of a service that
 * has started.
 */
export async function signAccessToken(
  scopes: string,
  { ACCESS_TOKEN_SECRETS = '', DATA_DIR = '' }: Record<string, string>,
  { name = 'command line', typ = 'at+jwt' } = {},
): Promise<string> {
  const [given] = ACCESS_TOKEN_SECRETS.split(' ');
  const key = given ? Buffer.from(given) : await storedKey(DATA_DIR);
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'semantic-search',
    aud: 'semantic-search',
    sub: name,
    // Without an ID, two tokens of the same second are equal and share a rate limit.
    jti: randomUUID(),
    scope: scopes,
    iat: now,
    exp: now + LIFETIME_SECONDS,
  };
  return signToken({ alg: 'HS256', typ }, claims, key);
}

async function storedKey(directory: string): Promise<Buffer> {
  const { keys } = JSON.parse(await readFile(join(directory, 'keys.json'), 'utf8')) as {
    keys: { kind: string; secret: string }[];
  };
  return Buffer.from(keys.findLast(({ kind }) => kind === 'access')!.secret, 'base64url');
}
