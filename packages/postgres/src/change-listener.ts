/**
 * Listener for the changes of other replicas (`LISTEN`).
 *
 * It also polls the counters, because notifications get lost with a connection and in some proxies.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientBase } from 'pg';
import type { Logger } from 'pino';

/** A row of the table of counters, which increases by one with each change, under a lock. */
export type CounterName = 'changes' | 'tokens';

/** Receives the value of the counter. */
type CatchUp = (client: ClientBase, value: number) => Promise<void>;

export const channel = 'semantic_search';

/** Interval of polling: the maximum staleness of a replica without notifications. */
const MAX_STALENESS_MS = 500;
/** Delay before the next attempt to connect. */
const RETRY_DELAY_MS = 250;

/** Pauses that `wakeUp` ends: the current one, or the next one. */
class Alarm {
  #controller = new AbortController();

  readonly wakeUp = () => this.#controller.abort();

  async pause(milliseconds: number): Promise<void> {
    const { signal } = this.#controller;
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) this.#controller = new AbortController();
  }
}

/** Does not wait for the end, because ending a dead connection never completes. The caller throws the reason. */
const giveUp = (client: Client) => void client.end().catch(() => undefined);

/** Rejects if the first connection fails. Later, it reconnects whenever the connection is lost. */
export async function listenForChanges(connect: () => Client, log: Logger) {
  const followers = new Map<CatchUp, CounterName>();
  const alarm = new Alarm();
  let unavailableReason: string | null = null;
  let isClosed = false;

  async function poll(client: Client): Promise<void> {
    const { rows } = await client.query<{ name: CounterName; value: string; read_only: string }>(
      `SELECT name, value, current_setting('transaction_read_only') AS read_only FROM semantic_search.counters`,
    );
    for (const { name, value } of rows) {
      for (const [catchUp, counter] of followers) if (counter === name) await catchUp(client, Number(value));
    }
    unavailableReason = rows[0]?.read_only === 'on' ? 'The database is read-only.' : null;
  }

  async function connectAndListen(): Promise<Client> {
    const client = connect();
    client.on('error', () => undefined); // The running query rejects with the error.
    try {
      await client.connect();
      // Registered only now, because the end of a failed attempt would shorten the delay of the next one.
      for (const event of ['error', 'end', 'notification'] as const) client.on(event, alarm.wakeUp);
      await client.query(`LISTEN ${channel}`);
      await poll(client);
      // The connection does not keep a finished command running.
      (client as Client & { unref(): void }).unref();
      return client;
    } catch (error) {
      giveUp(client);
      throw error;
    }
  }

  async function pollUntilClosed(client: Client): Promise<void> {
    try {
      while (!isClosed) {
        await alarm.pause(MAX_STALENESS_MS);
        if (!isClosed) await poll(client);
      }
      await client.end();
    } catch (error) {
      giveUp(client);
      throw error;
    }
  }

  async function pollAndReconnect(first: Client): Promise<void> {
    for (let client: Client | null = first; !isClosed; client = null) {
      try {
        await pollUntilClosed(client ?? (await connectAndListen()));
      } catch (error) {
        if (unavailableReason === null) log.warn({ error }, 'The connection to the database is lost');
        unavailableReason = 'There is no connection to the database.';
        await alarm.pause(RETRY_DELAY_MS);
      }
    }
  }

  const polling = pollAndReconnect(await connectAndListen());
  return {
    /** Calls `catchUp` whenever the counter may have changed, until the returned function is called. */
    follow(counter: CounterName, catchUp: CatchUp): () => void {
      followers.set(catchUp, counter);
      return () => followers.delete(catchUp);
    },
    /** Message for the operator if the database is unavailable; otherwise null. */
    unavailableReason: () => unavailableReason,
    async close(): Promise<void> {
      isClosed = true;
      alarm.wakeUp();
      // Keeps the process running until the connection has ended.
      const keepAlive = setInterval(() => undefined, 1000);
      await polling.finally(() => clearInterval(keepAlive));
    },
  };
}
