/** PostgreSQL connection: transactions that report unknown outcomes, notifications, leader election. */
import { hostname } from 'node:os';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { listenForChanges } from './change-listener.ts';
import { begin, migrate } from './migrations.ts';

/** The connection was lost during a commit, so the outcome is unknown. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Timeout for a connection, a lock or a response. */
const TIMEOUT_MS = 3000;
/** Timeout of the connections that detect an outage. */
const OUTAGE_DETECTION_MS = 2000;
/** Creating tables may take longer, as may waiting for another replica that creates them. */
const MIGRATION_TIMEOUT_MS = 120_000;

/** Creates or upgrades the tables. The URL contains a password and is never logged. */
export async function openDatabase(url: string, log: Logger) {
  const config = configOf(url, TIMEOUT_MS);
  await prepare(configOf(url, MIGRATION_TIMEOUT_MS));
  const pool = new Pool({ ...config, max: 4, allowExitOnIdle: true });
  pool.on('error', (error) => log.warn({ error }, 'An idle connection to the database was lost'));
  const outageDetection = {
    ...configOf(url, OUTAGE_DETECTION_MS),
    connectionTimeoutMillis: OUTAGE_DETECTION_MS,
  };
  const { follow, unavailableReason, close } = await listenForChanges(() => new Client(outageDetection), log);
  const { claim, release } = leaderElection(() => new Client(outageDetection));
  return {
    /** Rolls back if `work` throws. Throws UnknownOutcomeError if the connection is lost during the commit. */
    transaction: <Result>(work: (client: PoolClient) => Promise<Result>) => transaction(pool, work),
    /** For a single statement, which needs no transaction. */
    query: pool.query.bind(pool) as Pool['query'],
    /** Leader election: always true for one of the processes that share the database, until it ends. */
    claim,
    follow,
    unavailableReason,
    async close(): Promise<void> {
      await close();
      await release();
      await pool.end();
    },
  };
}

function configOf(url: string, timeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    // Identifies the connected processes for operators and for exclusive commands; PostgreSQL keeps 63 bytes.
    application_name: `semantic-search ${process.pid}@${hostname()}`.slice(0, 63),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: timeoutMs,
    // Ends before the query does, so that the error names the lock.
    lock_timeout: timeoutMs - 500,
    // A replica that freezes during a change must not block the others.
    idle_in_transaction_session_timeout: TIMEOUT_MS,
    keepAlive: true,
  };
}

async function prepare(config: ClientConfig): Promise<void> {
  const client = new Client(config);
  client.on('error', () => undefined); // The running query rejects with the error.
  try {
    await client.connect().catch(throwUnreachable);
    await requireDurability(client);
    await migrate(client);
  } finally {
    await client.end();
  }
}

/** For a host with several addresses, each attempt has its own error and the aggregate error has no message. */
function throwUnreachable(cause: Error & { code?: string }): never {
  throw new Error(`The database at DATABASE_URL is unreachable: ${cause.message || cause.code}`, { cause });
}

/** Without these settings, a crash can undo acknowledged commits. */
async function requireDurability(client: Client): Promise<void> {
  const query = `SELECT name FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`;
  const { rows } = await client.query<{ name: string }>(query);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new Error(`The database may lose what it has acknowledged, with ${names} = off; set it to on`);
}

async function transaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>) {
  const client = await pool.connect();
  const ignoreError = () => undefined; // The running query rejects with the error.
  client.on('error', ignoreError);
  let connectionFailure: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    // Other errors may mean that the connection does not respond: `release` then discards it, with its transaction.
    if (error instanceof Error && !(error instanceof DatabaseError)) connectionFailure = error;
    else await client.query('ROLLBACK').catch((lost: Error) => (connectionFailure = lost));
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(connectionFailure);
  }
}

async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (cause) {
    if ((cause as { severity?: string }).severity === 'ERROR') throw cause;
    throw new UnknownOutcomeError('The connection was lost in a commit', { cause });
  }
}

/** Advisory lock of the leader: arbitrary, but the same in all versions. */
const leaderLock = 7_305_411_983;

/** The lock is held as long as its connection. */
function leaderElection(connect: () => Client) {
  let holder: Client | null = null;
  let attempt: Promise<boolean> | null = null;

  async function tryLock(): Promise<boolean> {
    if (holder) return true;
    const client = connect();
    const forget = () => {
      if (holder === client) holder = null;
    };
    client.on('error', forget).on('end', forget);
    try {
      await client.connect();
      const query = 'SELECT pg_try_advisory_lock($1) AS locked';
      const { rows } = await client.query<{ locked: boolean }>(query, [leaderLock]);
      if (rows[0]?.locked) holder = client;
      return holder === client;
    } finally {
      // After a timeout, the connection could still get the lock, and would keep it.
      if (holder !== client) await client.end();
    }
  }

  return {
    /** Concurrent calls share one attempt, because the lock would exclude the connection of a second one. */
    claim(): Promise<boolean> {
      attempt ??= tryLock().finally(() => (attempt = null));
      return attempt;
    },
    release: async () => holder?.end(),
  };
}
