/** Rejected and aborted uploads create no search space and release their memory and slot. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({ TRACING: 'on' }, openContent);

const thesaurus = (space: string, text: string) =>
  server.call('PUT', `/api/spaces/${space}/thesaurus`, text, { 'Content-Type': 'text/turtle' });
const upload = async (space: string, type: string, text: string) => {
  const headers = { 'Content-Type': type };
  const { status, body } = await server.call('POST', `/api/spaces/${space}/documents`, text, headers);
  const last = status === 200 ? JSON.parse(String(body).trim().split('\n').at(-1)!) : undefined;
  return { status, last };
};
const spaces = async () =>
  Object.values((await server.call('GET', '/api/spaces')).body.spaces!).map(({ name }) => name);

test.each([
  ['nothing', 'application/x-ndjson', ''],
  ['no document', 'application/x-ndjson', 'junk\n{}\n'],
  ['too large a document', 'application/x-ndjson', `{"id":"urn:a","title":"${'x'.repeat(200_000)}"}\n`],
  ['a table without ids', 'text/csv', 'name,title\na,b\n'],
  ['commas', 'text/csv', `id,title\n${','.repeat(1_000_000)}`],
])('does not create a search space from an upload with %s', async (_what, type, text) => {
  const { status, last } = await upload('mistyped', type, text);
  expect([status, last.done, last.accepted]).toEqual([200, true, 0]);
  expect(await spaces()).not.toContain('mistyped');
});

test('rejects an unsupported character encoding', async () => {
  const { status } = await upload(
    'mistyped',
    'text/csv; charset=iso-8859-1',
    'id,title\nurn:a,M\u00fcnchen\n',
  );
  expect(status).toBe(415);
  expect((await upload('mistyped', 'text/csv; charset="UTF-8"', '')).status).toBe(200);
});

test.each([
  ['nothing', '', /no SKOS concept/],
  ['no concept', '<urn:a> <urn:b> <urn:c> .', /no SKOS concept/],
  ['no Turtle', 'this is <no Turtle', /line 1/i],
])('rejects a thesaurus with %s', async (_what, text, why) => {
  const { status, body } = await thesaurus('owls', text);
  expect([status, body.detail]).toEqual([400, expect.stringMatching(why)]);
});

test('creates the space with a valid thesaurus and reports its warnings', async () => {
  const concept = '<urn:owl> a <http://www.w3.org/2004/02/skos/core#Concept> .';
  const { status, body } = await thesaurus('owls', concept);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ concepts: 1, warnings: [expect.stringContaining('urn:owl')] }),
  ]);
  const described = Object.values((await server.call('GET', '/api/spaces')).body.spaces!);
  expect(described).toMatchObject([{ name: 'owls', concepts: 1, documents: 0 }]);
});

test('triggers no listener leak warning', async () => {
  const warnings: string[] = [];
  const record = ({ name }: Error) => warnings.push(name);
  process.on('warning', record);
  await upload('guide', 'application/x-ndjson', '{"id":"urn:wren","title":"Wren"}\n');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', record);
  expect(warnings).toEqual([]);
});

test('creates the space with the first valid document after invalid lines', async () => {
  const { last } = await upload('guide', 'application/x-ndjson', 'junk\n{"id":"urn:wren","title":"Wren"}\n');
  expect(last).toMatchObject({ done: true, accepted: 1, refused: 1 });
  expect(await spaces()).toContain('guide');
});

/** Starts an upload; the server waits for the body. */
async function startUpload(token = server.token, greeting = '100 Continue'): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /api/spaces/guide/documents HTTP/1.1',
    'Host: localhost',
    'Expect: 100-continue',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/x-ndjson',
    'Transfer-Encoding: chunked',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  expect(String(await once(socket, 'data'))).toContain(greeting);
  return socket;
}

/** Sends lines of an upload and disconnects; with more than one line, after the start of the response. */
async function disconnectAfter(lines: number): Promise<void> {
  const socket = await startUpload();
  const text = 'junk\n'.repeat(lines);
  socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
  if (lines > 1) expect(String(await once(socket, 'data'))).toContain('200 OK');
  socket.destroy();
}

test.each([
  ['before the response', 1],
  ['during the response', 500],
])('releases the slot if the client disconnects %s', async (_when, lines) => {
  for (let turn = 0; turn < 17; turn += 1) await disconnectAfter(lines);
  await expect.poll(async () => (await upload('guide', 'application/x-ndjson', 'junk')).status).toBe(200);
});

test('a token with many uploads leaves slots to others', async () => {
  const issue = (subject: string) =>
    server.issuer.access({ subject, scopes: ['spaces:write'], spaces: ['guide'], lifetime: 60 });
  const [greedy, other] = await Promise.all([issue('greedy'), issue('other')]);
  const open = await Promise.all(Array.from({ length: 8 }, () => startUpload(greedy.token)));
  const rejected = await startUpload(greedy.token, 'HTTP/1.1 503');
  for (let turn = 0; turn < 3; turn += 1) open.push(await startUpload(other.token));
  for (const socket of [...open, rejected]) socket.destroy();
});
