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
  trouble(): string | null;
  close(): Promise<void>;
}

export const channel = 'semantic_search';

/** Maximum staleness of a replica without notifications. */
const MAX_STALENESS_MS = 500;
const RETRY_DELAY_MS = 250;

/** Rejects if the first connection fails; later it reconnects whenever the connection is lost. */
export async function listenForChanges(connect: () => Client, log: Logger): Promise<ChangeListener> {
  const followers = new Map<CatchUp, CounterName>();
  const alarm = alarmClock();
  let trouble: string | null = null;
  let closed = false;

  async function look(client: Client): Promise<void> {
    const { rows } = await client.query<{ name: CounterName; value: string; fixed: string }>(
      `SELECT name, value, current_setting('transaction_read_only') AS fixed FROM semantic_search.counters`,
    );
    for (const { name, value } of rows) {
      for (const [catchUp, counter] of followers) {
        if (counter === name) await catchUp(client, Number(value));
      }
    }
    trouble = rows[0]?.fixed === 'on' ? 'The database takes no changes.' : null;
  }

  async function listening(): Promise<Client> {
    const client = connect();
    client.on('error', alarm.ring);
    client.on('end', alarm.ring);
    client.on('notification', alarm.ring);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await look(client);
      // The connection does not keep a finished command running.
      unref(client);
      return client;
    } catch (error) {
      giveUp(client);
      throw error;
    }
  }

  async function lookOn(client: Client): Promise<void> {
    try {
      while (!closed) {
        await alarm.sleep(MAX_STALENESS_MS);
        if (!closed) await look(client);
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
        await lookOn(client ?? (await listening()));
      } catch (error) {
        if (trouble === null) log.warn({ error }, 'The connection to the database is lost');
        trouble = 'There is no connection to the database.';
        await alarm.sleep(RETRY_DELAY_MS);
      }
    }
  }

  const running = run(await listening());
  return {
    add(counter, catchUp) {
      // A key of its own for each subscription, even of the same function.
      const own: CatchUp = (client, value) => catchUp(client, value);
      followers.set(own, counter);
      return () => followers.delete(own);
    },
    trouble: () => trouble,
    async close() {
      closed = true;
      alarm.ring();
      // Keeps the process running until the connection has ended.
      const awake = setInterval(() => undefined, 1000);
      await running.finally(() => clearInterval(awake));
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
function alarmClock() {
  let rung = false;
  let wake: () => void = () => undefined;
  return {
    ring(): void {
      rung = true;
      wake();
    },
    async sleep(milliseconds: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, milliseconds).unref();
        });
      }
      rung = false;
    },
  };
}
