/** Server in the process of a program: the example of README.md, its options and its errors. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../src/index.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'create-server-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const options = (name: string) => ({
  port: 0,
  dataDirectory: join(directory, name),
  logLevel: 'silent' as const,
});

it('the example of the README runs and returns the documented values', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  const entry = new URL('../src/index.ts', import.meta.url).href;
  const checked = code
    .replaceAll(/^(.+); \/\/ → (.+)$/gm, 'deepEqual($1, $2);')
    .replaceAll("'@semantic-search/server'", `'${entry}'`);
  const file = join(directory, 'example.ts');
  writeFileSync(file, `import { deepEqual } from 'node:assert/strict';\n${checked}`);
  const { status, stderr } = spawnSync(process.execPath, [file], { cwd: directory, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  expect(checked).toContain('deepEqual');
});

it('a server without the demo is empty, issues tokens and stops', async () => {
  const server = await createServer(options('empty'));
  const token = await server.createToken({ scopes: ['configurations:read'], lifetime: 60 });
  const list = await fetch(`${server.url}/api/configurations`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(list.status).toBe(200);
  expect((await fetch(`${server.url}/demo/`)).status).toBe(404);
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow();
});

it('other settings are given by the names of their variables, and the environment is not read', async () => {
  process.env.OIDC_AUDIENCE = ' ';
  try {
    const server = await createServer({ ...options('settings'), settings: { METRICS: 'off' } });
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    await server.close();
  } finally {
    delete process.env.OIDC_AUDIENCE;
  }
});

it('invalid settings are listed', async () => {
  await expect(createServer({ ...options('invalid'), port: 70_000, publicUrl: 'nowhere' })).rejects.toThrow(
    /PORT .*PUBLIC_URL /,
  );
});
