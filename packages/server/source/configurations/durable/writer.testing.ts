/** A process that writes configurations until it is killed, and says on standard output what was acknowledged. */
import { pino } from 'pino';
import { retitle, titled } from '../fixtures.testing.ts';
import { openDurableStore } from './store.ts';

const store = await openDurableStore(process.argv[2] ?? '', { log: pino({ level: 'silent' }) });

/** Creates one, changes it, and tells after each answer; deletes every third. */
async function write(writer: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    const { id } = await store.create('writer', titled(`${writer}-${round}`));
    console.log(`${id} ${writer}-${round}`);
    await store.update(id, 'writer', retitle(`${writer}-${round}-b`));
    console.log(`${id} ${writer}-${round}-b`);
    if (round % 3 !== 0) continue;
    await store.activate(id, 'writer');
    await store.remove(id, 'writer');
    console.log(`${id} -`);
  }
}

await Promise.all([1, 2, 3, 4].map(write));
