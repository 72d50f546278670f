import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { smallContent, startForTest } from '../test/support/server.ts';
import { folderOfTest } from '../test/support/service.ts';

test('keeps a configuration created over HTTP after a restart', async () => {
  const directory = await folderOfTest();
  const first = await startForTest(directory);
  const created = await first.call('POST', '/api/configurations', { config: { title: 'Cats' } });
  expect(created.status).toBe(200);
  expect(created.body).toMatchObject({ id: 1, user: 'tester', config: { title: 'Cats' }, errors: [] });
  await first.close();

  const second = await startForTest(directory);
  onTestFinished(second.close);
  const listed = await second.call('GET', '/api/configurations');
  expect(listed.body).toMatchObject({
    activeConfigId: null,
    configurations: [{ id: 1, config: { title: 'Cats' } }],
  });
  const read = await second.call('GET', '/api/configurations/1');
  expect(read.body).toEqual(listed.body.configurations?.[0]);
});

test('does not start a second server on the same directory', async () => {
  const directory = await folderOfTest();
  const first = await startForTest(directory);
  onTestFinished(first.close);
  await expect(startForTest(directory)).rejects.toThrow(/is used by another process/);
  expect((await first.call('POST', '/api/configurations')).status).toBe(200);
});

test('releases its directory if it cannot listen', async () => {
  const other = await startForTest(await folderOfTest());
  onTestFinished(other.close);
  const directory = await folderOfTest();
  const taken = new URL(other.url).port;
  await expect(startForTest(directory, { PORT: taken })).rejects.toThrow(/PORT.*EADDRINUSE/);
  await expect(startForTest(directory, { HOST: 'nowhere.invalid' })).rejects.toThrow(/HOST nowhere\.invalid/);
  const next = await startForTest(directory);
  await next.close();
});

test('releases its directory if the content cannot be closed', async () => {
  const directory = await folderOfTest();
  const close = () => Promise.reject(new Error('The worker is gone.'));
  const server = await startForTest(directory, {}, { ...smallContent, close });
  await expect(server.close()).rejects.toThrow('The worker is gone.');
  await (await startForTest(directory)).close();
});

test('completes requests in flight before it stops', async () => {
  const server = await startForTest(await folderOfTest());
  const responses = Array.from({ length: 5 }, () => server.call('POST', '/api/configurations'));
  await Promise.race(responses);
  await server.close();
  const settled = await Promise.allSettled(responses);
  expect(settled.map((response) => response.status === 'fulfilled' && response.value.status)).toEqual(
    Array(5).fill(200),
  );
});

test('is not ready before its demo is loaded', async () => {
  const directory = await folderOfTest();
  const server = await startForTest(directory, { DEMO_DIR: directory });
  onTestFinished(server.close);
  expect((await server.call('GET', '/health')).status).toBe(200);
  expect((await server.call('GET', '/ready')).body).toMatchObject({ parts: { service: 'not ready' } });
  server.setDemoLoaded();
  expect((await server.call('GET', '/ready')).status).toBe(200);
});

test('keeps responding during shutdown and reports not ready', async () => {
  const server = await startForTest(await folderOfTest(), { SHUTDOWN_DELAY: '600' });
  const ready = () => server.call('GET', '/ready');
  expect((await ready()).body.parts).toEqual({
    service: 'ready',
    configurations: 'ready',
    scopes: 'ready',
    insight: 'ready',
    tokens: 'ready',
  });
  const closed = server.close();
  let response = await ready();
  while (response.status === 200) response = await ready();
  expect(response.status).toBe(503);
  expect(response.headers.get('connection')).toBe('close');
  expect(response.body).toEqual({
    status: 'not ready',
    parts: {
      service: 'not ready',
      configurations: 'ready',
      scopes: 'ready',
      insight: 'ready',
      tokens: 'ready',
    },
  });
  expect((await server.call('GET', '/api/configurations')).status).toBe(200);
  await closed;
});

const REQUEST = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';

// Were they waited for, this would take longer than a test may.
test.each<[string, string[]]>([
  ['send nothing or have received their response', ['', REQUEST]],
  [
    'stop in the middle of their first or next headers',
    ['GET /health HTTP/1.1\r\nHost: a\r\n', `${REQUEST}GET /health HTTP/1.1\r\n`],
  ],
])('connections that %s do not delay the shutdown', async (_case, allSent) => {
  const server = await startForTest(await folderOfTest());
  const { hostname, port } = new URL(server.url);
  const connecting = allSent.map(async (sent) => {
    const silent = connect(Number(port), hostname);
    silent.on('error', () => undefined).resume();
    await once(silent, 'connect');
    silent.write(sent);
    if (sent.includes(REQUEST)) await once(silent, 'data');
    return { gone: once(silent, 'close') };
  });
  const connections = await Promise.all(connecting);
  await server.close();
  await Promise.all(connections.map(({ gone }) => gone));
});

const CONNECTION_COUNT = 1000;
const [sockets, allowed] = ['/proc/net/tcp', '/proc/sys/net/core/somaxconn'];
const reportsAcceptQueue = existsSync(sockets) && Number(readFileSync(allowed, 'utf8')) > CONNECTION_COUNT;

/** Length of the accept queue: for a listening socket (state 0A), Linux reports it as the receive queue. */
function acceptQueueLength(port: string): number {
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync(sockets, 'utf8').split('\n');
  const fields = lines.map((line) => line.trim().split(/\s+/u));
  const listening = fields.find(([, address, , state]) => address?.endsWith(local) && state === '0A');
  return Number.parseInt(listening?.[4]?.split(':')[1] ?? '', 16);
}

test.runIf(reportsAcceptQueue)(
  'a thousand connections made while the server is busy are accepted without a retry',
  async () => {
    const server = await startForTest(await folderOfTest());
    onTestFinished(server.close);
    const { hostname, port } = new URL(server.url);
    for (let index = 0; index < CONNECTION_COUNT; index += 1) {
      const client = connect(Number(port), hostname);
      onTestFinished(() => void client.destroy());
    }
    // They connect now, and none is accepted before this turn is over.
    await new Promise(process.nextTick);
    expect(acceptQueueLength(port)).toBe(CONNECTION_COUNT);
  },
);
