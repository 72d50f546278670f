/** Conformance to the port of stores, on a real PostgreSQL server. */
import { afterAll, beforeAll, describe } from 'vitest';
import { insightConformance } from '../../server/test/conformance/insight.ts';
import { storeConformance } from '../../server/test/conformance/store.ts';
import { openDatabase } from '../src/database.ts';
import { openInsightStorage } from '../src/insight-storage.ts';
import { openPostgresStore } from './opened-stores.ts';
import { binaries, makePostgres, type PostgresServer, quiet } from './postgres-server.ts';

if (binaries === null) console.log('PostgreSQL is not installed: its conformance is not tested.');

describe.skipIf(binaries === null)('the adapter', () => {
  let server: PostgresServer;
  const cleanUps: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    server = await makePostgres(binaries as string);
  });
  afterAll(async () => {
    await Promise.all(cleanUps.map((cleanUp) => cleanUp()));
    await server.remove();
  });

  storeConformance('PostgreSQL', async () => {
    const database = await openDatabase(await server.newDatabase(), quiet);
    cleanUps.push(database.close);
    return openPostgresStore(database);
  });
  insightConformance('PostgreSQL', async () => {
    const url = await server.newDatabase();
    const open = async () => {
      const database = await openDatabase(url, quiet);
      cleanUps.push(database.close);
      return openInsightStorage(database);
    };
    return [await open(), await open()];
  });
});
