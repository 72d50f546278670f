/** Full disk at every fill level: rejected changes have no effect, and freed space is used again. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFileStore } from '../../src/configurations/store.ts';
import { openContent } from '../../src/open-content.ts';
import { titled } from '../support/configurations.ts';
import { startForTest } from '../support/server.ts';

const size = 1024 * 1024;
let parent: string;
let disk: string;
let mounted = false;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'full-disk-'));
  disk = await mkdtemp(join(parent, 'disk-'));
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0;
  if (!mounted)
    console.warn('No small file system can be mounted (that takes root): only ulimit -f is tried');
});
afterAll(async () => {
  if (mounted) spawnSync('umount', [disk]);
  await rm(parent, { recursive: true });
});

type Server = Awaited<ReturnType<typeof startForTest>>;

/** Titles by id, from successful responses. */
type Acknowledged = Map<number, string>;

const listed = async (server: Server): Promise<Acknowledged> =>
  new Map(
    Object.values((await server.call('GET', '/api/configurations')).body.configurations!).map(
      ({ id, config }) => [Number(id), String(config!.title)],
    ),
  );

/** Creates and updates configurations with titles of all lengths until the third rejection. */
async function writeUntilFull(server: Server, acknowledged: Acknowledged): Promise<void> {
  for (let [turn, rejections] = [0, 0]; rejections < 3; turn += 1) {
    const title = `${turn} ${'x'.repeat((turn * 37) % 190)}`;
    const [id] = turn % 3 === 2 ? [...acknowledged.keys()].slice(-1) : [];
    const path = `/api/configurations${id === undefined ? '' : `/${id}`}`;
    const { status, body } = await server.call(id === undefined ? 'POST' : 'PUT', path, {
      config: { title },
    });
    if (status === 200) acknowledged.set(Number(body.id), title);
    else {
      expect(status, JSON.stringify(body)).toBe(503);
      expect(body.detail).toBe(
        'The change could not be saved; nothing has changed. The server has run out of disk space.',
      );
      rejections += 1;
    }
  }
}

const unmounted = 'No small file system can be mounted: that takes root.';

/** Contents after a power cut at this moment. */
async function afterCut(directory: string): Promise<Acknowledged> {
  const copy = join(parent, 'copy');
  await cp(directory, copy, { recursive: true });
  const store = await openFileStore(copy);
  const found = new Map(Array.from(store.list(), ({ id, config }) => [id, config.title]));
  await store.close();
  await rm(copy, { recursive: true });
  return found;
}

test('at any fill level, rejected changes have no effect and succeed once there is space', async (context) => {
  if (!mounted) return context.skip(unmounted);
  // From no space to more than a change needs, in steps that hit different positions of the files.
  for (let room = 0; room <= 40_000; room += 1700) {
    const directory = await mkdtemp(join(disk, 'data-'));
    const server = await startForTest(directory);
    const acknowledged: Acknowledged = new Map();
    const { body } = await server.call('POST', '/api/configurations', { config: { title: 'first' } });
    acknowledged.set(Number(body.id), 'first');
    await fill(room);
    await writeUntilFull(server, acknowledged);
    expect(await listed(server), `in memory, room ${room}`).toEqual(acknowledged);
    expect(await afterCut(directory), `on disk, room ${room}`).toEqual(acknowledged);
    await rm(join(disk, 'filler'));
    const { status } = await server.call('POST', '/api/configurations', { config: { title: 'after' } });
    expect(status).toBe(200);
    expect((await server.call('GET', '/ready')).status).toBe(200);
    await server.close();
    const again = await startForTest(directory);
    expect([...(await listed(again)).values()].at(-1)).toBe('after');
    await again.close();
    await rm(directory, { recursive: true });
  }
});

