/** Blocked log output (paused reader, full disk): the server keeps working and stops on request. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

const program = fileURLToPath(new URL('../../../cli/src/semantic-search.ts', import.meta.url));
let directory: string;
let server: ChildProcess | undefined;
let port: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'unread-log-'));
});
afterEach(async () => {
  server?.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

/** Resolves when the server responds. */
async function start(output: number): Promise<ChildProcess> {
  port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'info' };
  server = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', output, 'inherit'] });
  await expect.poll(() => ask('/health').catch(() => 0), { timeout: 30_000 }).toBe(200);
  return server;
}

async function ask(path: string): Promise<number> {
  const response = await fetch(`http://localhost:${port}${path}`);
  await response.arrayBuffer();
  return response.status;
}

const many = async (count: number) => {
  for (let index = 0; index < count; index += 1) expect(await ask('/api/configurations/1')).toBe(401);
};

async function ended(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  return code;
}

test('a paused reader of the log blocks neither responses nor the shutdown', async () => {
  const pipe = join(directory, 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const child = await start(descriptor);
  await many(6000);
  expect(await ask('/health')).toBe(200);
  expect(await ended(child)).toBe(0);
  closeSync(descriptor);
});

test('a full disk under the log blocks nothing, and logging resumes once there is space', async (context) => {
  const disk = await mkdtemp(join(directory, 'disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0;
  if (!mounted) return context.skip('No small file system can be mounted: that takes root.');
  try {
    const [log, filler] = [join(disk, 'log'), join(disk, 'filler')];
    await writeFile(filler, Buffer.alloc(65_536));
    const descriptor = openSync(log, 'a');
    const child = await start(descriptor);
    await many(400);
    expect(await ask('/health')).toBe(200);
    expect(await readFile(log, 'utf8')).toBe('');
    await rm(filler);
    await expect.poll(() => readFile(log, 'utf8')).toContain('"listening"');
    const lines = (await readFile(log, 'utf8')).split('\n').slice(0, -1);
    for (const line of lines) expect(line === '' || line.startsWith(' ') || JSON.parse(line)).toBeTruthy();
    expect(await ended(child)).toBe(0);
    closeSync(descriptor);
  } finally {
    spawnSync('umount', [disk]);
  }
});
