/** Malformed HTTP returns a problem response, regardless of how it is split into packets. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { expectProblem } from '../../../test/support/problem.ts';
import type { TestResponse } from '../../../test/support/server.ts';
import { served } from '../../../test/support/service.ts';

const server = served();

/** Sends bytes and reads until the server closes the connection. */
function raw(bytes: string | Buffer): Promise<TestResponse> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const [line = '', ...fields] = head.split('\r\n');
      const pairs = fields.map((field) => field.split(/: (.*)/s, 2) as [string, string]);
      resolve({
        status: Number(line.split(' ')[1]),
        headers: new Headers(pairs),
        body: JSON.parse(body || '{}'),
      });
    });
  });
}

const post = (headers: string, body = '') =>
  `POST /api/configurations HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${server.token}\r\n${headers}\r\n\r\n${body}`;

const get = (path: string, host = 'Host: a\r\n') =>
  `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\nAuthorization: Bearer ${server.token}\r\n\r\n`;
test.each<[string, number, () => string | Buffer]>([
  ['bytes that are not HTTP', 400, () => 'HELLO\r\n\r\n'],
  ['a TLS handshake', 400, () => Buffer.from('16030100a5010000a10303', 'hex')],
  ['an unknown method', 400, () => 'BREW /api/configurations HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a proxy request', 405, () => 'CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['no Host', 400, () => get('/health', '')],
  ['a Host that is markup', 400, () => get('/', 'Host: <script>\r\n')],
  ['a Host with a path', 400, () => get('/', 'Host: a/b\r\n')],
  ['a Host with a name', 400, () => get('/', 'Host: a@b\r\n')],
  ['a folded header line', 400, () => get('/health', 'Host: a\r\nX: b\r\n c\r\n')],
  ['lines that end in LF', 400, () => 'GET /health HTTP/1.1\nHost: a\n\n'],
  ['endless headers', 431, () => `GET /health HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(100_000)}`],
  ['a header of 40 kB', 431, () => get('/health', `Host: a\r\nX: ${'x'.repeat(40_000)}\r\n`)],
  [
    'a path of 2000 characters outside the basic plane',
    404,
    () => get(`/api/${'%F0%A3%9C%AA'.repeat(2000)}`),
  ],
  ['a null byte in the path', 400, () => get('/api/\0')],
  ['a null byte in the path, encoded', 404, () => get('/api/configurations/%00')],
  ['a path of 15 kB', 404, () => get(`/api/${'x'.repeat(15_000)}`)],
  ['a path with ".."', 404, () => get('/studio/../../../../etc/passwd')],
  ['a path with another host', 404, () => get('http://evil.test/api/nothing')],
  ['an unknown expectation', 415, () => post('Expect: wonders\r\nContent-Length: 2', '{}')],
  ['two lengths', 400, () => post('Content-Length: 1\r\nContent-Length: 2', 'aa')],
  ['a negative length', 400, () => post('Content-Length: -1')],
  ['a length and chunks', 400, () => post('Transfer-Encoding: chunked\r\nContent-Length: 5', '0\r\n\r\n')],
  ['an unknown transfer coding', 400, () => post('Transfer-Encoding: xchunked', '0\r\n\r\n')],
  [
    'a compressed chunked body',
    400,
    () => post('Content-Type: application/json\r\nTransfer-Encoding: gzip, chunked', '2\r\n{}\r\n0\r\n\r\n'),
  ],
  [
    'malformed chunks',
    400,
    () => post('Content-Type: application/json\r\nTransfer-Encoding: chunked', 'ZZ\r\n'),
  ],
])('%s returns %i', async (_what, status, bytes) => {
  expectProblem(await raw(bytes()), status);
});

test('creates nothing and keeps the server healthy', async () => {
  expect((await server.call('GET', '/api/configurations')).body.configurations).toEqual([]);
  expect((await server.call('GET', '/ready')).status).toBe(200);
});

/** Status codes of all responses to these bytes, until the server closes the connection. */
function statuses(bytes: string): Promise<number[]> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', reject);
    socket.on('close', () =>
      resolve(Array.from(text.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status))),
    );
  });
}

const creation = (headers = '') =>
  `POST /api/configurations HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.token}\r\n${headers}Content-Length: 0\r\n\r\n`;

test.each([
  ['bytes that are not HTTP', () => `${creation()}X\r\n\r\n`, [200, 400]],
  [
    'a malformed chunk',
    () =>
      `${creation()}${creation().replace('Content-Length: 0', 'Content-Type: application/json\r\nTransfer-Encoding: chunked')}ZZ\r\n`,
    [200, 400],
  ],
  ['a request after "Connection: close"', () => `${creation('Connection: close\r\n')}${creation()}`, [200]],
])('a request before %s gets its own response', async (_, bytes, expected) => {
  const count = async () =>
    ((await server.call('GET', '/api/configurations')).body.configurations as unknown as object[]).length;
  const before = await count();
  expect(await statuses(bytes())).toEqual(expected);
  expect((await count()) - before).toBe(1);
});
