import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderOfTest } from '../../test/support/service.ts';
import { nonBlockingOutput } from './non-blocking-stdout.ts';

/** A pipe whose reader pauses: nothing is taken out of it but by `read`. */
async function pausedPipe() {
  const path = join(await folderOfTest(), 'pipe');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(descriptor));
  const place = Buffer.alloc(1024 * 1024);
  const read = (most = place.length) => {
    try {
      return place.toString('utf8', 0, readSync(descriptor, place, 0, most, null));
    } catch {
      return ''; // EAGAIN: it is empty.
    }
  };
  return { descriptor, read };
}

const line = (number: number) => `{"line":${number},"of":"${'ä'.repeat(50)}"}\n`;
const numbers = (text: string) => Array.from(text.matchAll(/"line":(\d+)/g), ([, number]) => Number(number));

test('delivers buffered lines in order to a paused reader and counts the dropped ones', async () => {
  const { descriptor, read } = await pausedPipe();
  const reported: [number, string][] = [];
  const output = nonBlockingOutput(descriptor, { most: 20_000, onAgain: (...of) => reported.push(of) });
  const many = 2000;
  for (let number = 0; number < many; number += 1) output.write(line(number));
  const dropped = output.dropped();
  expect(dropped).toBeGreaterThan(0);
  expect(reported).toEqual([]);

  let text = '';
  await expect
    .poll(() => {
      text += read(10_000);
      return reported.length;
    })
    .toBe(1);
  text += read();
  expect(reported).toEqual([[dropped, 'EAGAIN']]);
  expect(text.split('\n').slice(0, -1).map(numbers)).toEqual(
    Array.from({ length: many - dropped }, (_, number) => [number]),
  );

  output.write(line(7));
  expect(read()).toBe(line(7));
  expect(output.dropped()).toBe(dropped);
});

test('neither throws nor grows on a full disk', () => {
  const descriptor = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(descriptor));
  const output = nonBlockingOutput(descriptor, { most: 1000, onAgain: () => undefined });
  for (let number = 0; number < 100; number += 1) output.write(line(number));
  expect(output.dropped()).toBe(100 - Math.floor(1000 / Buffer.byteLength(line(10))));
});

test('waits for a reader at exit, but not for a disk and not forever', async () => {
  const { descriptor, read } = await pausedPipe();
  const output = nonBlockingOutput(descriptor, { onAgain: () => undefined });
  const many = 800; // More than a pipe holds, less than two.
  for (let number = 0; number < many; number += 1) output.write(line(number));
  output.flush(30);
  const before = read();
  output.flush(30_000);
  expect(numbers(before + read())).toEqual(Array.from({ length: many }, (_, number) => number));

  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const lost = nonBlockingOutput(full, { onAgain: () => undefined });
  lost.write(line(1));
  lost.flush(Number.POSITIVE_INFINITY);
  expect(lost.dropped()).toBe(0);
});
