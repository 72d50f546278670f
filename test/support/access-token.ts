/** Access tokens signed in the process of the test, which saves half a second of a command for each service. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LIFETIME_SECONDS = 3600;

/**
 * `scopes` are separated by spaces. The key is the newest of the environment, or of the data directory of a service that
 * has started.
 */
export async function signAccessToken(
  scopes: string,
  { ACCESS_TOKEN_SECRETS = '', DATA_DIR = '' }: Record<string, string>,
): Promise<string> {
  const [given] = ACCESS_TOKEN_SECRETS.split(' ');
  const key = given ? Buffer.from(given) : await storedKey(DATA_DIR);
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'semantic-search',
    aud: 'semantic-search',
    sub: 'command line',
    scope: scopes,
    iat: now,
    exp: now + LIFETIME_SECONDS,
  };
  const content = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function storedKey(directory: string): Promise<Buffer> {
  const { keys } = JSON.parse(await readFile(join(directory, 'keys.json'), 'utf8')) as {
    keys: { kind: string; secret: string }[];
  };
  return Buffer.from(keys.findLast(({ kind }) => kind === 'access')!.secret, 'base64url');
}
