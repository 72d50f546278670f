/**
 * Word of what other replicas changed: a connection that listens, and looks at the counters now and then all the
 * same, since notifications get lost with a connection and in some proxies.
 */
import type { Client, ClientBase } from 'pg';
import type { Logger } from 'pino';

/** A row of the table of counters: it moves by one with each change, under a lock. */
export type CounterName = 'changes' | 'tokens';

/** Gets the counter as it stood when it was looked at. */
export type CatchUp = (client: ClientBase, value: number) => Promise<void>;

export interface ChangeListener {
  add(counter: CounterName, catchUp: CatchUp): () => void;
  trouble(): string | null;
  close(): Promise<void>;
}

export const channel = 'semantic_search';

/** So old may be what a replica shows, when no notification comes, in milliseconds. */
const longestUnseen = 500;
/** Before the next try to connect, in milliseconds. */
const beforeRetry = 250;

/** Rejects when the first connection cannot be made; from then on it is made again whenever it is lost. */
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
      // A command that is done ends, without a word to those who listen.
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
        await alarm.sleep(longestUnseen);
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
        await alarm.sleep(beforeRetry);
      }
    }
  }

  const running = run(await listening());
  return {
    add(counter, catchUp) {
      // Each has a key of its own, also when the same function is given twice.
      const own: CatchUp = (client, value) => catchUp(client, value);
      followers.set(own, counter);
      return () => followers.delete(own);
    },
    trouble: () => trouble,
    async close() {
      closed = true;
      alarm.ring();
      // Nothing else keeps a command from ending before its connection has.
      const awake = setInterval(() => undefined, 1000);
      await running.finally(() => clearInterval(awake));
    },
  };
}

/** Not waited for: over a dead line the farewell takes for ever. */
function giveUp(client: Client): void {
  client.end().catch(() => undefined); // Why it is given up is thrown.
}

/** `pg` has it; its types do not know. */
function unref(client: Client): void {
  (client as Client & { unref(): void }).unref();
}

/** A sleep that ends when it is rung for; what rings between two sleeps ends the next at once. */
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
