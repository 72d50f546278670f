/** A log whose writes and syncs fail, or take less than was given. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { retitle, titled } from '../../../test/support/configurations.ts';
import { folderOfTest } from '../../../test/support/service.ts';
import { contentOf, fill, log } from '../../../test/support/store-history.ts';
import { logPath, type Open } from './log.ts';
import { openFileStore } from './store.ts';

let directory: string;

beforeEach(async () => {
  directory = await folderOfTest();
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
    const store = await openFileStore(directory, { log, open: failing({ write: 2 }) });
    await store.create('ann', titled('A'));
    const before = await readFile(logPath(directory));
    await expect(store.create('ann', titled('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect([...store.list()]).toHaveLength(1);
    expect(await readFile(logPath(directory))).toEqual(before);
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
    const first = await openFileStore(directory, { log, open: short });
    await fill(first);
    const before = await contentOf(first);
    await first.close();
    const second = await openFileStore(directory, { log });
    expect(await contentOf(second)).toEqual(before);
    await second.close();
  });

  test('after a failed sync nothing is acknowledged until the log was opened and cut again', async () => {
    // The first sync is that of opening.
    const store = await openFileStore(directory, { log, open: failing({ datasync: 3 }) });
    await store.create('ann', titled('A'));
    await expect(store.create('ann', titled('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(store.trouble()).toMatch(/could not be synced/);
    expect((await store.create('ann', titled('C'))).id).toBe(2);
    expect(store.trouble()).toBeNull();
    await store.close();
    const again = await openFileStore(directory, { log });
    expect(Array.from(again.list(), ({ config }) => config.title)).toEqual(['A', 'C']);
    await again.close();
  });

  test('who asks for the trouble has it mended, without a write', async () => {
    const store = await openFileStore(directory, { log, open: failing({ datasync: 2 }) });
    await expect(store.create('ann', titled('A'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(store.trouble()).not.toBeNull();
    await expect.poll(() => store.trouble()).toBeNull();
    expect((await store.create('ann', titled('B'))).id).toBe(1);
    await store.close();
  });

  test('whichever call fails, what was acknowledged is there after a restart, and nothing else', async () => {
    for (const call of ['write', 'datasync', 'truncate'] as const) {
      for (let turn = 2; turn < 12; turn += 1) {
        const path = await folderOfTest();
        // Cutting back happens after a failed write only.
        const turns = call === 'truncate' ? { write: turn, truncate: 2 } : { [call]: turn };
        const store = await openFileStore(path, { log, open: failing(turns) });
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
        const again = await openFileStore(path, { log });
        expect(await contentOf(again)).toEqual(before);
        expect(Array.from(again.list(), ({ id, config }) => [id, config.title])).toEqual([...acknowledged]);
        await again.close();
      }
    }
  });

  test('all writers that share a failed sync are refused, and none of them is seen', async () => {
    const store = await openFileStore(directory, { log, open: failing({ datasync: 2 }) });
    const results = await Promise.allSettled([1, 2, 3].map((n) => store.create('ann', titled(String(n)))));
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    const kept = results.filter(({ status }) => status === 'fulfilled').length;
    expect([...store.list()]).toHaveLength(kept);
    await store.close();
  });
});
