/**
 * Configurations in PostgreSQL, for several replicas.
 *
 * Each replica has all configurations in memory, without their logs, and follows the changes of the others. A writer holds the
 * lock of the counter and has applied all earlier changes before it decides.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConfigurationChange,
  type ConfigurationStorage,
  type History,
  SaveError,
  type StoredConfiguration,
} from '@semantic-search/contract/storage';
import type { ClientBase } from 'pg';
import { type Database, UnknownOutcomeError } from './database.ts';
import { type ConfigurationRow, changedRows, lockCounter, readHistory, write } from './tables.ts';

/** `close` leaves the database open. */
export class PostgresStorage implements ConfigurationStorage {
  readonly #database: Database;
  /** In ascending order of ID. */
  readonly #configurations = new Map<number, StoredConfiguration>();
  /** Number of the latest change in memory. */
  #changeNumber = 0;
  #stopFollowing = () => {};
  activeId: number | null = null;
  /** Always empty: transactions of the database prevent the damage that files may have. */
  readonly damage = new Map<string, string>();

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<PostgresStorage> {
    const storage = new PostgresStorage(database);
    await database.transaction((client) => storage.#catchUp(client));
    storage.#follow();
    return storage;
  }

  get highestId(): number {
    return Math.max(0, ...this.#configurations.keys());
  }

  all(): Iterable<StoredConfiguration> {
    return this.#configurations.values();
  }

  find(id: number): StoredConfiguration | undefined {
    return this.#configurations.get(id);
  }

  history(id: number): Promise<History | undefined> {
    return this.#database.transaction((client) => readHistory(client, id));
  }

  /**
   * Retries once if nothing was saved although the database works. Possible causes are a lock that others held too long,
   * and a suspension of this process, as in a rolling restart on few processors.
   */
  save(decide: () => ConfigurationChange | null): Promise<void> {
    return this.#saveOnce(decide).catch((error) => {
      const mayRetry =
        error instanceof SaveError && error.outcome === 'unchanged' && this.unavailableReason() === null;
      if (!mayRetry) throw error;
      return this.#saveOnce(decide);
    });
  }

  unavailableReason(): string | null {
    return this.#database.unavailableReason();
  }

  async close(): Promise<void> {
    this.#stopFollowing();
  }

  #follow(): void {
    // Notifications lag behind own writes, so the number of the latest change may be ahead.
    let latest = this.#changeNumber;
    this.#stopFollowing = this.#database.follow('changes', async (client, value) => {
      // Lower than a previous value, so the database was restored; concurrent writes only increase it.
      if (value < latest)
        await this.#database.transaction((locking) => this.#catchUp(locking, { isRestored: true }));
      else if (value > this.#changeNumber) this.#apply(await changedRows(client, this.#changeNumber), value);
      latest = value;
    });
  }

  async #saveOnce(decide: () => ConfigurationChange | null): Promise<void> {
    const attempt = randomUUID();
    let change: ConfigurationChange | null = null;
    let [number, rows]: [number, ConfigurationRow[]] = [0, []];
    let refusal = undefined as { error: unknown } | undefined;
    try {
      await this.#database.transaction(async (client) => {
        number = (await this.#catchUp(client)) + 1;
        try {
          change = decide();
        } catch (error) {
          refusal = { error };
        }
        if (!change) return; // An error would close the connection.
        await write(client, change, number, attempt);
        rows = await changedRows(client, number - 1);
      });
    } catch (error) {
      const isKnown = !(error instanceof UnknownOutcomeError);
      const isSaved = !isKnown && (change === null || (await isWritten(this.#database, number, attempt)));
      if (!isSaved) throw new SaveError('unchanged', error);
    }
    if (refusal) throw refusal.error;
    if (change) this.#apply(rows, number);
  }

  /** Returns the number of the latest change, which the transaction locks. Reads everything from a database that was restored. */
  async #catchUp(client: ClientBase, { isRestored = false } = {}): Promise<number> {
    const number = await lockCounter(client, 'changes');
    const isEarlier = isRestored || number < this.#changeNumber;
    if (!isEarlier && number === this.#changeNumber) return number;
    const rows = await changedRows(client, isEarlier ? 0 : this.#changeNumber);
    if (isEarlier) {
      this.#configurations.clear();
      this.activeId = null;
      this.#changeNumber = 0;
    }
    this.#apply(rows, number);
    return number;
  }

  /** Own changes arrive twice: by the commit and by the notification. */
  #apply(rows: readonly ConfigurationRow[], number: number): void {
    if (number <= this.#changeNumber) return;
    this.#changeNumber = number;
    for (const { id, active, document } of rows) {
      this.#configurations.set(id, document);
      if (active) this.activeId = id;
      else if (this.activeId === id) this.activeId = null;
    }
  }
}

/** How long the outcome of a lost commit is queried, and the interval of the queries. */
const MAX_OUTCOME_WAIT_MS = 8000;
const OUTCOME_POLL_MS = 250;

/** The lost transaction held the lock, so once this one has it, the outcome is decided. */
async function isWritten(database: Database, number: number, attempt: string): Promise<boolean> {
  for (const end = performance.now() + MAX_OUTCOME_WAIT_MS; ; await sleep(OUTCOME_POLL_MS)) {
    try {
      return await database.transaction(async (client) => {
        await lockCounter(client, 'changes');
        const { rowCount } = await client.query(
          'SELECT FROM semantic_search.changes WHERE number = $1 AND attempt = $2',
          [number, attempt],
        );
        return rowCount === 1;
      });
    } catch (cause) {
      if (performance.now() > end) throw new SaveError('unknown', cause);
    }
  }
}
