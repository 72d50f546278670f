import {
  appendFile,
  cp,
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storeConformance } from '../conformance.ts';
import { retitle, titled } from '../fixtures.testing.ts';
import type { ConfigurationStore } from '../store.ts';
import type { Open } from './log.ts';
import { openDurableStore } from './store.ts';

const log = pino({ level: 'silent' });
const directories: string[] = [];
let directory: string;

async function newDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'configurations-'));
  directories.push(path);
  return path;
}

beforeEach(async () => {
  directory = await newDirectory();
});

afterEach(async () => {
  for (const path of directories.splice(0)) await rm(path, { recursive: true, force: true });
});

storeConformance('durable', async () => openDurableStore(await newDirectory(), { log }));

const logOf = (path: string) => join(path, 'log', '000001.jsonl');

/** Everything that a client could read. */
async function contentOf(store: ConfigurationStore) {
  const entries = [...store.list()];
  const logs = await Promise.all(entries.map(({ id }) => store.logs(id, 0, 100)));
  return { entries, logs, activeId: store.activeId, number: store.number };
}

/** A store with a past: creation, update, activation, deletion of what was active. */
async function fill(store: ConfigurationStore): Promise<void> {
  for (const title of ['Äpfel', 'B', 'C']) await store.create('ann', titled(title));
  await store.update(1, 'bob', retitle('Z'));
  await store.activate(2, 'ann');
  await store.remove(2, 'ann');
  await store.activate(3, 'ann');
}

describe('after a restart', () => {
  test('everything is as it was, and the next id is a new one', async () => {
    const first = await openDurableStore(directory, { log });
    await fill(first);
    await first.remove(3, 'ann');
    const before = await contentOf(first);
    await first.close();
    const second = await openDurableStore(directory, { log });
    expect(await contentOf(second)).toEqual(before);
    expect((await second.create('ann', titled('D'))).id).toBe(4);
    await second.close();
  });

  test('readable copies are there of what exists, and of nothing else', async () => {
    const store = await openDurableStore(directory, { log });
    await fill(store);
    await store.close();
    expect((await readdir(join(directory, 'configurations'))).sort()).toEqual(['1.json', '3.json']);
    const copy = JSON.parse(await readFile(join(directory, 'configurations', '1.json'), 'utf8'));
    expect(copy).toMatchObject({ id: 1, user: 'ann', config: { title: 'Z' } });
    const summary = JSON.parse(await readFile(join(directory, 'state.json'), 'utf8'));
    expect(summary).toEqual({ number: 7, nextId: 4, activeId: 3 });
  });

  test('damaged copies are put aside and made again', async () => {
    const first = await openDurableStore(directory, { log });
    await fill(first);
    await first.close();
    await writeFile(join(directory, 'state.json'), '{"num');
    const second = await openDurableStore(directory, { log });
    expect(second.number).toBe(7);
    await second.close();
    expect(await readdir(join(directory, 'quarantine'))).toHaveLength(1);
    expect(JSON.parse(await readFile(join(directory, 'state.json'), 'utf8')).number).toBe(7);
  });
});

describe('after a crash', () => {
  test('a log cut at any byte gives the changes whose lines are whole, in order', async () => {
    const store = await openDurableStore(directory, { log });
    const contents = [await contentOf(store)];
    await store.create('ann', titled('Ä'));
    contents.push(await contentOf(store));
    await store.update(1, 'ann', retitle('B'));
    contents.push(await contentOf(store));
    await store.activate(1, 'ann');
    contents.push(await contentOf(store));
    await store.close();

    const bytes = await readFile(logOf(directory));
    const ends = [...bytes.keys()].filter((index) => bytes[index] === 10);
    const near = (size: number) => ends.some((end) => Math.abs(end - size) < 4);
    for (let size = 0; size <= bytes.length; size += 1) {
      if (size % 61 !== 0 && !near(size)) continue;
      const crashed = await newDirectory();
      await cp(join(directory, 'log'), join(crashed, 'log'), { recursive: true });
      await truncate(logOf(crashed), size);
      const restarted = await openDurableStore(crashed, { log });
      const whole = ends.filter((end) => end <= size).length;
      expect(await contentOf(restarted)).toEqual(contents[whole]);
      await restarted.close();
      const replayed = await openDurableStore(crashed, { log });
      expect(replayed.number).toBe(whole);
      await replayed.close();
      await rm(crashed, { recursive: true });
    }
  });

  test('a cut that takes acknowledged changes away keeps the server from starting', async () => {
    const store = await openDurableStore(directory, { log });
    await fill(store);
    await store.close();
    const bytes = await readFile(logOf(directory));
    for (const size of [0, 1, bytes.indexOf(10) + 1, bytes.length - 20]) {
      await truncate(logOf(directory), size);
      await expect(openDurableStore(directory, { log })).rejects.toThrow(/semantic-search doctor --repair/);
      await writeFile(logOf(directory), bytes);
    }
    await rm(logOf(directory));
    await expect(openDurableStore(directory, { log })).rejects.toThrow(/it is missing/);
  });

  test('what was being written is put aside, not thrown away', async () => {
    const first = await openDurableStore(directory, { log });
    await first.create('ann', titled('A'));
    await first.close();
    await appendFile(logOf(directory), '{"number":2,"action":"upd');
    const second = await openDurableStore(directory, { log });
    expect(second.number).toBe(1);
    await second.update(1, 'ann', retitle('B'));
    await second.close();
    const [name = ''] = await readdir(join(directory, 'quarantine'));
    expect(await readFile(join(directory, 'quarantine', name), 'utf8')).toBe('{"number":2,"action":"upd');
    const third = await openDurableStore(directory, { log });
    expect(third.find(1)?.config.title).toBe('B');
    await third.close();
  });

  test('a byte flipped anywhere never goes unnoticed', async () => {
    const store = await openDurableStore(directory, { log });
    await fill(store);
    await store.close();
    const bytes = await readFile(logOf(directory));
    for (let index = 0; index < bytes.length; index += 97) {
      const flipped = Buffer.from(bytes);
      flipped[index] = (flipped[index] ?? 0) ^ 4;
      await writeFile(logOf(directory), flipped);
      await expect(openDurableStore(directory, { log })).rejects.toThrow(/semantic-search doctor --repair/);
    }
  });

  test('a second process is turned away while the first lives', async () => {
    const store = await openDurableStore(directory, { log });
    await expect(openDurableStore(directory, { log })).rejects.toThrow(/one process at a time/);
    await store.close();
    await (await openDurableStore(directory, { log })).close();
  });
});

