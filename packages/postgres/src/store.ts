/**
 * PostgreSQL store of configurations, for several replicas.
 *
 * Each replica has all configurations in memory, without their logs, and follows the changes of the others. A writer holds the
 * lock of the counter and has applied all earlier changes before it decides.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  activated,
  type ConfigurationStore,
  deletedVersion,
  firstVersion,
  historyPage,
  initialState,
  nextId,
  type Precondition,
  ProblemError,
  type SettingsPlan,
  type StoredConfiguration,
  settingsAt,
  unknownConfiguration,
  updatedVersion,
} from '@semantic-search/server/stores';
import type { ClientBase } from 'pg';
import { type Database, UnknownOutcomeError } from './database.ts';
import {
  type Change,
  type ConfigurationRow,
  changedRows,
  lockCounter,
  readHistory,
  wasWritten,
  write,
} from './tables.ts';

/** `close` leaves the database open. */
export async function openPostgresStore(database: Database): Promise<ConfigurationStore> {
  const store = new PostgresStore(database);
  await store.reload();
  store.follow();
  return store;
}

/** Decides on the newest state; null for no change. */
type Decide = () => Change | null;

class PostgresStore implements ConfigurationStore {
  readonly #database: Database;
  /** With deleted ones, in ascending order of ID. */
  readonly #configurations = new Map<number, StoredConfiguration>();
  #activeId: number | null = null;
  /** Number of the last change in memory. */
  #number = 0;
  #stopFollowing = () => {};
  /** The transactions of the database exclude damage that files have. */
  readonly damage = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  get isFresh(): boolean {
    return this.#configurations.size === 0;
  }

  get activeId(): number | null {
    return this.#activeId;
  }

