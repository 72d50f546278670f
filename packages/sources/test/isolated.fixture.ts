/** Functions for the tests of the isolated process, by name. */
import { gunzipSync } from 'node:zlib';

let calls = 0;

const functions: Record<string, (argument: unknown) => unknown> = {
  count: () => calls,
  echo: (argument) => argument,
  environment: () => Object.keys(process.env),
  processId: () => process.pid,
  loop: () => {
    for (;;);
  },
  fillHeap: () => {
    for (const objects: object[] = []; ; ) objects.push({ number: objects.length });
  },
  fillBuffers: () => {
    for (const buffers: Buffer[] = []; ; ) buffers.push(Buffer.alloc(1_000_000, 1));
  },
  allocateAtOnce: () => Buffer.alloc(2_000_000_000, 1).length,
  expand: (argument) => gunzipSync(argument as Uint8Array).length,
  produceGarbage: () => {
    let length = 0;
    for (let round = 0; round < 500; round += 1) length += Array.from({ length: 100_000 }, () => ({})).length;
    return length;
  },
  recurse: function recurse(): unknown {
    return [recurse()];
  },
  exit: () => process.exit(3),
  fail: () => {
    throw Object.assign(new RangeError('bad input'), { code: 'BAD' });
  },
};

export default async ({ name, argument }: { name: string; argument?: unknown }): Promise<unknown> => {
  calls += 1;
  return functions[name]!(argument);
};