type Call = 'write' | 'datasync' | 'truncate';

/** Opens the log so that of each of these calls the given one fails, counted from 1. */
function failing(turns: Partial<Record<Call, number>>): Open {
  const calls = { write: 0, datasync: 0, truncate: 0 };
  return async (...path) => {
    const handle = await open(...path);
    for (const call of ['write', 'datasync', 'truncate'] as const) {
      const real = handle[call].bind(handle) as (...parameters: unknown[]) => unknown;
      const replaced = (...parameters: unknown[]) => {
        calls[call] += 1;
        return calls[call] === turns[call] ? full() : real(...parameters);
      };
      Object.assign(handle, { [call]: replaced });
    }
    return handle;
  };
}

const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));

describe('when the disk fails', () => {
  test('a failed write is refused and leaves memory and disk as they were', async () => {
    const store = await openDurableStore(directory, { log, open: failing({ write: 2 }) });
    await store.create('ann', titled('A'));
    const before = await readFile(logOf(directory));
    await expect(store.create('ann', titled('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect([...store.list()]).toHaveLength(1);
    expect(await readFile(logOf(directory))).toEqual(before);
    expect((await store.create('ann', titled('C'))).id).toBe(2);
    await store.close();
  });

  test('a write that takes some bytes only is continued', async () => {
    const handles: FileHandle[] = [];
    const short: Open = async (...path) => {
      const handle = await open(...path);
      handles.push(handle);
      const write = handle.write.bind(handle) as unknown as (...parameters: unknown[]) => unknown;
      const few = (bytes: Buffer, start: number, length: number, at: number) =>
        write(bytes, start, Math.min(length, 100), at);
      return Object.assign(handle, { write: few }) as FileHandle;
    };
    const first = await openDurableStore(directory, { log, open: short });
    await fill(first);
    const before = await contentOf(first);
    await first.close();
    const second = await openDurableStore(directory, { log });
    expect(await contentOf(second)).toEqual(before);
    await second.close();
  });

  test('after a failed sync nothing is acknowledged until the log was opened and cut again', async () => {
    // The first sync is that of opening.
    const store = await openDurableStore(directory, { log, open: failing({ datasync: 3 }) });
    await store.create('ann', titled('A'));
    await expect(store.create('ann', titled('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(store.trouble()).toMatch(/could not be synced/);
    expect((await store.create('ann', titled('C'))).id).toBe(2);
    expect(store.trouble()).toBeNull();
    await store.close();
    const again = await openDurableStore(directory, { log });
    expect(Array.from(again.list(), ({ config }) => config.title)).toEqual(['A', 'C']);
    await again.close();
  });

  test('who asks for the trouble has it mended, without a write', async () => {
    const store = await openDurableStore(directory, { log, open: failing({ datasync: 2 }) });
    await expect(store.create('ann', titled('A'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(store.trouble()).not.toBeNull();
    await expect.poll(() => store.trouble()).toBeNull();
    expect((await store.create('ann', titled('B'))).id).toBe(1);
    await store.close();
  });

  test('whichever call fails, what was acknowledged is there after a restart, and nothing else', async () => {
    for (const call of ['write', 'datasync', 'truncate'] as const) {
      for (let turn = 2; turn < 12; turn += 1) {
        const path = await newDirectory();
        // Cutting back happens after a failed write only.
        const turns = call === 'truncate' ? { write: turn, truncate: 2 } : { [call]: turn };
        const store = await openDurableStore(path, { log, open: failing(turns) });
        const acknowledged = new Map<number, string>();
        for (let round = 0; round < 6; round += 1) {
          await store.create('ann', titled(`T${round}`)).then(
            ({ id, config }) => acknowledged.set(id, config.title),
            () => undefined,
          );
          const [id = 0] = acknowledged.keys();
          await store.update(id, 'ann', retitle(`U${round}`)).then(
            ({ entry }) => acknowledged.set(id, entry.config.title),
            () => undefined,
          );
        }
        const before = await contentOf(store);
        await store.close();
        const again = await openDurableStore(path, { log });
        expect(await contentOf(again)).toEqual(before);
        expect(Array.from(again.list(), ({ id, config }) => [id, config.title])).toEqual([...acknowledged]);
        await again.close();
      }
    }
  });

  test('all writers that share a failed sync are refused, and none of them is seen', async () => {
    const store = await openDurableStore(directory, { log, open: failing({ datasync: 2 }) });
    const results = await Promise.allSettled([1, 2, 3].map((n) => store.create('ann', titled(String(n)))));
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    const kept = results.filter(({ status }) => status === 'fulfilled').length;
    expect([...store.list()]).toHaveLength(kept);
    await store.close();
  });
});
