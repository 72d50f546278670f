/** Crash recovery: 150 kills with four writers. Acknowledged changes survive, rejected ones do not, ids are unique. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFileStore } from '../../src/configurations/store.ts';

const kills = Number(process.env.KILLS ?? 150);
/** Kills per data directory; more documents would only slow down the test. */
const lives = 50;
const directories = Math.ceil(kills / lives);
/** Parallel directories: one starts while another is killed. */
const lanes = 2;

const writer = fileURLToPath(new URL('../support/store-writer.ts', import.meta.url));
let cache: string;

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'kills-code-'));
});
afterAll(() => rm(cache, { recursive: true }));

/** A writer process that has loaded its code and waits for its directory. */
function prepared(): ChildProcess {
  return spawn(process.execPath, [writer], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
}

/** Kills the writer after `count` recorded changes. Resolves to all its records by id, oldest first. */
async function liveAndDie(
  child: ChildProcess,
  directory: string,
  count: number,
): Promise<[number, string][]> {
  child.stdin!.end(directory);
  let beats = '';
  for await (const chunk of child.stdout!) {
    beats += chunk;
    if (beats.split('\n').length > count) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const recorded = `${directory}.acknowledged`;
  const lines = (await readFile(recorded, 'utf8')).split('\n').slice(0, -1);
  await rm(recorded);
  return lines.map((line) => [Number(line.split(' ')[0]), line.slice(line.indexOf(' ') + 1)]);
}

/** Title by id; null for a deleted configuration. */
type Titles = Map<number, string | null>;

/** The documents must match the records; each writer may have one unrecorded change. */
async function compare(directory: string, titles: Titles, recorded: [number, string][]): Promise<void> {
  const last = new Map(recorded);
  for (const id of last.keys()) expect(titles.has(id), `id ${id} was given before`).toBe(false);
  const store = await openFileStore(directory);
  for (const [id, title] of last) {
    const found = store.find(id)?.config.title ?? null;
    if (title === '-') expect(found, `configuration ${id}`).toBeNull();
    else if (title.endsWith('-b')) expect([title, null], `configuration ${id}`).toContain(found);
    else expect([title, `${title}-b`], `configuration ${id}`).toContain(found);
    titles.set(id, found);
  }
  for (const [id, title] of titles)
    expect(store.find(id)?.config.title ?? null, `configuration ${id}`).toBe(title);
  expect([...store.damage]).toEqual([]);
  // Created, then killed before it was recorded.
  const unrecorded = [...store.list()].filter(({ id }) => !titles.has(id));
  expect(unrecorded.length).toBeLessThanOrEqual(4);
  for (const { id, config } of unrecorded) titles.set(id, config.title);
  expect(store.activeId === null || store.find(store.activeId) !== undefined).toBe(true);
  await store.close();
}

test(`killed ${lives * directories} times at any moment, the store keeps all acknowledged changes and reuses no id`, async () => {
  let [left, killed, changes] = [directories, 0, 0];
  const lane = async () => {
    let next = prepared();
    try {
      while (left-- > 0) {
        const directory = await mkdtemp(join(tmpdir(), 'kills-'));
        const titles: Titles = new Map();
        for (let life = 0; life < lives; life += 1) {
          const child = next;
          next = prepared();
          const recorded = await liveAndDie(child, directory, 1 + ((life * 37) % 40));
          await compare(directory, titles, recorded);
          [killed, changes] = [killed + 1, changes + recorded.length];
        }
        await rm(directory, { recursive: true });
      }
    } finally {
      next.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  console.log(`${killed} kills, ${changes} changes recorded`);
  expect(killed).toBe(lives * directories);
});