test('search events that a full disk rejects are counted later, and searches go on', async (context) => {
  if (!mounted) return context.skip(unmounted);
  spawnSync('mount', ['-o', 'remount,size=8m', disk]);
  const directory = await mkdtemp(join(disk, 'events-'));
  const server = await startForTest(directory, {}, openContent);
  const { body } = await server.call('POST', '/api/configurations', { config: { searchSpace: 'town' } });
  const path = `/api/configurations/${body.id}`;
  await server.call('POST', '/api/spaces/town/documents', '{"id":"a","title":"Waste"}\n', {
    'Content-Type': 'application/x-ndjson',
  });
  let counted = 0;
  const send = async (word: string) => {
    const events = Array.from({ length: 100 }, (_, i) => ({
      type: 'search',
      query: `${word} ${i}`,
      results: 1,
    }));
    const outcome = await server.call('POST', `${path}/events`, { events });
    expect([outcome.status, outcome.body]).toEqual([200, { counted: 100, dropped: 0 }]);
    counted += 100;
  };
  const insight = () => server.call('GET', '/api/insight');
  const componentOf = async (name: string) =>
    Object.values((await server.call('GET', '/api/status')).body.components!).find(
      (each) => String(each.name) === name,
    );
  await fill(0);
  for (let turn = 0; turn < 12; turn += 1) await send(`word ${turn}`);
  // Reading writes first what is counted.
  expect((await insight()).status).toBe(200);
  expect(await componentOf('insight')).toMatchObject({
    ready: false,
    reason: expect.stringContaining('full'),
  });
  expect((await server.call('POST', `${path}/search`, { input: 'waste' })).body).toMatchObject({ total: 1 });
  expect((await server.call('GET', '/ready')).status).toBe(200);
  await rm(join(disk, 'filler'));
  await send('after');
  expect((await insight()).body).toMatchObject({ totals: { searches: counted }, dropped: 0 });
  expect(await componentOf('insight')).toEqual({ name: 'insight', ready: true });
  await server.close();
  await rm(directory, { recursive: true });
});

/** Fills the disk except for `room` bytes. The file system allocates whole pages, so writes consume the rest. */
async function fill(room: number): Promise<void> {
  const filler = join(disk, 'filler');
  const { bavail, bsize } = await statfs(disk);
  await writeFile(filler, Buffer.alloc(bavail * bsize));
  await truncate(filler, Math.max(0, bavail * bsize - room));
}

test('after a kill, it starts on a full disk, serves queries, and accepts changes once there is space', async (context) => {
  if (!mounted) return context.skip(unmounted);
  const directory = await mkdtemp(join(disk, 'killed-'));
  const writer = fileURLToPath(new URL('../support/store-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [writer], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(directory);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  // Keys exist from an earlier start; the kill may have left a temporary file.
  const earlier = await startForTest(directory);
  const count = (await listed(earlier)).size;
  await earlier.close();
  await writeFile(join(directory, 'configurations', '1.json.new'), '{"id": 1, "us');
  await fill(0);
  const server = await startForTest(directory);
  expect((await listed(server)).size).toBe(count);
  const create = () => server.call('POST', '/api/configurations', { config: { title: 'x'.repeat(190) } });
  await expect.poll(async () => (await create()).status).toBe(503);
  const before = await listed(server);
  await rm(join(disk, 'filler'));
  expect((await create()).status).toBe(200);
  expect((await listed(server)).size).toBe(before.size + 1);
  await server.close();
  await rm(directory, { recursive: true });
  await rm(`${directory}.acknowledged`);
});

test('a file that has reached its size limit rejects changes and keeps all acknowledged ones', async () => {
  const writer = fileURLToPath(new URL('../support/store-writer.ts', import.meta.url));
  for (const blocks of [8, 9, 16, 33, 64, 100]) {
    const directory = await mkdtemp(join(parent, 'limited-'));
    // The writer stops at the first rejection.
    const child = spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$1"`, process.execPath, writer], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end(directory);
    const [code] = await once(child, 'exit');
    expect(code, 'it ends by the refusal, not by a signal').toBe(1);
    const lines = (await readFile(`${directory}.acknowledged`, 'utf8')).split('\n').slice(0, -1);
    const acknowledged = new Map(lines.map((line) => line.split(' ') as [string, string]));
    expect(acknowledged.size).toBeGreaterThan(0);
    const store = await openFileStore(directory);
    for (const [id, title] of acknowledged) {
      const found = store.find(Number(id))?.config.title;
      if (title === '-') expect(found).toBeUndefined();
      else expect([title, `${title}-b`, undefined]).toContain(found);
      if (found === undefined && title !== '-') expect(title).toMatch(/-b$/);
    }
    expect((await store.create('ann', titled('next'))).id).toBeGreaterThan(
      Math.max(...[...acknowledged.keys()].map(Number)),
    );
    await store.close();
  }
});
