/** State of a source in a SQLite file: the result of the last run, the items of an unfinished run. */
import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { chownToFolderOwner } from '@semantic-search/engine/file-ownership';
import { makeFolder } from '@semantic-search/server/filesystem';
import {
  type AddressState,
  betweenRuns,
  type Document,
  isSkipped,
  type SiteModel,
  type Skipped,
} from '@semantic-search/sources/websites';

/** Result of the last complete run, except the states of its addresses. */
interface LastRun {
  /** Time of the last run that read all pages, as ISO 8601. */
  lastFull: string | null;
  /** Options that decided which documents the run read; absent before the first run. */
  settings?: string;
  /** What the pages of the site share; absent before the first run. */
  site?: SiteModel;
}

interface CurrentRun {
  /** Whether the run reads all pages again. */
  isFull: boolean;
  settings: string;
  /** Time of the last start or resumption in milliseconds since 1970. */
  started: number;
}

/** Rows of the table `runs`: JSON values by their name. */
interface StoredRuns {
  last: LastRun & { pages: [address: string, state: AddressState][] };
  current: CurrentRun;
}

/** Older runs are not resumed, because the site may have changed. A weekly run can resume the previous one. */
const MAX_AGE_MS = 8 * 24 * 3600 * 1000;

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS runs (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS items (
    number INTEGER PRIMARY KEY, address TEXT NOT NULL, item TEXT NOT NULL, state TEXT NOT NULL
  );
`;

/** The items of a run are in the file, so that the run needs little memory and can be resumed. */
export class RunState {
  readonly folder: string;
  readonly lastRun: LastRun;
  /** States of the last run, by address. */
  readonly lastStates: Map<string, AddressState>;
  /** States that the current run has read, by address. */
  readonly readStates = new Map<string, AddressState>();
  readonly #database: DatabaseSync;
  readonly #insertion: StatementSync;

  private constructor(folder: string, database: DatabaseSync) {
    database.exec(SCHEMA);
    this.folder = folder;
    this.#database = database;
    this.#insertion = database.prepare('INSERT INTO items (address, item, state) VALUES (?, ?, ?)');
    const { pages, ...lastRun } = this.#stored('last') ?? { lastFull: null, pages: [] };
    this.lastRun = lastRun;
    this.lastStates = new Map(pages);
  }

  /** Each source of a space has its own state, by its `identity`. Throws while another process runs this source. */
  static async open(dataDirectory: string, space: string, identity: readonly string[]): Promise<RunState> {
    const folder = join(dataDirectory, 'crawl', space);
    const digest = hash('sha256', [...identity].sort().join('\n')).slice(0, 12);
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

  /** Resumes an unfinished run that is recent and has equal settings, or else begins a run. Returns whether that run is full. */
  beginOrResume(options: Omit<CurrentRun, 'started'>): boolean {
    const rows = this.#database.prepare('SELECT address, state FROM items ORDER BY number').iterate();
    for (const row of rows) this.readStates.set(row.address as string, JSON.parse(row.state as string));
    const unfinished = this.#stored('current');
    const isResumed =
      unfinished?.settings === options.settings && Date.now() - unfinished.started < MAX_AGE_MS;
    if (!isResumed) this.discard();
    const { isFull, settings } = isResumed ? unfinished : options;
    this.#store('current', { isFull, settings, started: Date.now() });
    return isFull;
  }

  /** Stores an item that the source has read, with the state of its address. */
  append(item: Document | Skipped, state: AddressState): void {
    const address = addressOf(item);
    this.#insertion.run(address, JSON.stringify(item), JSON.stringify(state));
    this.readStates.set(address, betweenRuns(state));
  }

  /** Whether the last run left a document of this address in the space; with a hash, whether it was the same document. */
  wasIndexed(address: string, hash?: unknown): boolean {
    const lastState = this.lastStates.get(address);
    return lastState?.indexed === true && (hash === undefined || lastState.hash === hash);
  }

  /** Notes that an address of this run has no document, for example because the page repeats another one. */
  markWithoutDocument(address: string, reason: { repeats?: string } = {}): void {
    this.readStates.set(address, { ...this.readStates.get(address), ...reason, indexed: false });
  }

  /** The items of the current run in the order in which they were read. */
  *items(): Iterable<Document | Skipped> {
    const rows = this.#database.prepare('SELECT item FROM items ORDER BY number').iterate();
    for (const { item } of rows) yield JSON.parse(item as string);
  }

  /** Replaces the last run by the current one, which has these options and has learned this model. */
  complete({ isFull, settings, site }: Omit<CurrentRun, 'started'> & { site: SiteModel }): void {
    const lastFull = isFull ? new Date().toISOString() : this.lastRun.lastFull;
    const pages = [...this.readStates].filter(([, { indexed, requested }]) => indexed || requested);
    this.#endRun({ lastFull, settings, site, pages });
  }

  /** Discards the unfinished run: the next run starts again, and requests all pages that may be in the space. */
  discard(): void {
    for (const [address, state] of this.readStates)
      if (state.indexed === true && !this.lastStates.has(address))
        this.lastStates.set(address, { indexed: true, requested: true, depth: 0 });
    this.readStates.clear();
    this.#endRun({ ...this.lastRun, pages: [...this.lastStates] });
  }

  close(): void {
    this.#database.close();
  }

  /** Deletes the unfinished run, and stores the last one. */
  #endRun(last: StoredRuns['last']): void {
    this.#database.exec('BEGIN; DELETE FROM items; DELETE FROM runs');
    this.#store('last', last);
    this.#database.exec('COMMIT');
  }

  #store<Name extends keyof StoredRuns>(name: Name, value: StoredRuns[Name]): void {
    this.#database.prepare('INSERT OR REPLACE INTO runs VALUES (?, ?)').run(name, JSON.stringify(value));
  }

  #stored<Name extends keyof StoredRuns>(name: Name): StoredRuns[Name] | undefined {
    const row = this.#database.prepare('SELECT value FROM runs WHERE name = ?').get(name);
    return row && JSON.parse(row.value as string);
  }
}

/** The address of a document is its ID. */
export function addressOf(item: Document | Skipped): string {
  return isSkipped(item) ? item.address : item.id;
}
