/** Killed many times among four writers: KILLS=1000 for the thousand. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDurableStore } from '../source/configurations/durable/store.ts';

const kills = Number(process.env.KILLS ?? 30);
const writer = fileURLToPath(new URL('../source/configurations/durable/writer.testing.ts', import.meta.url));

test(`killed ${kills} times at any moment, it keeps all it acknowledged and gives no id twice`, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'kills-'));
  const acknowledged = new Map<number, string>();
  const known = new Set<number>();
  for (let round = 0; round < kills; round += 1) {
    const child = spawn(process.execPath, [writer, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    const most = 1 + ((round * 37) % 200);
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (text.split('\n').length > most) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const fresh = new Set<number>();
    for (const line of text.split('\n').slice(0, -1)) {
      const [id, title = ''] = [Number(line.split(' ')[0]), line.slice(line.indexOf(' ') + 1)];
      acknowledged.set(id, title);
      fresh.add(id);
    }
    for (const id of fresh) expect(known.has(id), `id ${id} was given before`).toBe(false);
    for (const id of fresh) known.add(id);
    const store = await openDurableStore(directory, { log: pino({ level: 'silent' }) });
    for (const [id, title] of acknowledged) {
      const found = store.find(id)?.config.title;
      if (title === '-') expect(found, `configuration ${id}`).toBeUndefined();
      // The changes after the last acknowledged one may have come through too.
      else
        expect([title, `${title}-b`, ...(fresh.has(id) ? [undefined] : [])], `configuration ${id}`).toContain(
          found,
        );
      if (found !== undefined) acknowledged.set(id, found);
      else acknowledged.set(id, '-');
    }
    expect(store.activeId === null || store.find(store.activeId) !== undefined).toBe(true);
    await store.close();
  }
  await rm(directory, { recursive: true });
});
