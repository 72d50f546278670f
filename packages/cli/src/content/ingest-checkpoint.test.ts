import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ingestCheckpoints } from './ingest-checkpoint.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookmark-'));
  file = join(folder, 'documents.ndjson');
  await writeFile(file, 'one\ntwo\n');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a bookmark', () => {
  it('has the position in the file, for each space', async () => {
    await ingestCheckpoints(folder, 'a').write(file, 7);
    expect(await ingestCheckpoints(folder, 'a').read(file)).toBe(7);
    expect(await ingestCheckpoints(folder, 'b').read(file)).toBe(0);
  });

  it('is never partly written for concurrent readers', async () => {
    const checkpoint = ingestCheckpoints(folder, 'a');
    await checkpoint.write(file, 1);
    let writing = true;
    const seen = new Set<number>();
    const looking = (async () => {
      while (writing) seen.add(await checkpoint.read(file));
    })();
    for (let line = 2; line <= 200; line += 1) await checkpoint.write(file, line);
    writing = false;
    await looking;
    expect(seen.size).toBeGreaterThan(1);
    expect(seen).not.toContain(0);
  });

  it('is cleared after the file was completed or has changed', async () => {
    const checkpoint = ingestCheckpoints(folder, 'a');
    await checkpoint.write(file, 7);
    await utimes(file, new Date(0), new Date(0));
    expect(await checkpoint.read(file)).toBe(0);
    await checkpoint.write(file, 7);
    await checkpoint.clear(file);
    expect(await checkpoint.read(file)).toBe(0);
  });
});
