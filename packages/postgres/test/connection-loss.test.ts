/** Connection loss: a replica reports the outcome of a commit correctly and promptly if its connection fails. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConfigurationStore } from '../../server/src/configurations/store.ts';
import { retitle, titled } from '../../server/test/support/configurations.ts';
import { type Database, openDatabase } from '../src/database.ts';
import { rateLimitCounters } from '../src/rate-limit-counters.ts';
import { lockCounter } from '../src/tables.ts';
import { openPostgresStore } from './opened-stores.ts';
import { binaries, makePostgres, type PostgresServer, quiet } from './postgres-server.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

if (binaries === null) console.warn('Connection losses are not tested: PostgreSQL is not installed.');

describe.skipIf(binaries === null)('the database connection', () => {
  let server: PostgresServer;
  let database: Database;
  let proxy: TcpProxy;
  let store: ConfigurationStore;
  /** Connects directly, without the proxy, as does the witness. */
  let other: Database;
  let witness: ConfigurationStore;
  const cleanups: (() => Promise<unknown>)[] = [];
  const soon = { timeout: 10_000 };

  beforeAll(async () => {
    server = await makePostgres(binaries as string);
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    const url = await server.newDatabase();
    proxy = await startTcpProxy(url);
    database = await openDatabase(proxy.url, quiet);
    store = await openPostgresStore(database);
    other = await openDatabase(url, quiet);
    witness = await openPostgresStore(other);
    cleanups.push(proxy.close, database.close, other.close);
    await store.create('ann', titled('A'));
    await expect.poll(() => witness.find(1), soon).toBeDefined();
  });
  afterEach(async () => {
    proxy.setMode('forward');
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  });

  const change = () => store.update(1, 'ann', retitle('B'));
  /** Waits for the cut, then lets later requests pass. */
  async function untilCut(): Promise<void> {
    await expect.poll(() => proxy.cuts(), { ...soon, interval: 5 }).toBeGreaterThan(0);
    proxy.setMode('forward');
  }

  test('detects that a change is done if the connection is cut after its commit', async () => {
    proxy.setMode('cut after commit');
    const changing = change();
    await untilCut();
    expect((await changing).entry.config.title).toBe('B');
    await expect.poll(() => witness.find(1)?.config.title, soon).toBe('B');
    expect((await witness.logs(1, 0, 10))?.total).toBe(2);
  });

  test('retries a change if the connection is cut before its commit', async () => {
    proxy.setMode('cut before commit');
    const changing = change();
    await untilCut();
    expect((await changing).entry.config.title).toBe('B');
    await expect.poll(() => witness.find(1)?.config.title, soon).toBe('B');
    expect((await witness.logs(1, 0, 10))?.total).toBe(2);
  });

  test('retries a change that another lock blocks for longer than the timeout', async () => {
    let attempts = 0;
    const counted: Database = {
      ...database,
      transaction(work) {
        attempts += 1;
        return database.transaction(work);
      },
    };
    const patient = await openPostgresStore(counted);
    /** Holds the lock until the given number of attempts has been blocked by it. */
    const holdLock = (blockedAttempts: number) => {
      attempts = 0;
      return new Promise<void>((resolve, reject) => {
        const holding = other.transaction(async (client) => {
          await lockCounter(client, 'changes');
          resolve();
          while (attempts <= blockedAttempts) await client.query('SELECT pg_sleep(0.1)');
        });
        holding.catch(reject);
      });
    };
    await holdLock(1);
    expect((await patient.update(1, 'ann', retitle('B'))).entry.config.title).toBe('B');
    await holdLock(2);
    await expect(patient.update(1, 'ann', retitle('C'))).rejects.toThrow(/nothing has changed/);
    expect([patient.find(1)?.config.title, attempts]).toEqual(['B', 2]);
    attempts = 3;
  }, 60_000);

  test('reports an unknown outcome within 15 seconds if the connection stays lost after a commit', async () => {
    proxy.setMode('lost after commit');
    const started = performance.now();
    await expect(change()).rejects.toThrow(/Read again whether it was/);
    expect(performance.now() - started).toBeLessThan(15_000);
    await expect.poll(() => witness.find(1)?.config.title, soon).toBe('B');
  }, 20_000);

  test('detects a hanging connection and serves cached data meanwhile', async () => {
    proxy.setMode('hang');
    await expect.poll(() => store.unavailableReason(), soon).toMatch(/no connection/);
    expect(store.find(1)?.config.title).toBe('A');
    await expect(change()).rejects.toMatchObject({ code: 'service-unavailable' });
    proxy.setMode('forward');
    await expect.poll(() => store.unavailableReason(), soon).toBeNull();
    expect((await change()).entry.config.title).toBe('B');
  }, 40_000);

  test('tries an unreachable database a few times per second', async () => {
    proxy.setMode('refuse');
    await expect.poll(() => store.unavailableReason(), soon).toMatch(/no connection/);
    const before = proxy.refusals();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(proxy.refusals() - before).toBeGreaterThan(0);
    expect(proxy.refusals() - before).toBeLessThan(20);
    proxy.setMode('forward');
    await expect.poll(() => store.unavailableReason(), soon).toBeNull();
  }, 20_000);

  test('shares rate limits; each replica counts alone while the database is down', async () => {
    const count = async (counters: ReturnType<typeof rateLimitCounters>) =>
      (await counters.counter('token', 5, 60).consume('k')).consumedPoints;
    const [one, other] = [rateLimitCounters(proxy.url, database), rateLimitCounters(proxy.url, database)];
    cleanups.push(one.close, other.close);
    expect([await count(one), await count(other), await count(one)]).toEqual([1, 2, 3]);
    proxy.setMode('hang');
    expect(await count(other)).toBe(1);
  });

  test('gives the claim to overlapping calls of one process', async () => {
    const one = await openDatabase(proxy.url, quiet);
    expect(await Promise.all([one.claim(), one.claim()])).toEqual([true, true]);
    await one.close();
  });

  test('gives the claim to one process at a time, then to the next', async () => {
    const [one, other] = [await openDatabase(proxy.url, quiet), await openDatabase(proxy.url, quiet)];
    expect([await one.claim(), await other.claim(), await one.claim()]).toEqual([true, false, true]);
    await one.close();
    await expect.poll(() => other.claim(), soon).toBe(true);
    await other.close();
  });
});
