/**
 * Listener for the changes of other replicas (`LISTEN`).
 *
 * It also polls the counters, because notifications get lost with a connection and in some proxies.
 */
import type { Client, ClientBase } from 'pg';
import type { Logger } from 'pino';

/** A row of the table of counters, which increases by one with each change, under a lock. */
export type CounterName = 'changes' | 'tokens';

/** Receives the value of the counter. */
export type CatchUp = (client: ClientBase, value: number) => Promise<void>;

export interface ChangeListener {
  add(counter: CounterName, catchUp: CatchUp): () => void;
  unavailableReason(): string | null;
  close(): Promise<void>;
}

export const channel = 'semantic_search';

/** Maximum staleness of a replica without notifications. */
const MAX_STALENESS_MS = 500;
const RETRY_DELAY_MS = 250;

/** Rejects if the first connection fails; later it reconnects whenever the connection is lost. */
export async function listenForChanges(connect: () => Client, log: Logger): Promise<ChangeListener> {
  const followers = new Map<CatchUp, CounterName>();
  const sleeper = createSleeper();
  let unavailableReason: string | null = null;
  let closed = false;

  async function poll(client: Client): Promise<void> {
    const { rows } = await client.query<{ name: CounterName; value: string; fixed: string }>(
      `SELECT name, value, current_setting('transaction_read_only') AS fixed FROM semantic_search.counters`,
    );
    for (const { name, value } of rows) {
      for (const [catchUp, counter] of followers) {
        if (counter === name) await catchUp(client, Number(value));
      }
    }
    unavailableReason = rows[0]?.fixed === 'on' ? 'The database is read-only.' : null;
  }

  async function listening(): Promise<Client> {
    const client = connect();
    client.on('error', () => undefined); // The running query rejects with the error.
    try {
      await client.connect();
      // Not before: a failed attempt would shorten the delay of the next one.
      for (const event of ['error', 'end', 'notification'] as const) client.on(event, sleeper.wakeUp);
      await client.query(`LISTEN ${channel}`);
      await poll(client);
      // The connection does not keep a finished command running.
      unref(client);
      return client;
    } catch (error) {
      giveUp(client);
      throw error;
    }
  }

  async function pollUntilClosed(client: Client): Promise<void> {
    try {
      while (!closed) {
        await sleeper.sleep(MAX_STALENESS_MS);
        if (!closed) await poll(client);
      }
      await client.end();
    } catch (error) {
      giveUp(client);
      throw error;
    }
  }

  async function run(first: Client): Promise<void> {
    for (let client: Client | null = first; !closed; client = null) {
      try {
        await pollUntilClosed(client ?? (await listening()));
      } catch (error) {
        if (unavailableReason === null) log.warn({ error }, 'The connection to the database is lost');
        unavailableReason = 'There is no connection to the database.';
        await sleeper.sleep(RETRY_DELAY_MS);
      }
    }
  }

  const running = run(await listening());
  return {
    add(counter, catchUp) {
      followers.set(catchUp, counter);
      return () => followers.delete(catchUp);
    },
    unavailableReason: () => unavailableReason,
    async close() {
      closed = true;
      sleeper.wakeUp();
      // Keeps the process running until the connection has ended.
      const keepAlive = setInterval(() => undefined, 1000);
      await running.finally(() => clearInterval(keepAlive));
    },
  };
}

/** Does not wait: on a dead connection, ending never completes. */
function giveUp(client: Client): void {
  client.end().catch(() => undefined); // The caller throws the reason.
}

/** Missing in the types of `pg`. */
function unref(client: Client): void {
  (client as Client & { unref(): void }).unref();
}

/** A sleep that can be interrupted; an interruption between two sleeps ends the next one at once. */
function createSleeper() {
  let isInterrupted = false;
  let resume: () => void = () => undefined;
  return {
    wakeUp(): void {
      isInterrupted = true;
      resume();
    },
    async sleep(milliseconds: number): Promise<void> {
      if (!isInterrupted) {
        await new Promise<void>((resolve) => {
          resume = resolve;
          setTimeout(resolve, milliseconds).unref();
        });
      }
      isInterrupted = false;
    },
  };
}
