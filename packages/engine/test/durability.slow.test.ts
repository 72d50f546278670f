/** Crash recovery, full disks and corruption of snapshots, at length. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import { spaceFiles } from '../src/storage/space-files.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { documentsOf, surviveKills, titlesIn, turtle } from './support/durability.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'durable-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('keeps all acknowledged writes when killed fifty times while writing', async () => {
  expect(await surviveKills(directory, 50)).toBeGreaterThan(250);
}, 600_000);

test('rejects writes on a full disk, serves queries, and writes again after space is freed', async ({
  skip,
}) => {
  const mount = (...options: string[]) => spawnSync('mount', [...options, directory]).status === 0;
  if (!mount('-t', 'tmpfs', '-o', 'size=16m', 'tmpfs')) skip('Requires permission to mount a small disk.');
  try {
    const folder = join(directory, 'space');
    mkdirSync(folder);
    let space = await openSpace(folder);
    const known = new Map<string, string>();
    const error = await errorWhenFull(space, known);
    expect(error).toMatchObject({ name: 'StorageError', code: 'storage-full' });
    expect(String(error)).toContain('The disk is full: nothing was written.');
    expect(await titlesIn(space)).toEqual(known);
    await expect(space.replaceThesaurus(turtle(20_000), 'text/turtle')).rejects.toMatchObject({
      code: 'storage-full',
    });
    expect(await space.describe()).toMatchObject({ concepts: 0, documents: known.size });
    await space.close();
    space = await openSpace(folder);
    expect(await titlesIn(space)).toEqual(known);
    expect(mount('-o', 'remount,size=64m')).toBe(true);
    await space.put([{ id: 'later', title: 'Later' }]);
    await space.replaceThesaurus(turtle(3), 'text/turtle');
    await space.close();
    space = await openSpace(folder);
    expect(await titlesIn(space)).toEqual(known.set('later', 'Later'));
    expect((await space.describe()).concepts).toBe(3);
    await space.close();
  } finally {
    spawnSync('umount', [directory]);
  }
}, 120_000);

async function errorWhenFull(space: WritableSpace, known: Map<string, string>): Promise<unknown> {
  for (const document of documentsOf(10_000, 2000)) {
    try {
      await space.put([document]);
    } catch (error) {
      return error;
    }
    known.set(document.id, document.title!);
  }
  return undefined;
}

test('rebuilds a snapshot with any corrupted byte or truncation, and reports it', async () => {
  let space = await openSpace(directory);
  await space.replaceThesaurus(turtle(20), 'text/turtle');
  await space.put(documentsOf(200, 12));
  const expected = await titlesIn(space);
  await space.close();
  const { index } = spaceFiles(directory);
  const intact = new Map(readdirSync(index).map((name) => [name, readFileSync(join(index, name))]));
  let rebuilt = 0;
  for (let round = 0; round < 60; round++) {
    for (const name of readdirSync(index)) rmSync(join(index, name));
    for (const [name, bytes] of intact) writeFileSync(join(index, name), bytes);
    const [name, bytes] = [...intact][round % intact.size]!;
    const at = Math.floor(Math.random() * bytes.length);
    if (round % 3 === 0) truncateSync(join(index, name), at);
    else {
      const corrupted = Buffer.from(bytes);
      corrupted[at]! ^= 1 << (round & 7);
      writeFileSync(join(index, name), corrupted);
    }
    space = await openSpace(directory);
    expect(await titlesIn(space)).toEqual(expected);
    const { notices = [] } = await space.describe();
    for (const notice of notices) expect(notice).toContain('is rebuilt from the documents');
    rebuilt += notices.length;
    expect(notices).toHaveLength(1);
    await space.close();
  }
  expect(rebuilt).toBe(60);
}, 120_000);
