/** Atomic deletion of a space: after an interruption, the next deletion or the next start finishes it. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { arm, disarm, type Fault } from '../../test/support/faulty-disk.ts';
import { startForTest } from '../../test/support/server.ts';
import { deleteSpace } from './delete-space.ts';

vi.mock('node:fs/promises', async (original) => {
  const { faulty } = await import('../../test/support/faulty-disk.ts');
  return faulty(await original());
});

const parent = mkdtempSync(join(tmpdir(), 'delete-space-'));
const template = join(parent, 'whole');
const files = ['spaces/birds/space.sqlite', 'spaces/birds/index/1', 'spaces/fish/space.sqlite'];
const checkpoints = ['crawl/birds/1.json', 'crawl/fish/1.json'];

beforeAll(() => {
  for (const file of [...files, ...checkpoints]) {
    mkdirSync(join(template, file, '..'), { recursive: true });
    writeFileSync(join(template, file), file);
  }
});

afterAll(() => rmSync(parent, { recursive: true }));

const copy = (name: string) => {
  const directory = join(parent, name);
  cpSync(template, directory, { recursive: true });
  return directory;
};
const remainingFiles = (directory: string) =>
  (readdirSync(directory, { recursive: true }) as string[]).filter((file) => /\.|\d$/.test(file)).sort();
const fish = ['crawl/fish/1.json', 'spaces/fish/space.sqlite'];

test.each<Fault>(['error', 'crash', 'power loss'])(
  'is atomic with the fault "%s" at any disk operation',
  async (fault) => {
    for (let turn = 1; ; turn += 1) {
      const directory = copy(`${fault}-${turn}`);
      arm(directory, fault, turn);
      const done = await deleteSpace(directory, 'birds').then(
        () => true,
        () => false,
      );
      const occurred = disarm();
      const spaces = remainingFiles(join(directory, 'spaces'));
      expect([
        ['fish/space.sqlite'],
        ['birds/index/1', 'birds/space.sqlite', 'fish/space.sqlite'],
      ]).toContainEqual(spaces);
      if (done) expect(spaces).toHaveLength(1);
      // The checkpoints of imports are deleted before the space, never after it.
      else if (spaces.length === 1) expect(existsSync(join(directory, 'crawl/birds'))).toBe(false);
      await deleteSpace(directory, 'birds');
      expect(remainingFiles(directory), `turn ${turn}`).toEqual(fish);
      if (!occurred) return;
    }
  },
);

test('removes the remains of a killed deletion at the next start', async () => {
  const directory = copy('started');
  mkdirSync(join(directory, 'deleting'));
  cpSync(join(directory, 'spaces/birds'), join(directory, 'deleting/birds'), { recursive: true });
  const server = await startForTest(directory);
  expect(existsSync(join(directory, 'deleting'))).toBe(false);
  expect(existsSync(join(directory, 'spaces/birds/space.sqlite'))).toBe(true);
  await server.close();
});
