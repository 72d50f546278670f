import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { bridge, serve, signalFromFlag } from './bridge.ts';

test('aborts the signal when the flag is set, without a message', () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const signal = signalFromFlag(flag);
  signal.throwIfAborted();
  Atomics.store(flag, 0, 1);
  expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(signal.aborted).toBe(true);
});

/** A call to the operations at the other end of a channel. */
function callOf(operations: object | Promise<object>) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  serve(port2, operations);
  return bridge(port1).call;
}

test('an operation gets all arguments in their places, and a signal only if its caller has one', async () => {
  const call = callOf({ list: (...values: unknown[]) => values.map((value) => typeof value) });
  expect(await call('list', undefined, 7)).toEqual(['undefined', 'number']);
  expect(await call('list', 'a', new AbortController().signal)).toEqual(['string', 'object']);
});

test('an async iterable arrives as a stream', async () => {
  async function* pieces() {
    yield 'tide ';
    yield 'and coast';
  }
  const call = callOf({ read: (stream: ReadableStream<string>) => text(stream) });
  expect(await call('read', pieces())).toBe('tide and coast');
});

test('an aborted call does not start', async () => {
  const started: string[] = [];
  const { promise, resolve } = Promise.withResolvers<object>();
  const call = callOf(promise);
  const controller = new AbortController();
  const aborted = call('start', 'aborted', controller.signal);
  const other = call('start', 'other', new AbortController().signal);
  controller.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  resolve({ start: (name: string) => void started.push(name) });
  await other;
  expect(started).toEqual(['other']);
});

test('calls reject with the reason why there are no operations', async () => {
  const failed = Promise.reject(Object.assign(new Error('The files are damaged.'), { code: 'EIO' }));
  failed.catch(() => undefined);
  await expect(callOf(failed)('describe')).rejects.toMatchObject({
    message: 'The files are damaged.',
    code: 'EIO',
  });
});
