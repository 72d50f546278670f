/** Files of a crawl in the data directory: the state between runs and the journal of an unfinished run. */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  acquireLock,
  durableFile,
  makeFolder,
  nullIfNotFound,
  replaceFile,
  type Unlock,
} from '@semantic-search/server/filesystem';
import {
  type AddressState,
  betweenRuns,
  type Document,
  type Item,
  type SiteModel,
  type Skipped,
} from '@semantic-search/sources';

export interface CrawlState {
  /** When all pages were read last, as ISO 8601. */
  lastFull: string | null;
  /** Options that decided what the last run read; absent before the first one. */
  settings?: string;
  /** What the pages of the site share; absent before the first run. */
  site?: SiteModel;
  pages: Map<string, AddressState>;
}

/** Items of a run, in a file, so that a run needs little memory and can be resumed. */
export interface CrawlJournal {
  /** What was read before an interruption, by address. */
  read: Map<string, AddressState>;
  /** `complete` if all addresses were read, `writing` if writing to the space has begun. */
  stage: 'reading' | 'complete' | 'writing';
  /** Options of the run. */
  isFull: boolean;
  settings: string;
  append(item: Item): Promise<void>;
  /** Bytes of the journal. */
  size(): number;
  /** Records that the documents so far are in the space, although the run is not complete. */
  markWritten(): Promise<void>;
  /** Records that a stage is reached. */
  advance(stage: 'complete' | 'writing'): Promise<void>;
  items(): AsyncIterable<{ item: Document | Skipped; isWritten: boolean }>;
}

export interface CrawlFiles {
  /** Of the journal. */
  folder: string;
  /** Throws LockedError while another process runs the same crawl. */
  lock(): Promise<Unlock>;
  readState(): Promise<CrawlState>;
  writeState(state: CrawlState): Promise<void>;
  /** Resumes the journal of an interrupted run; `header` applies to a new one. */
  openJournal(header: JournalHeader): Promise<CrawlJournal>;
  removeJournal(): Promise<void>;
}

/** An older journal is discarded, because the site may have changed since. */
const MAX_JOURNAL_AGE_MS = 24 * 3600 * 1000;
/** A run that ended at a limit goes on with the next one, which may be a month later. */
const MAX_LIMITED_JOURNAL_AGE_MS = 32 * MAX_JOURNAL_AGE_MS;

type JournalHeader = Pick<CrawlJournal, 'isFull' | 'settings'>;
type Line = JournalHeader | Item | { stage: CrawlJournal['stage'] } | { written: true };

type StoredState = Omit<CrawlState, 'pages'> & { pages: [string, AddressState][] };

/** `starts` identify the crawl: another crawl of the space keeps its own state. */
export function crawlFiles(directory: string, space: string, starts: readonly string[]): CrawlFiles {
  const folder = join(directory, 'crawl', space);
  const digest = createHash('sha256')
    .update([...starts].sort().join('\n'))
    .digest('hex')
    .slice(0, 12);
  const path = join(folder, `${new URL(starts[0]!).host.replace(/[^\w.-]/g, '_')}-${digest}`);
  const [stateFile, journalFile] = [`${path}.json`, `${path}.journal`];
  return {
    folder,
    async lock() {
      await makeFolder(folder);
      return acquireLock(path, 0);
    },
    async readState() {
      const state = await durableFile<StoredState>(stateFile).read();
      return state === null
        ? { lastFull: null, pages: new Map() }
        : { ...state, pages: new Map(state.pages) };
    },
    writeState: (state) => replaceFile(stateFile, JSON.stringify({ ...state, pages: [...state.pages] })),
    openJournal: (header) => openJournal(journalFile, header),
    removeJournal: () => rm(journalFile, { force: true }),
  };
}

async function openJournal(file: string, newHeader: JournalHeader): Promise<CrawlJournal> {
  const age = await stat(file).then(({ mtimeMs }) => Date.now() - mtimeMs, nullIfNotFound);
  const read = new Map<string, AddressState>();
  let found: JournalHeader | undefined;
  let stage: CrawlJournal['stage'] = 'reading';
  let length = 0;
  let written = 0;
  for await (const { line, end } of lines(file)) {
    if ('item' in line) read.set(addressOf(line.item), line.state);
    else if ('stage' in line) stage = line.stage;
    else if ('written' in line) written = read.size;
    else found = line;
    length = end;
  }
  if (age !== null && age > (written > 0 ? MAX_LIMITED_JOURNAL_AGE_MS : MAX_JOURNAL_AGE_MS)) {
    await rm(file);
    return openJournal(file, newHeader);
  }
  // The last line may be torn.
  if (age !== null) await truncate(file, length);
  const output = createWriteStream(file, { flags: 'a' });
  const append = (line: Line) =>
    new Promise<void>((resolve, reject) => {
      const text = `${JSON.stringify(line)}\n`;
      length += Buffer.byteLength(text);
      output.write(text, (error) => (error ? reject(error) : resolve()));
    });
  if (found === undefined) await append(newHeader);
  return {
    read,
    stage,
    ...newHeader,
    ...found,
    async append(item) {
      await append(item);
      read.set(addressOf(item.item), betweenRuns(item.state));
    },
    size: () => length,
    async markWritten() {
      await append({ written: true });
      written = read.size;
    },
    async advance(reached) {
      await append({ stage: reached });
    },
    async *items() {
      let count = 0;
      for await (const { line } of lines(file)) {
        if (!('item' in line)) continue;
        count += 1;
        yield { item: line.item, isWritten: count <= written };
      }
    },
  };
}

/** Complete lines with the position after each; ends at a damaged one. */
async function* lines(file: string): AsyncIterable<{ line: Line; end: number }> {
  if (!(await stat(file).catch(nullIfNotFound))) return;
  let end = 0;
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      return;
    }
    end += Buffer.byteLength(text) + 1;
    yield { line, end };
  }
}

export function addressOf(item: Document | Skipped): string {
  return 'outcome' in item ? item.address : item.id;
}
