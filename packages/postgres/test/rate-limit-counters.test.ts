/** Counters of requests in the database: shared by servers, and without addresses of clients. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSharedStorage } from '../src/shared-storage.ts';
import { binaries, makePostgres, type PostgresServer, quiet } from './postgres-server.ts';

describe.skipIf(binaries === null)('counters of requests', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await makePostgres(binaries!);
    await postgres.start();
  }, 60_000);
  afterAll(() => postgres.remove());

  test('add up over two servers, and keep no address of a client', { timeout: 60_000 }, async () => {
    const url = (await postgres.newDatabase()).replace('tester@', 'tester:secret@');
    const servers = [await openSharedStorage(url, quiet), await openSharedStorage(url, quiet)];
    const counters = servers.map(({ counter }) => counter('address', 3, 60));
    for (const counter of [...counters, ...counters].slice(0, 3)) await counter.consume('203.0.113.77');
    await expect(counters[1]!.consume('203.0.113.77')).rejects.toMatchObject({ consumedPoints: 4 });
    await counters[0]!.consume('203.0.113.78');
    const rows = await postgres.query(url, 'SELECT key FROM semantic_search.requests');
    expect(rows).toHaveLength(2);
    for (const { key } of rows) expect(key).not.toContain('203.0.113');
    for (const server of servers) await server.close();
  });
});
