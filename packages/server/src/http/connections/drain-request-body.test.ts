import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { httpServer } from './http-server.ts';

/** A connection to a server that answers so, from both sides. */
async function connected(answer: RequestListener): Promise<{ client: Socket; ofServer: Socket }> {
  const server: Server = httpServer().on('request', answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  await once(client, 'connect');
  return { client, ofServer: (await accepted)[0] };
}

/** Resolves to all that the client is sent, and rejects where the connection is reset. */
async function received(client: Socket): Promise<string> {
  return (await client.setEncoding('utf8').toArray()).join('');
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('keeps connections alive longer than common proxies do', async () => {
  const { client } = await connected((_, response) => response.end());
  client.write(get);
  const [head] = await once(client, 'data');
  expect(Number(/^Keep-Alive: timeout=(\d+)/imu.exec(String(head))?.[1])).toBeGreaterThan(60);
});

test('closes an idle connection', async () => {
  const { client, ofServer } = await connected((_, response) => response.end());
  client.write(get);
  await once(client, 'data');
  ofServer.emit('timeout');
  await once(client.resume(), 'close');
});

/** More than the buffers between the two hold. */
const large = Buffer.alloc(20_000_000, 'x');
const head = (connection: string) =>
  `POST / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Length: ${large.length}\r\n\r\n`;

test('delivers an early response to a client that reads after sending, then closes the connection', async () => {
  const { client } = await connected((_, response) => response.writeHead(413).end('too large'));
  client.write(head('close'));
  await new Promise((sent) => client.write(large, sent));
  expect(await received(client)).toMatch(/^HTTP\/1.1 413 .*too large/su);
});

test('reuses a kept connection after an early response and closes it after the next one', async () => {
  const { client } = await connected((_, response) => response.end('answer'));
  client.write(head('keep-alive'));
  await new Promise((sent) => client.write(large, sent));
  client.write(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect((await received(client)).split('answer')).toHaveLength(3);
});

test('keeps no state on a connection for requests with early responses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { client, ofServer } = await connected((_, response) => response.end('answer'));
  const { destroySoon } = ofServer;
  for (let count = 0; count < 3; count += 1) {
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n');
    await once(client, 'data');
    expect(ofServer.destroySoon).not.toBe(destroySoon);
    client.write('x');
    // What has come is read before this is answered.
    client.write(get);
    await once(client, 'data');
    expect(ofServer.destroySoon).toBe(destroySoon);
  }
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['close', 'keep-alive'])(
  'disconnects a client that never completes its request (%s)',
  async (connection) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client, ofServer } = await connected((_, response) => response.end('answer'));
    client.write(head(connection));
    await once(client, 'data');
    expect(ofServer.destroyed).toBe(false);
    vi.advanceTimersByTime(30_000);
    expect(ofServer.destroyed).toBe(true);
  },
);
