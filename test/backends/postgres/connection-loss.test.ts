/** Connection loss: a replica reports the outcome of a commit correctly and promptly if its connection fails. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConfigurationStore } from '../../../packages/server/src/configurations/store.ts';
import { type Database, openDatabase } from '../../../packages/server/src/stores/postgres/database.ts';
import { rateLimitCounters } from '../../../packages/server/src/stores/postgres/rate-limit-counters.ts';
import { openPostgresStore } from '../../../packages/server/src/stores/postgres/store.ts';
import { lockCounter } from '../../../packages/server/src/stores/postgres/tables.ts';
import { retitle, titled } from '../../../packages/server/test/support/configurations.ts';
import {
  binaries,
  makePostgres,
  type PostgresServer,
  quiet,
} from '../../../packages/server/test/support/postgres-server.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.fixture.ts';

if (binaries === null) console.warn('Connection losses are not tested: PostgreSQL is not installed.');

describe.skipIf(binaries === null)('the database connection', () => {
  let server: PostgresServer;
  let database: Database;
  let line: TcpProxy;
  let store: ConfigurationStore;
  /** Has its own connection, as does the witness. */
  let other: Database;
  let witness: ConfigurationStore;
  const undo: (() => Promise<unknown>)[] = [];
  const soon = { timeout: 10_000 };

  beforeAll(async () => {
    server = await makePostgres(binaries as string);
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    const url = await server.newDatabase();
    line = await startTcpProxy(url);
    database = await openDatabase(line.url, quiet);
    store = await openPostgresStore(database);
    other = await openDatabase(url, quiet);
    witness = await openPostgresStore(other);
    undo.push(line.close, database.close, other.close);
    await store.create('ann', titled('A'));
    await expect.poll(() => witness.find(1), soon).toBeDefined();
  });
  afterEach(async () => {
    line.behave('well');
    for (const step of undo.splice(0).reverse()) await step();
  });

  const change = () => store.update(1, 'ann', retitle('B'));
  /** Later requests succeed. */
  async function untilCut(): Promise<void> {
    await expect.poll(() => line.cuts(), { ...soon, interval: 5 }).toBeGreaterThan(0);
    line.behave('well');
  }

  test('cut after the commit arrived: the change is detected as done', async () => {
    line.behave('cut after commit');
    const changing = change();
    await untilCut();
    expect((await changing).entry.config.title).toBe('B');
    await expect.poll(() => witness.find(1)?.config.title, soon).toBe('B');
    expect(witness.number).toBe(2);
  });

  test('cut before the commit arrived: the change is detected as not done and retried', async () => {
    line.behave('cut before commit');
    const changing = change();
    await untilCut();
    expect((await changing).entry.config.title).toBe('B');
    await expect.poll(() => witness.find(1)?.config.title, soon).toBe('B');
    expect(witness.number).toBe(2);
  });

  test('blocked by another lock for longer than the timeout: the change is retried', async () => {
    let attempts = 0;
    const counted: Database = {
      ...database,
      transaction(work) {
        attempts += 1;
        return database.transaction(work);
      },
    };
    const patient = await openPostgresStore(counted);
    /** Waits until the given number of attempts has started and is blocked. */
    const heldFor = (limitMs: number) => {
      attempts = 0;
      return new Promise<void>((held, failed) => {
        const holding = other.transaction(async (client) => {
          await lockCounter(client, 'changes');
          held();
          while (attempts <= limitMs) await client.query('SELECT pg_sleep(0.1)');
        });
        holding.catch(failed);
      });
    };
    await heldFor(1);
    expect((await patient.update(1, 'ann', retitle('B'))).entry.config.title).toBe('B');
    await heldFor(2);
    await expect(patient.update(1, 'ann', retitle('C'))).rejects.toThrow(/nothing has changed/);
    expect([patient.find(1)?.config.title, attempts]).toEqual(['B', 2]);
    attempts = 3;
  }, 60_000);

  test('lost for good after a commit: an unknown outcome is reported within ten seconds', async () => {
    line.behave('lost after commit');
    const began = performance.now();
    await expect(change()).rejects.toThrow(/Read again whether it was/);
    expect(performance.now() - began).toBeLessThan(15_000);
    await expect.poll(() => witness.find(1)?.config.title, soon).toBe('B');
  }, 20_000);

  test('a dead connection is detected, and cached data is served meanwhile', async () => {
    line.behave('dead');
    await expect.poll(() => store.unavailableReason(), soon).toMatch(/no connection/);
    expect(store.find(1)?.config.title).toBe('A');
    await expect(change()).rejects.toMatchObject({ code: 'service-unavailable' });
    line.behave('well');
    await expect.poll(() => store.unavailableReason(), soon).toBeNull();
    expect((await change()).entry.config.title).toBe('B');
  }, 40_000);

  test('rate limits are shared; each replica counts alone while the database is down', async () => {
    const count = async (counters: ReturnType<typeof rateLimitCounters>) =>
      (await counters.counter('token', 5, 60).consume('k')).consumedPoints;
    const [one, other] = [rateLimitCounters(line.url, database), rateLimitCounters(line.url, database)];
    undo.push(one.close, other.close);
    expect([await count(one), await count(other), await count(one)]).toEqual([1, 2, 3]);
    line.behave('dead');
    expect(await count(other)).toBe(1);
  });

  test('one process at a time holds the claim, and the next one gets it afterwards', async () => {
    const [one, other] = [await openDatabase(line.url, quiet), await openDatabase(line.url, quiet)];
    expect([await one.claim(), await other.claim(), await one.claim()]).toEqual([true, false, true]);
    await one.close();
    await expect.poll(() => other.claim(), soon).toBe(true);
    await other.close();
  });
});
