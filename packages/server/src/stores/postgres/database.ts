/** PostgreSQL connection: transactions with a known or reported outcome, notifications. */
import { hostname } from 'node:os';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { ProblemError } from '../../errors/problem.ts';
import { type CatchUp, type CounterName, listenForChanges } from './change-listener.ts';
import { begin, migrate } from './migrations.ts';

/** The connection was lost while a transaction was being committed: it may be done or not. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

export interface Database {
  /** Rolled back when `work` throws. Throws UnknownOutcomeError when nobody can tell whether it is committed. */
  transaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>;
  /** For single statements, such as the counting of requests. */
  query: Pool['query'];
  /**
   * True for one process at a time of all that share the database; it stays so until that one closes or ends. Asking
   * again is true for the one that has it.
   */
  claim(): Promise<boolean>;
  /** `catchUp` is called whenever the counter may have moved, until the returned function is. */
  follow(counter: CounterName, catchUp: CatchUp): () => void;
  /** Why nothing can be written or heard of now, in words for the operator; null when all is well. */
  trouble(): string | null;
  close(): Promise<void>;
}

/** Longest wait for a connection, a lock or an answer, in milliseconds. */
const patience = 3000;
/** So soon it is noticed that the database is away. */
const impatience = 2000;
/** Making tables may take longer, and so may waiting for another replica that makes them. */
const migrationPatience = 120_000;

/** Makes or renews the tables. The URL holds a password: it is never logged. */
export async function openDatabase(url: string, log: Logger): Promise<Database> {
  const config = configOf(url, patience);
  await prepare(configOf(url, migrationPatience));
  const pool = new Pool({ ...config, max: 4, allowExitOnIdle: true });
  pool.on('error', (error) => log.warn({ error }, 'An idle connection to the database was lost'));
  const impatient = { ...config, connectionTimeoutMillis: impatience, query_timeout: impatience };
  const following = await listenForChanges(() => new Client(impatient), log);
  const claimed = claimOf(() => new Client(impatient));
  return {
    transaction: (work) => transaction(pool, work),
    query: pool.query.bind(pool) as Pool['query'],
    claim: claimed.claim,
    follow: following.add,
    trouble: following.trouble,
    async close() {
      await following.close();
      await claimed.release();
      await pool.end();
    },
  };
}

function configOf(url: string, longest: number): ClientConfig {
  return {
    connectionString: url,
    // Tells operators, and whoever must be alone, which processes are connected; 63 bytes are kept of it.
    application_name: `semantic-search ${process.pid}@${hostname()}`.slice(0, 63),
    connectionTimeoutMillis: patience,
    query_timeout: longest,
    lock_timeout: longest - 500,
    // A replica that froze in the middle of a change must not keep the others from theirs.
    idle_in_transaction_session_timeout: patience,
    keepAlive: true,
  };
}

async function prepare(config: ClientConfig): Promise<void> {
  const client = new Client(config);
  client.on('error', () => undefined); // The query that is under way rejects with it.
  try {
    await client.connect().catch(unreachable);
    await requireDurability(client);
    await migrate(client);
  } finally {
    await client.end();
  }
}

/** Where a name has several addresses, each has a reason of its own, and the error of all none. */
function unreachable(cause: Error & { code?: string }): never {
  const reason = cause.message || cause.code;
  throw new Error(`The database at DATABASE_URL cannot be asked: ${reason}`, { cause });
}

/** Without these the database acknowledges what a crash takes back. */
async function requireDurability(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings
     WHERE (name IN ('fsync', 'full_page_writes', 'synchronous_commit')) AND setting = 'off'`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new Error(`The database may lose what it has acknowledged, with ${names} = off; set it to on`);
}

async function transaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const broken = () => undefined; // The query that is under way rejects with it.
  client.on('error', broken);
  let failure: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    // A connection that does not answer is thrown away, and its transaction with it.
    if (isSilent(error)) failure = error as Error;
    else await client.query('ROLLBACK').catch((lost) => (failure = lost as Error));
    throw error;
  } finally {
    client.off('error', broken);
    client.release(failure);
  }
}

/** Neither the database's own word nor ours: the connection was lost, or the time for an answer is over. */
function isSilent(error: unknown): boolean {
  if (error instanceof UnknownOutcomeError) return true;
  return error instanceof Error && !(error instanceof DatabaseError) && !(error instanceof ProblemError);
}

/** Any number, the same in all versions. */
const claimLock = 7_305_411_983;

/** The lock lives as long as its connection. */
function claimOf(connect: () => Client) {
  let holder: Client | null = null;

  async function claim(): Promise<boolean> {
    if (holder) return true;
    const client = connect();
    const lost = () => {
      if (holder === client) holder = null;
    };
    client.on('error', lost);
    client.on('end', lost);
    await client.connect();
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [
      claimLock,
    ]);
    if (rows[0]?.got) holder = client;
    else await client.end();
    return holder === client;
  }

  return { claim, release: async () => holder?.end() };
}

async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (cause) {
    if ((cause as { severity?: string }).severity === 'ERROR') throw cause;
    throw new UnknownOutcomeError('The connection was lost in a commit', { cause });
  }
}
