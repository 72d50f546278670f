/** Histories whose writes and syncs fail, or accept fewer bytes than given. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { retitle, titled } from '../../../test/support/configurations.ts';
import { folderOfTest } from '../../../test/support/service.ts';
import { contentOf, fill, log } from '../../../test/support/store-history.ts';
import { historyPath, type Open } from './history-file.ts';
import { openFileStore } from './store.ts';

let directory: string;

beforeEach(async () => {
  directory = await folderOfTest();
});

type Call = 'write' | 'datasync' | 'truncate';

/** Makes the given calls fail, counted from 1 over all histories. */
function failing(turns: Partial<Record<Call, readonly number[]>>): Open {
  const calls = { write: 0, datasync: 0, truncate: 0 };
  return async (...path) => {
    const handle = await open(...path);
    for (const call of ['write', 'datasync', 'truncate'] as const) {
      const real = handle[call].bind(handle) as (...parameters: unknown[]) => unknown;
      const replaced = (...parameters: unknown[]) => {
        calls[call] += 1;
        return turns[call]?.includes(calls[call]) ? full() : real(...parameters);
      };
      Object.assign(handle, { [call]: replaced });
    }
    return handle;
  };
}

const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));

describe('when the disk fails', () => {
  test('a failed write is rejected and changes neither memory nor disk', async () => {
    const store = await openFileStore(directory, { log, open: failing({ write: [2, 3] }) });
    await store.create('ann', titled('A'));
    const before = await readFile(historyPath(directory, 1));
    await expect(store.create('ann', titled('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    await expect(store.update(1, 'ann', retitle('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect([...store.list()]).toHaveLength(1);
    expect(await readFile(historyPath(directory, 1))).toEqual(before);
    expect(await readFile(historyPath(directory, 2), 'utf8')).toBe('');
    expect((await store.create('ann', titled('C'))).id).toBe(2);
    await store.close();
  });

  test('a write that accepts only some bytes is continued', async () => {
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

  test('a failed sync is rejected, and a restart does not find its line', async () => {
    const store = await openFileStore(directory, { log, open: failing({ datasync: [2] }) });
    await store.create('ann', titled('A'));
    await expect(store.create('ann', titled('B'))).rejects.toMatchObject({ code: 'service-unavailable' });
    expect((await store.create('ann', titled('C'))).id).toBe(2);
    await store.close();
    const again = await openFileStore(directory, { log });
    expect(Array.from(again.list(), ({ config }) => config.title)).toEqual(['A', 'C']);
    await again.close();
  });

  test('nothing is acknowledged while the remains of a failed write cannot be removed', async () => {
    // The sync of the change, then those of removing it: at once, before the next change, and in `unavailableReason`.
    const store = await openFileStore(directory, { log, open: failing({ datasync: [2, 3, 4] }) });
    await store.create('ann', titled('A'));
    for (const title of ['B', 'C']) {
      await expect(store.create('ann', titled(title))).rejects.toMatchObject({ code: 'service-unavailable' });
      expect([...store.list()]).toHaveLength(1);
    }
    expect(store.unavailableReason()).toMatch(/remains could not be removed/);
    await expect.poll(() => store.unavailableReason()).toBeNull();
    expect((await store.create('ann', titled('D'))).id).toBe(2);
    await store.close();
    const again = await openFileStore(directory, { log });
    expect(Array.from(again.list(), ({ config }) => config.title)).toEqual(['A', 'D']);
    await again.close();
  });

  test('if any call fails, a restart finds exactly the acknowledged changes', async () => {
    for (const call of ['write', 'datasync', 'truncate'] as const) {
      for (let turn = 1; turn < 12; turn += 1) {
        const path = await folderOfTest();
        // A history is truncated only after a failed write.
        const turns = call === 'truncate' ? { write: [turn], truncate: [1] } : { [call]: [turn] };
        const store = await openFileStore(path, { log, open: failing(turns) });
        const acknowledged = new Map<number, string>();
        for (let round = 0; round < 6; round += 1) {
          await store.create('ann', titled(`T${round}`)).then(
            ({ id, config }) => acknowledged.set(id, config.title),
            () => undefined,
          );
          const [id = 9] = acknowledged.keys();
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

  test('all changes of a batch with a failed sync are rejected, and none of them is visible', async () => {
    const store = await openFileStore(directory, { log, open: failing({ datasync: [3] }) });
    // The first is written alone, the others wait for it and share a batch.
    const results = await Promise.allSettled([1, 2, 3].map((n) => store.create('ann', titled(String(n)))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect([...store.list()]).toHaveLength(1);
    await store.close();
    const again = await openFileStore(directory, { log });
    expect([...again.list()]).toHaveLength(1);
    await again.close();
  });
});
