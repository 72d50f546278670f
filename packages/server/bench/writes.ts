/** Benchmark of durable changes and of the start, by number of configurations. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore } from '../src/configurations/store.ts';
import { retitle, titled } from '../test/support/configurations.ts';
import { median } from './median.ts';

/** Elapsed milliseconds. `write` is the median of sequential changes. */
export async function writesAndStart(configurations: number): Promise<{ write: number; start: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-writes-'));
  try {
    const store = await openFileStore(directory);
    const all = Array.from({ length: configurations }, (_, index) =>
      store.create('ann', titled(`T${index}`)),
    );
    await Promise.all(all);
    const times: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      const started = performance.now();
      await store.update(1, 'ann', retitle(`U${round}`));
      times.push(performance.now() - started);
    }
    await store.close();
    const started = performance.now();
    const again = await openFileStore(directory);
    const start = performance.now() - started;
    await again.close();
    return { write: median(times), start };
  } finally {
    await rm(directory, { recursive: true });
  }
}
