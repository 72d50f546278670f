/** What is lost when the process is killed again and again, the disk is full, or files are damaged: nothing acknowledged. */
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
import type { WritableSpace } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import { spaceFiles } from '../src/storage/space-files.ts';
import { documentsOf, surviveKills, titlesIn, turtle } from './support/durability.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'durable-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('killed a hundred times while it writes, a space loses nothing acknowledged and is whole', async () => {
  expect(await surviveKills(directory, 100)).toBeGreaterThan(500);
}, 600_000);

test('a full disk refuses what is written, questions are answered, and with room again it goes on', async ({
  skip,
}) => {
  const mount = (...options: string[]) => spawnSync('mount', [...options, directory]).status === 0;
  if (!mount('-t', 'tmpfs', '-o', 'size=16m', 'tmpfs')) skip('A small disk takes the right to mount one.');
  try {
    const folder = join(directory, 'space');
    mkdirSync(folder);
    let space = await openSpace(folder);
    const known = new Map<string, string>();
    const refused = await refusedAfter(space, known);
    expect(refused).toMatchObject({ name: 'StorageError', code: 'storage-full' });
    expect(String(refused)).toContain('The disk is full: nothing was written.');
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

async function refusedAfter(space: WritableSpace, known: Map<string, string>): Promise<unknown> {
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

test('a snapshot with any byte wrong, or cut anywhere, is rebuilt; that is said, and every answer is right', async () => {
  let space = await openSpace(directory);
  await space.replaceThesaurus(turtle(20), 'text/turtle');
  await space.put(documentsOf(200, 12));
  const right = await titlesIn(space);
  await space.close();
  const { index } = spaceFiles(directory);
  const whole = new Map(readdirSync(index).map((name) => [name, readFileSync(join(index, name))]));
  let rebuilt = 0;
  for (let round = 0; round < 150; round++) {
    for (const name of readdirSync(index)) rmSync(join(index, name));
    for (const [name, bytes] of whole) writeFileSync(join(index, name), bytes);
    const [name, bytes] = [...whole][round % whole.size]!;
    const at = Math.floor(Math.random() * bytes.length);
    if (round % 3 === 0) truncateSync(join(index, name), at);
    else {
      const wrong = Buffer.from(bytes);
      wrong[at]! ^= 1 << (round & 7);
      writeFileSync(join(index, name), wrong);
    }
    space = await openSpace(directory);
    expect(await titlesIn(space)).toEqual(right);
    const { notices = [] } = await space.describe();
    for (const notice of notices) expect(notice).toContain('is rebuilt from the documents');
    rebuilt += notices.length;
    // The manifest ends in bytes that mean nothing.
    if (name !== 'manifest') expect(notices).toHaveLength(1);
    await space.close();
  }
  expect(rebuilt).toBeGreaterThan(120);
}, 120_000);
