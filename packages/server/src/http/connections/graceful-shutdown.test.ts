import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gracefulShutdown } from './graceful-shutdown.ts';

test('aborts unfinished requests after six seconds, before a container is killed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ending = gracefulShutdown();
  const requested = Promise.withResolvers<void>();
  const server = ending.prepare(createServer(() => requested.resolve()));
  await once(server.listen(0), 'listening');
  const cut = vi.spyOn(server, 'closeAllConnections');
  const client = connect((server.address() as AddressInfo).port);
  const gone = once(client, 'close');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await requested.promise;
  const ended = ending.shutDown(server, 0);
  while (vi.getTimerCount() === 0) await turn();
  vi.advanceTimersByTime(5999);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await Promise.all([gone, ended]);
});

test('responds to a request that arrived before its connection was closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const ending = gracefulShutdown();
  const server = ending.prepare(createServer((_, response) => response.end('answer')));
  await once(server.listen(0), 'listening');
  const client = connect((server.address() as AddressInfo).port);
  await once(server, 'connection');
  const ended = ending.shutDown(server, 0);
  // The delay is over, and then what has connected is taken.
  vi.advanceTimersByTime(1);
  while (server.listening) await turn();
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  vi.advanceTimersByTime(50);
  expect((await client.setEncoding('utf8').toArray()).join('')).toContain('answer');
  await ended;
});
