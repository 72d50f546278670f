/** What is lost when the process is killed, again and again, or the disk is full: nothing that was acknowledged. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WrittenMessage } from './durability-writer.testing.ts';
import type { SearchQuestion, WritableSpace } from './questions.ts';
import { openSpace } from './space.ts';

const everything: SearchQuestion = {
  input: '',
  selected: [],
  excluded: [],
  facets: [],
  documentFacets: [],
  sort: { field: 'relevance', direction: 'desc' },
  start: 0,
  count: 5000,
  summaryLength: 0,
};

/** Title by id. */
async function titlesIn(space: WritableSpace): Promise<Map<string, string>> {
  const { total, documents } = await space.search(everything);
  expect(documents).toHaveLength(total);
  return new Map(documents.map(({ id, title }) => [id, title]));
}

test('killed a hundred times while it writes, a space loses nothing acknowledged and is whole', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'killed-'));
  const titles = new Map<string, string>();
  let [concepts, version, acknowledged] = [0, 0, 0];
  for (let round = 0; round < 100; round++) {
    let begun: Extract<WrittenMessage, { begun: number }> | undefined;
    const writer = fork(new URL('./durability-writer.testing.ts', import.meta.url), [
      directory,
      String(version),
    ]);
    await killedAfter(writer, Math.random() * 300, (message) => {
      if ('begun' in message) {
        begun = message;
        version = message.begun;
      } else {
        acknowledged++;
        apply(begun!, titles);
        if (begun!.concepts !== undefined) concepts = begun!.concepts;
        begun = undefined;
      }
    });
    const warnings: string[] = [];
    const space = await openSpace(directory, { onWarning: (message) => warnings.push(message) });
    const found = await titlesIn(space);
    const { concepts: known } = await space.describe();
    await space.close();
    // What was under way may have happened altogether, or not at all.
    const after = new Map(titles);
    if (begun) apply(begun, after);
    expect([titles, after]).toContainEqual(found);
    expect([concepts, begun?.concepts ?? concepts]).toContain(known);
    expect(warnings.filter((warning) => !warning.startsWith('There is no snapshot'))).toEqual([]);
    concepts = known;
    titles.clear();
    for (const [id, title] of found) titles.set(id, title);
  }
  expect(acknowledged).toBeGreaterThan(500);
  rmSync(directory, { recursive: true });
}, 600_000);

function apply(
  { begun, ids, deleted }: Extract<WrittenMessage, { begun: number }>,
  titles: Map<string, string>,
) {
  for (const id of ids ?? []) titles.set(id, `v${begun}`);
  if (deleted !== undefined) titles.delete(deleted);
}

/** Kills the process some milliseconds after it said that the space is open. */
function killedAfter(
  child: ChildProcess,
  milliseconds: number,
  told: (message: Exclude<WrittenMessage, { open: true }>) => void,
) {
  return new Promise<void>((resolve) => {
    child.on('message', (message: WrittenMessage) => {
      if ('open' in message) setTimeout(() => child.kill('SIGKILL'), milliseconds);
      else told(message);
    });
    child.on('exit', () => resolve());
  });
}

test('a full disk refuses what is written, and questions are answered', async ({ skip }) => {
  const directory = mkdtempSync(join(tmpdir(), 'full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', directory]);
  if (mounted.status !== 0) skip('A small disk takes the right to mount one.');
  try {
    const folder = join(directory, 'space');
    mkdirSync(folder);
    const warnings: string[] = [];
    const open = () => openSpace(folder, { onWarning: (message) => warnings.push(message) });
    let space = await open();
    const known = new Map<string, string>();
    const description = 'Much ado about nothing. '.repeat(500);
    const refused = await refusedAfter(async (i) => {
      await space.put([{ id: `${i}`, title: `Document ${i}`, description, language: 'en' }]);
      known.set(`${i}`, `Document ${i}`);
    });
    expect(String(refused)).toContain('full');
    expect(await titlesIn(space)).toEqual(known);
    await space.close();
    space = await open();
    expect(await titlesIn(space)).toEqual(known);
    await space.close();
  } finally {
    spawnSync('umount', [directory]);
    rmSync(directory, { recursive: true });
  }
}, 120_000);

/** What was thrown by the first of up to 10,000 writes that failed. */
async function refusedAfter(write: (i: number) => Promise<void>): Promise<unknown> {
  for (let i = 0; i < 10_000; i++) {
    try {
      await write(i);
    } catch (error) {
      return error;
    }
  }
  return undefined;
}
