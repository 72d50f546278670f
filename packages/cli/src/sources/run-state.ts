/** State of a run in one SQLite file: addresses of the last run, and journal of an unfinished one. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { chownToFolderOwner } from '@semantic-search/engine';
import { makeFolder } from '@semantic-search/server/filesystem';
import {
  type AddressState,
  betweenRuns,
  type Document,
  type Item,
  type SiteModel,
  type Skipped,
} from '@semantic-search/sources';

/** What a run leaves to the next one. */
export interface LastRun {
  /** When all pages were read last, as ISO 8601. */
  lastFull: string | null;
  /** Options that decided what the run read; absent before the first one. */
  settings?: string;
  /** What the pages of the site share; absent before the first run. */
  site?: SiteModel;
  pages: [address: string, state: AddressState][];
}

export interface CurrentRun {
  isFull: boolean;
  settings: string;
  /** `complete` if all addresses were read, `writing` if writing to the space has begun. */
  stage: 'reading' | 'complete' | 'writing';
  /** Milliseconds since 1970. */
  started: number;
  /** Whether the documents so far are in the space, because the run has reached a limit. */
  isWritten?: boolean;
}

const MAX_AGE_MS = 24 * 3600 * 1000;
/** A run that ended at a limit goes on with the next one, which may be a month later. */
const MAX_AGE_OF_WRITTEN_MS = 32 * MAX_AGE_MS;

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS runs (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS items (
    number INTEGER PRIMARY KEY, address TEXT NOT NULL, item TEXT NOT NULL, state TEXT NOT NULL,
    is_written INTEGER NOT NULL DEFAULT 0
  );
`;

/** The items of a run are in the file, so that a run needs little memory and can be resumed. */
export class RunState {
  readonly folder: string;
  readonly last: Omit<LastRun, 'pages'>;
  /** Of the last run, by address. */
  readonly pages: Map<string, AddressState>;
  /** What the current run has read, by address. */
  readonly read = new Map<string, AddressState>();
  readonly #database: DatabaseSync;
  readonly #insertion: StatementSync;
  #run: CurrentRun | undefined;

  private constructor(folder: string, database: DatabaseSync) {
    this.folder = folder;
    this.#database = database;
    this.#insertion = database.prepare('INSERT INTO items (address, item, state) VALUES (?, ?, ?)');
    const { pages, ...last } = this.#runNamed<LastRun>('last') ?? { lastFull: null, pages: [] };
    this.last = last;
    this.pages = new Map(pages);
    this.#run = this.#runNamed<CurrentRun>('current');
  }

  /** `starts` identify the source: another source of the space keeps its own state. Throws while another process runs it. */
  static async open(directory: string, space: string, starts: readonly string[]): Promise<RunState> {
    const folder = join(directory, 'crawl', space);
    const identity = [...starts].sort().join('\n');
    const digest = createHash('sha256').update(identity).digest('hex').slice(0, 12);
    const host = new URL(starts[0]!).host.replace(/[^\w.-]/g, '_');
    const file = join(folder, `${host}-${digest}.sqlite`);
    await makeFolder(folder);
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      chownToFolderOwner(file, folder);
      database.exec(SCHEMA);
      return new RunState(folder, database);
    } catch (cause) {
      database.close();
      throw new Error(`${file} cannot be used, perhaps by another crawl: ${(cause as Error).message}`, {
        cause,
      });
    }
  }

  /** In a file that SQLite deletes afterwards. */
  static temporary(): RunState {
    const database = new DatabaseSync('');
    database.exec(SCHEMA);
    return new RunState(tmpdir(), database);
  }

  get run(): CurrentRun {
    return this.#run!;
  }

  /** Resumes the run that was interrupted, or begins a new one with these options. `mayRemove`: whether it may remove most pages. */
  begin({ mayRemove, ...options }: Pick<CurrentRun, 'isFull' | 'settings'> & { mayRemove: boolean }): void {
    const isResumed =
      this.#run && this.#run.settings === options.settings && (mayRemove || this.#run.stage !== 'complete');
    if (!this.#run || isOld(this.#run) || !(isResumed || this.#run.stage === 'writing')) {
      this.#database.exec('DELETE FROM items');
      this.#setRun('current', { ...options, stage: 'reading', started: Date.now() });
    }
    const rows = this.#database.prepare('SELECT address, state FROM items ORDER BY number').iterate();
    for (const { address, state } of rows) this.read.set(address as string, JSON.parse(state as string));
  }

  append({ item, state }: Item): void {
    const address = addressOf(item);
    this.#insertion.run(address, JSON.stringify(item), JSON.stringify(state));
    this.read.set(address, betweenRuns(state));
  }

  advance(stage: CurrentRun['stage']): void {
    this.#setRun('current', { ...this.run, stage });
  }

  *items(): Iterable<{ item: Document | Skipped; isWritten: boolean }> {
    const rows = this.#database.prepare('SELECT item, is_written FROM items ORDER BY number').iterate();
    for (const { item, is_written } of rows)
      yield { item: JSON.parse(item as string), isWritten: is_written === 1 };
  }

  /** Number of documents that the run removes. */
  get removals(): number {
    const sql = "SELECT count(*) AS count FROM items WHERE item ->> 'outcome' = 'removed'";
    return this.#database.prepare(sql).get()!.count as number;
  }

  /** Records that the documents so far are in the space, although the run is not complete. */
  keepWritten(): void {
    const indexed = [...this.read].filter(([, { indexed }]) => indexed === true);
    this.#database.exec('BEGIN; UPDATE items SET is_written = 1');
    this.#setRun('last', { ...this.last, pages: [...new Map([...this.pages, ...indexed])] });
    this.#setRun('current', { ...this.run, isWritten: true });
    this.#database.exec('COMMIT');
  }

  /** Replaces the last run by the current one. */
  complete(last: Omit<LastRun, 'pages'>): void {
    const pages = [...this.read].filter(
      ([, { indexed, requested }]) => indexed === true || requested === true,
    );
    this.#database.exec('BEGIN; DELETE FROM items; DELETE FROM runs');
    this.#setRun('last', { ...last, pages });
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }

  #setRun(name: 'last' | 'current', run: LastRun | CurrentRun): void {
    if (name === 'current') this.#run = run as CurrentRun;
    this.#database.prepare('INSERT OR REPLACE INTO runs VALUES (?, ?)').run(name, JSON.stringify(run));
  }

  #runNamed<Run>(name: 'last' | 'current'): Run | undefined {
    const row = this.#database.prepare('SELECT value FROM runs WHERE name = ?').get(name);
    return row && (JSON.parse(row.value as string) as Run);
  }
}

/** The site may have changed since. */
function isOld({ started, isWritten }: CurrentRun): boolean {
  return Date.now() - started > (isWritten ? MAX_AGE_OF_WRITTEN_MS : MAX_AGE_MS);
}

export function addressOf(item: Document | Skipped): string {
  return 'outcome' in item ? item.address : item.id;
}