  *list(): Iterable<StoredConfiguration> {
    for (const configuration of this.#configurations.values())
      if (!configuration.deleted) yield configuration;
  }

  find(id: number): StoredConfiguration | undefined {
    const configuration = this.#configurations.get(id);
    return configuration?.deleted ? undefined : configuration;
  }

  async logs(id: number, start: number, count: number) {
    const history = await this.#historyOf(id);
    return history && historyPage(history, start, count);
  }

  async settingsAt(id: number, version: number) {
    const history = await this.#historyOf(id);
    return history && settingsAt(history, version);
  }

  async create(user: string, config: StoredConfiguration['config']): Promise<StoredConfiguration> {
    const change = await this.#commit(() => {
      const id = nextId(Math.max(0, ...this.#configurations.keys()));
      return { next: firstVersion(id, user, config) };
    });
    return change!.next!.configuration;
  }

  async update(
    id: number,
    user: string,
    plan: (entry: StoredConfiguration) => SettingsPlan,
    precondition?: Precondition,
  ) {
    let result!: { entry: StoredConfiguration; plan: SettingsPlan };
    await this.#commit(() => {
      const current = this.#require(id, precondition);
      const planned = plan(current);
      const next = planned.changes.length > 0 ? updatedVersion(current, user, planned.settings) : null;
      result = { entry: next?.configuration ?? current, plan: planned };
      return next && { next };
    });
    return result;
  }

  async activate(id: number, user: string, precondition?: Precondition): Promise<void> {
    await this.#commit(() => {
      const current = this.#require(id, precondition);
      if (this.#activeId === id) return null;
      return { activation: activated(initialState, current, this.#active(), user) };
    });
  }

  async remove(id: number, user: string, precondition?: Precondition): Promise<void> {
    await this.#commit(() => {
      const current = this.#require(id, precondition);
      const activation = this.#activeId === id ? activated(initialState, null, current, user) : undefined;
      return { next: deletedVersion(current, user), ...(activation && { activation }) };
    });
  }

  unavailableReason(): string | null {
    return this.#database.unavailableReason();
  }

  async close(): Promise<void> {
    this.#stopFollowing();
  }

  /** Reads everything: at the start, and after the database was restored to an earlier state. */
  async reload(): Promise<void> {
    await this.#database.transaction((client) => this.#reloadWith(client));
  }

  follow(): void {
    let latest = this.#number;
    this.#stopFollowing = this.#database.follow('changes', async (client, value) => {
      // Lower than a previous value, so the database was restored; concurrent writes only increase it.
      if (value < latest) await this.reload();
      else if (value > this.#number) this.#apply(await changedRows(client, this.#number), value);
      latest = value;
    });
  }

  async #reloadWith(client: ClientBase): Promise<void> {
    const number = await lockCounter(client, 'changes');
    const rows = await changedRows(client, 0);
    this.#configurations.clear();
    this.#activeId = null;
    this.#number = 0;
    this.#apply(rows, number);
  }

  /** Own changes arrive twice: by the commit and by the notification. */
  #apply(rows: readonly ConfigurationRow[], number: number): void {
    if (number <= this.#number) return;
    this.#number = number;
    for (const { id, active, document } of rows) {
      this.#configurations.set(id, document);
      if (active) this.#activeId = id;
      else if (this.#activeId === id) this.#activeId = null;
    }
  }

  #active(): StoredConfiguration | undefined {
    return this.#activeId === null ? undefined : this.find(this.#activeId);
  }

  #require(id: number, precondition?: Precondition): StoredConfiguration {
    const current = this.find(id);
    if (!current) throw unknownConfiguration(id);
    precondition?.(current);
    return current;
  }

  async #historyOf(id: number) {
    if (!this.find(id)) return undefined;
    return this.#database
      .transaction((client) => readHistory(client, id))
      .catch((cause: unknown) => {
        throw new ProblemError('service-unavailable', 'Histories cannot be read at the moment.', { cause });
      });
  }

  /**
   * Retries once if nothing was saved although the database works. Possible causes are a lock that others held too long,
   * and a suspension of this process, as in a rolling restart on few processors.
   */
  async #commit(decide: Decide): Promise<Change | null> {
    try {
      return await this.#commitOnce(decide);
    } catch (error) {
      const mayRetry = error instanceof NotSavedError && this.unavailableReason() === null;
      if (!mayRetry) throw asProblem(error);
      return await this.#commitOnce(decide).catch((again: unknown) => {
        throw asProblem(again);
      });
    }
  }

  /** Throws NotSavedError if certainly nothing has changed. */
  async #commitOnce(decide: Decide): Promise<Change | null> {
    const attempt = randomUUID();
    let change: Change | null = null;
    let [number, rows]: [number, ConfigurationRow[]] = [0, []];
    try {
      await this.#database.transaction(async (client) => {
        number = (await this.#catchUp(client)) + 1;
        change = decide();
        if (!change) return;
        await write(client, change, number, attempt);
        rows = await changedRows(client, number - 1);
      });
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      const isKnown = !(error instanceof UnknownOutcomeError);
      const isSaved = !isKnown && (change === null || (await isWritten(this.#database, number, attempt)));
      if (!isSaved) throw new NotSavedError(error);
    }
    if (change) this.#apply(rows, number);
    return change;
  }

  /** Returns the number of the last change; the transaction has locked it. */
  async #catchUp(client: ClientBase): Promise<number> {
    const number = await lockCounter(client, 'changes');
    if (number < this.#number) await this.#reloadWith(client);
    else if (number > this.#number) this.#apply(await changedRows(client, this.#number), number);
    return number;
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
        return wasWritten(client, number, attempt);
      });
    } catch (cause) {
      if (performance.now() > end) throw unknownOutcome(cause);
    }
  }
}

function unknownOutcome(cause: unknown): ProblemError {
  const detail =
    'The connection was lost while the change was saved. Read again whether it was, and repeat it if not.';
  return new ProblemError('service-unavailable', detail, { cause });
}

class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
  constructor(cause: unknown) {
    super('The change could not be saved; nothing has changed.', { cause });
  }
}

function asProblem(error: unknown): unknown {
  if (!(error instanceof NotSavedError)) return error;
  return new ProblemError('service-unavailable', error.message, { cause: error.cause });
}
