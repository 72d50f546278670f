/**
 * Configurations in PostgreSQL, for several replicas.
 *
 * Each replica has all configurations in memory, without their logs, and follows the changes of the others. A writer holds the
 * lock of the counter and has applied all earlier changes before it decides.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as stored from '@semantic-search/contract/storage';
import type { ClientBase } from 'pg';
import { type Database, UnknownOutcomeError } from './database.ts';
import { type ConfigurationRow, changedRows, lockCounter, readHistory, writeChange } from './tables.ts';

type Decide<Result> = () => { change?: stored.ConfigurationChange; result: Result };

/** Configurations by ID, of a database that `close` leaves open. */
export class PostgresConfigurationStorage implements stored.ConfigurationStorage {
  readonly #database: Database;
  /** In ascending order of ID. */
  readonly #configurations = new Map<number, stored.StoredConfiguration>();
  /** Number of the latest change in memory. */
  #latestNumber = 0;
  #stopFollowing = () => {};
  activeId: number | null = null;
  /** Always empty: transactions of the database prevent the damage that files may have. */
  readonly damage = new Map<string, string>();

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<PostgresConfigurationStorage> {
    const storage = new PostgresConfigurationStorage(database);
    await database.transaction((client) => storage.#catchUp(client));
    storage.#follow();
    return storage;
  }

  get highestId(): number {
    return Math.max(0, ...this.#configurations.keys());
  }

  all(): Iterable<stored.StoredConfiguration> {
    return this.#configurations.values();
  }

  find(id: number): stored.StoredConfiguration | undefined {
    return this.#configurations.get(id);
  }

  history(id: number): Promise<stored.History | undefined> {
    return this.#database.transaction((client) => readHistory(client, id));
  }

  /**
   * Retries once if nothing was saved although the database works. Possible causes are a lock that others held too long,
   * and a suspension of this process, as in a rolling restart on few processors.
   */
  save<Result>(decide: Decide<Result>): Promise<Result> {
    return this.#saveOnce(decide).catch((error) => {
      const isUnchanged = error instanceof stored.SaveError && error.outcome === 'unchanged';
      if (!isUnchanged || this.unavailableReason() !== null) throw error;
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
    let latestValue = this.#latestNumber;
    this.#stopFollowing = this.#database.follow('changes', async (client, value) => {
      // Lower than a previous value, so the database was restored; concurrent writes only increase it.
      if (value < latestValue)
        await this.#database.transaction((locking) => this.#catchUp(locking, { isRestored: true }));
      else if (value > this.#latestNumber) this.#apply(await changedRows(client, this.#latestNumber), value);
      latestValue = value;
    });
  }

  async #saveOnce<Result>(decide: Decide<Result>): Promise<Result> {
    const attemptId = randomUUID();
    let decision = undefined as ReturnType<Decide<Result>> | undefined;
    let changeNumber = 0;
    let rows: ConfigurationRow[] = [];
    let rejection = undefined as { error: unknown } | undefined;
    try {
      await this.#database.transaction(async (client) => {
        changeNumber = (await this.#catchUp(client)) + 1;
        try {
          decision = decide();
        } catch (error) {
          rejection = { error }; // Thrown after the transaction, because it would close the connection here.
        }
        if (!decision?.change) return;
        await writeChange(client, decision.change, changeNumber, attemptId);
        rows = await changedRows(client, changeNumber - 1);
      });
    } catch (error) {
      if (!(error instanceof UnknownOutcomeError)) throw new stored.SaveError('unchanged', error);
      const isLost = decision?.change && !(await isWritten(this.#database, changeNumber, attemptId));
      if (isLost) throw new stored.SaveError('unchanged', error);
    }
    if (rejection) throw rejection.error;
    if (decision?.change) this.#apply(rows, changeNumber);
    return decision!.result;
  }

  /** Returns the number of the latest change, which the transaction locks. Reads everything from a database that was restored. */
  async #catchUp(client: ClientBase, { isRestored = false } = {}): Promise<number> {
    const number = await lockCounter(client, 'changes');
    const isEarlier = isRestored || number < this.#latestNumber;
    if (!isEarlier && number === this.#latestNumber) return number;
    const rows = await changedRows(client, isEarlier ? 0 : this.#latestNumber);
    if (isEarlier) {
      this.#configurations.clear();
      this.activeId = null;
      this.#latestNumber = 0;
    }
    this.#apply(rows, number);
    return number;
  }

  /** Own changes arrive twice: by the commit and by the notification. */
  #apply(rows: readonly ConfigurationRow[], number: number): void {
    if (number <= this.#latestNumber) return;
    this.#latestNumber = number;
    for (const { id, active, document } of rows) {
      this.#configurations.set(id, document);
      if (active) this.activeId = id;
      else if (this.activeId === id) this.activeId = null;
    }
  }
}

/** Maximum time for learning the outcome of a lost commit, and the interval between attempts. */
const MAX_OUTCOME_WAIT_MS = 8000;
const OUTCOME_POLL_MS = 250;

/** The lost transaction held the lock, so once this one has it, the outcome is decided. */
async function isWritten(database: Database, changeNumber: number, attemptId: string): Promise<boolean> {
  for (const end = performance.now() + MAX_OUTCOME_WAIT_MS; ; await sleep(OUTCOME_POLL_MS)) {
    try {
      return await database.transaction(async (client) => {
        await lockCounter(client, 'changes');
        const { rowCount } = await client.query(
          'SELECT FROM semantic_search.changes WHERE number = $1 AND attempt = $2',
          [changeNumber, attemptId],
        );
        return rowCount === 1;
      });
    } catch (cause) {
      if (performance.now() > end) throw new stored.SaveError('unknown', cause);
    }
  }
}
