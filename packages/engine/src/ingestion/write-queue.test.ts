import { expect, test } from 'vitest';
import { WriteQueue } from './write-queue.ts';

function recorded() {
  const log: string[] = [];
  const writes = new WriteQueue<string>(async (items) => {
    log.push(items.join('+'));
  });
  return { log, writes };
}

test('writes items that wait together as one group', async () => {
  const { log, writes } = recorded();
  await Promise.all([writes.add(['a']), writes.add(['b', 'c']), writes.add(['d'])]);
  await writes.add(['e']);
  expect(log).toEqual(['a+b+c+d', 'e']);
});

test('keeps the order of groups and exclusive operations', async () => {
  const { log, writes } = recorded();
  const remove = async () => void log.push('remove');
  await Promise.all([writes.add(['a']), writes.runExclusive(remove), writes.add(['b']), writes.add(['c'])]);
  expect(log).toEqual(['a', 'remove', 'b+c']);
});

test('rejects all items of a failed group and no later ones', async () => {
  const writes = new WriteQueue<string>(async (items) => {
    if (items.includes('bad')) throw new Error('full');
  });
  const together = [writes.add(['good']), writes.add(['bad'])];
  for (const each of together) await expect(each).rejects.toThrow('full');
  await expect(writes.add(['later'])).resolves.toBeUndefined();
});
