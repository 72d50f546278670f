import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gracefulEnding } from './graceful-ending.ts';

test('a request that does not end is cut off after six seconds: containers are killed after ten', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ending = gracefulEnding();
  const asked = Promise.withResolvers<void>();
  const server = ending.watching(createServer(ending.telling(() => asked.resolve())));
  await once(server.listen(0), 'listening');
  const cut = vi.spyOn(server, 'closeAllConnections');
  const client = connect((server.address() as AddressInfo).port);
  const gone = once(client, 'close');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  const ended = ending.end(server, 0);
  while (vi.getTimerCount() === 0) await turn();
  vi.advanceTimersByTime(5999);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await Promise.all([gone, ended]);
});
