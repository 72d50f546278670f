/**
 * Process that writes configurations until it is killed, and records acknowledged changes in `<directory>.acknowledged`.
 *
 * A file survives the kill; standard output may not. The process loads its code, then reads the directory from standard
 * input, so that a test can prepare the next process. It prints a line for every record.
 */
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { text } from 'node:stream/consumers';
import { openFileStore } from '../../src/configurations/store.ts';
import { retitle, titled } from './configurations.ts';

// A killed process has no later opportunity.
flushCompileCache();
const directory = await text(process.stdin);
if (directory === '') process.exit();
const store = await openFileStore(directory);

function record(id: number, what: string): void {
  appendFileSync(`${directory}.acknowledged`, `${id} ${what}\n`);
  console.log(id);
}

/** Creates and updates configurations, records each response, and deletes every third. */
async function write(writer: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    const { id } = await store.create('writer', titled(`${writer}-${round}`));
    record(id, `${writer}-${round}`);
    await store.update(id, 'writer', retitle(`${writer}-${round}-b`));
    record(id, `${writer}-${round}-b`);
    if (round % 3 !== 0) continue;
    await store.activate(id, 'writer');
    await store.remove(id, 'writer');
    record(id, '-');
  }
}

await Promise.all([1, 2, 3, 4].map(write));
