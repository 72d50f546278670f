/** Where the secrets that sign tokens come from, and which are refused. */
import { createSecretKey } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { currentSecret, headerOf, secrets } from '../../test/support/forged-tokens.ts';
import { startForTest } from '../../test/support/server.ts';
import { folderOfTest } from '../../test/support/service.ts';
import { rotateKey } from './key-file.ts';

describe('secrets', () => {
  test('are generated at the first start, private to the owner, and kept', async () => {
    const own = await folderOfTest();
    const first = await startForTest(own);
    const path = join(own, 'keys.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    await first.close();
    const second = await startForTest(own);
    expect(await readFile(path, 'utf8')).toBe(text);
    const response = await second.call('GET', '/api/configurations', undefined, {
      Authorization: `Bearer ${first.token}`,
    });
    expect(response.status).toBe(200);
    await second.close();
    expect(await readFile(join(own, 'tokens.json'), 'utf8').catch(() => '')).not.toContain(first.token);
  });

  test('are private to the owner even with a permissive umask', async () => {
    const usual = process.umask(0);
    onTestFinished(() => void process.umask(usual));
    const own = await folderOfTest();
    const server = await startForTest(own);
    await server.issuer.publishable({ name: 'page', configurations: [1], lifetime: 60 });
    await rotateKey(own, 'access');
    await server.close();
    const modes = ['keys.json', 'tokens.json'].map(
      async (name) => (await stat(join(own, name))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o600, 0o600]);
  });

  test.each([
    ['short', { ACCESS_TOKEN_SECRETS: 'x'.repeat(31) }, /ACCESS_TOKEN_SECRETS must be .* at least 32/],
    [
      'shared',
      { ACCESS_TOKEN_SECRETS: currentSecret, PUBLISHABLE_TOKEN_SECRETS: currentSecret },
      /must not share/,
    ],
  ])('that are %s prevent the start', async (_name, environment, message) => {
    const own = await folderOfTest();
    await expect(startForTest(own, environment)).rejects.toThrow(message);
  });

  test('appear in tokens by id only', async () => {
    const own = await folderOfTest();
    const server = await startForTest(own, secrets);
    const page = await server.issuer.publishable({ name: 'page', configurations: [1], lifetime: 60 });
    const kids = { access: headerOf(server.token).kid, publishable: headerOf(page.token).kid };
    await server.close();
    expect(kids.access).not.toBe(kids.publishable);
    expect(createSecretKey(Buffer.from(currentSecret)).export().toString('base64url')).not.toContain(
      kids.access,
    );
  });
});
