/** Files of scheduled sources and of their last runs, in `crawl/<space>/` of the data directory. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { durableFile, nullIfNotFound } from '../filesystem/durable-file.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';
import { isSourceRun, type ScheduledSource, type SourceRun, sourceFault } from './scheduled-source.ts';

export interface StoredSource {
  source: ScheduledSource;
  run: SourceRun | undefined;
}

export interface SpaceSchedules {
  space: string;
  sources: StoredSource[];
  /** Faults in the files of this space. Valid sources are listed nevertheless. */
  problems: string[];
}

/** Sources of all spaces, with their last runs. */
export async function scheduledSources(dataDirectory: string): Promise<StoredSource[]> {
  return (await readSchedules(dataDirectory)).flatMap(({ sources }) => sources);
}

/** All spaces that have been crawled. Unreadable files of one space do not affect other spaces. */
export async function readSchedules(dataDirectory: string): Promise<SpaceSchedules[]> {
  const folder = join(dataDirectory, 'crawl');
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfNotFound)) ?? [];
  const spaces = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(spaces.sort().map((space) => readSpaceSchedules(dataDirectory, space)));
}

export async function readSpaceSchedules(dataDirectory: string, space: string): Promise<SpaceSchedules> {
  const problems: string[] = [];
  const noteProblem = (error: Error) => {
    problems.push(error.message.replaceAll(`${dataDirectory}/`, ''));
    return null;
  };
  const entries = (await readEntries(dataDirectory, space).catch(noteProblem)) ?? [];
  const runs = (await runFile(dataDirectory, space).read().catch(noteProblem)) ?? {};
  const faults = entries.map(sourceFault);
  // The first fault stands for all.
  const fault = faults.find((entryFault) => entryFault !== undefined);
  if (fault !== undefined) problems.push(`crawl/${space}/sources.json: an entry has ${fault}`);
  const valid = entries.filter((_, index) => faults[index] === undefined) as ScheduledSource[];
  const sources = valid.map((entry) => {
    const run: unknown = runs[entry.id];
    return { source: { ...entry, space }, run: isSourceRun(run) ? run : undefined };
  });
  return { space, sources, problems };
}

/** Adds the source of a command, or changes its schedule. */
export async function scheduleSource(
  dataDirectory: string,
  { space, command, schedule }: Pick<ScheduledSource, 'space' | 'command' | 'schedule'>,
): Promise<ScheduledSource> {
  const id = createHash('sha256').update(JSON.stringify(command)).digest('hex').slice(0, 8);
  const source = { id, space, command, schedule, created: new Date().toISOString() };
  await saveSource(dataDirectory, source);
  return source;
}

/** Adds a source, or replaces the one with its ID. */
export async function saveSource(dataDirectory: string, source: ScheduledSource): Promise<void> {
  await makeFolder(join(dataDirectory, 'crawl', source.space));
  await updateEntries(dataDirectory, source.space, (entries) => {
    const index = entries.findIndex((entry) => entry?.id === source.id);
    return index === -1 ? [...entries, source] : entries.with(index, source);
  });
}

/** Returns false if there is no such source. */
export const removeSource = (dataDirectory: string, id: string): Promise<boolean> =>
  changeSource(dataDirectory, id, () => []);

/** Lets the server run a paused source. Returns false if there is no such source. */
export const resumeSource = (dataDirectory: string, id: string): Promise<boolean> =>
  changeSource(dataDirectory, id, ({ paused: _, ...source }) => [source]);

async function changeSource(
  dataDirectory: string,
  id: string,
  change: (source: ScheduledSource) => ScheduledSource[],
): Promise<boolean> {
  const stored = (await scheduledSources(dataDirectory)).find(({ source }) => source.id === id);
  if (!stored) return false;
  await updateEntries(dataDirectory, stored.source.space, (entries) =>
    entries.flatMap((entry) => (entry?.id === id ? change(entry) : [entry])),
  );
  return true;
}

/** Pauses all sources of this directory until somebody resumes them. Removes invalid entries. */
export async function pauseSources(dataDirectory: string): Promise<void> {
  for (const { space, sources } of await readSchedules(dataDirectory)) {
    const paused = sources.map(({ source }) => ({ ...source, paused: true as const }));
    await sourceFile(dataDirectory, space).write(paused);
  }
}

/** Records a run. Replaces a damaged file, because it contains only past runs. */
export async function recordRun(
  dataDirectory: string,
  { id, space }: ScheduledSource,
  run: SourceRun,
): Promise<void> {
  const file = runFile(dataDirectory, space);
  await file.write({ ...(await file.read().catch(() => null)), [id]: run });
}

/** Path of the report of a source's last run, with one JSON object per address. */
export function reportFile(dataDirectory: string, { space, id }: ScheduledSource): string {
  return join(dataDirectory, 'crawl', space, `${id}.report.ndjson`);
}

/** Element of `sources.json` before its validation; invalid ones stay in the file for a repair. */
type Entry = ScheduledSource | null;

/** The changes of a process must follow one another (`taskQueue`). Throws if the file is damaged. */
async function updateEntries(
  dataDirectory: string,
  space: string,
  change: (entries: Entry[]) => Entry[],
): Promise<void> {
  const entries = await readEntries(dataDirectory, space);
  await sourceFile(dataDirectory, space).write(change(entries));
}

async function readEntries(dataDirectory: string, space: string): Promise<Entry[]> {
  const entries = (await sourceFile(dataDirectory, space).read()) ?? [];
  if (!Array.isArray(entries)) throw new Error(`crawl/${space}/sources.json: not a list`);
  return entries;
}

function sourceFile(dataDirectory: string, space: string) {
  return durableFile<Entry[]>(join(dataDirectory, 'crawl', space, 'sources.json'));
}

function runFile(dataDirectory: string, space: string) {
  return durableFile<Record<string, SourceRun>>(join(dataDirectory, 'crawl', space, 'source-runs.json'));
}
