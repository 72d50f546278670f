/** Slow readers of large responses: bounded memory, other requests succeed, excess responses are rejected. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { served } from '../../../../test/support/fixtures.ts';
import { growthDuring } from '../support/memory.ts';

/** In MB: the response memory limit, responses in progress, and garbage. Unbounded it would be 3,000. */
const mostGrowth = 900;
const readers = 400;

/** Responses that are not shared reach the memory limit after 11 s on two idle cores. */
const MAX_WAIT_SECONDS = 60;

/** With a deadline that no waiting request reaches, only the limit of the memory rejects. */
const service = served({ LOG_LEVEL: 'error', BACKEND_DEADLINE: `${2 * MAX_WAIT_SECONDS}000` }, []);
const opened: Socket[] = [];

beforeAll(async () => {
  const text = 'Der Bär lebt im Wald – und frißt Lachs. '.repeat(97_000);
  const body = JSON.stringify({ id: 'urn:long', title: 'long', text, language: 'de' });
  const headers = { 'Content-Type': 'application/x-ndjson' };
  expect((await service.call('POST', '/api/spaces/large/documents', { body, headers })).status).toBe(200);
  await service.call('POST', '/api/configurations', { body: { config: { searchSpace: 'large' } } });
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** Sends a request and reads at most the beginning of the response. */
function ask(query: string, statuses: Map<string, number>): void {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  opened.push(socket);
  socket.on('error', () => undefined); // Some are closed by the server.
  socket.once('data', (head) => {
    const status = /^HTTP\/1.1 (\d+)/.exec(String(head))?.[1] ?? 'none';
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    socket.pause();
  });
  const lines = [
    `GET /api/configurations/1/document?uri=urn:long${query} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${service.adminToken}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
}

/** Asks for many responses, and waits until one has the status. */
async function askMany(status: string, queryOf: (index: number) => string) {
  const statuses = new Map<string, number>();
  const { growth } = await growthDuring(service, async () => {
    for (let index = 0; index < readers; index += 1) ask(queryOf(index), statuses);
    for (let second = 0; second < 12 || (!statuses.has(status) && second < MAX_WAIT_SECONDS); second += 1) {
      await pause(1000);
      expect((await service.call('GET', '/api/configurations/1')).status).toBe(200);
    }
  });
  return { growth, statuses };
}

test('unread responses of one document need bounded memory', async () => {
  const { growth, statuses } = await askMany('200', () => '');
  expect(growth).toBeLessThan(mostGrowth);
  expect(statuses.get('200')).toBeGreaterThan(0);
});

test('unread responses of one document in different variants, which cannot be shared, need bounded memory', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const { growth, statuses } = await askMany(
    '503',
    (index) => `&language=${letters[index % 26]}${letters[Math.floor(index / 26)]}`,
  );
  expect(growth).toBeLessThan(mostGrowth);
  expect(statuses.get('503')).toBeGreaterThan(0);
});
