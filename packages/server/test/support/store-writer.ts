/**
 * A process that writes configurations until it is killed, and notes in `<directory>.told` what was acknowledged: a
 * file outlives it, what stands in its standard output may not. It is told the directory on standard input once its
 * code is loaded, so that a test can have the next one ready, and gives a line on standard output for every note.
 */
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { openDurableStore } from '../../src/configurations/store-file/store.ts';
import { retitle, titled } from './configurations.ts';

// Who is killed has no later moment for it.
flushCompileCache();
const directory = await text(process.stdin);
if (directory === '') process.exit();
const store = await openDurableStore(directory, { log: pino({ level: 'silent' }) });

function tell(id: number, what: string): void {
  appendFileSync(`${directory}.told`, `${id} ${what}\n`);
  console.log(id);
}

/** Creates one, changes it, and tells after each answer; deletes every third. */
async function write(writer: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    const { id } = await store.create('writer', titled(`${writer}-${round}`));
    tell(id, `${writer}-${round}`);
    await store.update(id, 'writer', retitle(`${writer}-${round}-b`));
    tell(id, `${writer}-${round}-b`);
    if (round % 3 !== 0) continue;
    await store.activate(id, 'writer');
    await store.remove(id, 'writer');
    tell(id, '-');
  }
}

await Promise.all([1, 2, 3, 4].map(write));
