/** State of a run in one SQLite file: addresses of the last run, and journal of an unfinished one. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { chownToFolderOwner } from '@semantic-search/engine/file-ownership';
import { makeFolder } from '@semantic-search/server/filesystem';
import {
  type AddressState,
  betweenRuns,
  type Document,
  type Item,
  isSkipped,
  type SiteModel,
  type Skipped,
} from '@semantic-search/sources/websites';

/** What a run leaves to the next one, besides the states of its addresses. */
interface LastRun {
  /** Time of the last run that read all pages, as ISO 8601. */
  lastFull: string | null;
  /** Options that decided which documents the run read; absent before the first run. */
  settings?: string;
  /** What the pages of the site share; absent before the first run. */
  site?: SiteModel;
}

interface CurrentRun {
  isFull: boolean;
  settings: string;
  /** Time of the last start or resumption in milliseconds since 1970. */
  started: number;
}

interface StoredRuns {
  last: LastRun & { pages: [address: string, state: AddressState][] };
  current: CurrentRun;
}

/** Older runs are not resumed, because the site may have changed. Longer than a week, for weekly runs that reach a limit. */
const MAX_AGE_MS = 8 * 24 * 3600 * 1000;

/** Addresses per transaction; those of an unfinished transaction are read again after a kill. */
const ADDRESSES_PER_COMMIT = 10;

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS runs (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS items (
    number INTEGER PRIMARY KEY, address TEXT NOT NULL, item TEXT NOT NULL, state TEXT NOT NULL
  );
`;

/** State of one source. The items of a run are in the file, so that a run needs little memory and can be resumed. */
export class RunState {
  readonly folder: string;
  readonly last: LastRun;
  /** States of the last run, by address. */
  readonly lastStates: Map<string, AddressState>;
  /** States that the current run has read, by address. */
  readonly readStates = new Map<string, AddressState>();
  readonly #database: DatabaseSync;
  readonly #insertion: StatementSync;
  #run: CurrentRun | undefined;

  private constructor(folder: string, database: DatabaseSync) {
    database.exec(SCHEMA);
    this.folder = folder;
    this.#database = database;
    this.#insertion = database.prepare('INSERT INTO items (address, item, state) VALUES (?, ?, ?)');
    const { pages, ...last } = this.#stored('last') ?? { lastFull: null, pages: [] };
    this.last = last;
    this.lastStates = new Map(pages);
    this.#run = this.#stored('current');
  }

  /** Sources of a space with other identities keep their own state. Throws while another process runs this one. */
  static async open(dataDirectory: string, space: string, identity: readonly string[]): Promise<RunState> {
    const folder = join(dataDirectory, 'crawl', space);
    const sortedIdentity = [...identity].sort().join('\n');
    const digest = createHash('sha256').update(sortedIdentity).digest('hex').slice(0, 12);
    const host = new URL(identity[0]!).host.replace(/[^\w.-]/g, '_');
    const file = join(folder, `${host}-${digest}.sqlite`);
    await makeFolder(folder);
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      chownToFolderOwner(file, folder);
      return new RunState(folder, database);
    } catch (cause) {
      database.close();
      const reason = (cause as Error).message;
      throw new Error(`${file} cannot be used, perhaps by another crawl: ${reason}`, { cause });
    }
  }

  /** State in a temporary file, which SQLite deletes on closing. */
  static temporary(): RunState {
    return new RunState(tmpdir(), new DatabaseSync(''));
  }

  /** Resumes a run that was interrupted or reached a limit, if it is recent and its settings are equal. Returns whether it is full. */
  begin(options: Pick<CurrentRun, 'isFull' | 'settings'>): boolean {
    const rows = this.#database.prepare('SELECT address, state FROM items ORDER BY number').iterate();
    for (const row of rows) this.readStates.set(row.address as string, JSON.parse(row.state as string));
    const run = this.#run;
    const isResumed = run?.settings === options.settings && Date.now() - run.started < MAX_AGE_MS;
    if (!isResumed) this.discard();
    this.#run = { ...(isResumed ? run : options), started: Date.now() };
    this.#store('current', this.#run);
    return this.#run.isFull;
  }

  /** Stores an item that the source has read, with the state of its address. */
  append({ item, state }: Item): void {
    const address = addressOf(item);
    if (!this.#database.isTransaction) this.#database.exec('BEGIN');
    this.#insertion.run(address, JSON.stringify(item), JSON.stringify(state));
    this.readStates.set(address, betweenRuns(state));
    if (this.readStates.size % ADDRESSES_PER_COMMIT === 0) this.#database.exec('COMMIT');
  }

  /** The items of the current run in the order in which they were read. */
  *items(): Iterable<Document | Skipped> {
    const rows = this.#database.prepare('SELECT item FROM items ORDER BY number').iterate();
    for (const { item } of rows) yield JSON.parse(item as string);
  }

  /** Replaces the last run by the current one. */
  complete(site: SiteModel): void {
    const { isFull, settings } = this.#run!;
    const lastFull = isFull ? new Date().toISOString() : this.last.lastFull;
    const isKept = ({ indexed, requested }: AddressState) => indexed === true || requested === true;
    const pages = [...this.readStates].filter(([, state]) => isKept(state));
    this.#end({ lastFull, settings, site, pages });
  }

  /** Discards the current run: the next run starts again, and requests all pages that may be in the space. */
  discard(): void {
    for (const [address, { indexed }] of this.readStates)
      if (indexed === true && !this.lastStates.has(address))
        this.lastStates.set(address, { indexed, requested: true, depth: 0 });
    this.readStates.clear();
    this.#end({ ...this.last, pages: [...this.lastStates] });
  }

  close(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('COMMIT');
    } finally {
      this.#database.close();
    }
  }

  #end(last: StoredRuns['last']): void {
    if (!this.#database.isTransaction) this.#database.exec('BEGIN');
    this.#database.exec('DELETE FROM items; DELETE FROM runs');
    this.#store('last', last);
    this.#database.exec('COMMIT');
  }

  #store<Name extends keyof StoredRuns>(name: Name, run: StoredRuns[Name]): void {
    this.#database.prepare('INSERT OR REPLACE INTO runs VALUES (?, ?)').run(name, JSON.stringify(run));
  }

  #stored<Name extends keyof StoredRuns>(name: Name): StoredRuns[Name] | undefined {
    const row = this.#database.prepare('SELECT value FROM runs WHERE name = ?').get(name);
    return row && JSON.parse(row.value as string);
  }
}

export function addressOf(item: Document | Skipped): string {
  return isSkipped(item) ? item.address : item.id;
}
