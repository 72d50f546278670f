import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { titled } from '../../test/support/configurations.ts';
import { openFileStore } from './store.ts';

const writer = fileURLToPath(new URL('../../test/support/store-writer.ts', import.meta.url));

/** Runs four writers and kills their process after it acknowledged `count` changes. Resolves to all it acknowledged. */
async function writeAndKill(directory: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(directory);
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.split('\n').length > count) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const reported = `${directory}.acknowledged`;
  const lines = (await readFile(reported, 'utf8')).split('\n').slice(0, -1);
  await rm(reported);
  return lines;
}

test('keeps all acknowledged changes when it is killed repeatedly while writing', {
  timeout: 60_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'crash-'));
  let highestId = 0;
  for (const count of [1, 20, 60]) {
    const acknowledged = await writeAndKill(directory, count);
    const expected = new Map(acknowledged.map((line) => line.split(' ') as [string, string]));
    const store = await openFileStore(directory);
    for (const [id, title] of expected) {
      const found = store.find(Number(id))?.config.title;
      // The change after the last acknowledged one may have come through too.
      if (title === '-') expect(found).toBeUndefined();
      else expect([title, `${title}-b`, undefined]).toContain(found);
      if (found === undefined && title !== '-') expect(title).toMatch(/-b$/);
    }
    expect(store.activeId === null || store.find(store.activeId) !== undefined).toBe(true);
    const { id } = await store.create('ann', titled('next'));
    expect(id).toBeGreaterThan(highestId);
    highestId = id;
    await store.close();
  }
  await rm(directory, { recursive: true });
});
