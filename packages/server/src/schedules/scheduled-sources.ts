/** Scheduled sources of search spaces, in `crawl/<space>/sources.json`. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpaceSource } from '@semantic-search/contract';
import { Cron } from 'croner';
import { durableFile, nullIfNotFound } from '../filesystem/durable-file.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';

/** A command that a running server repeats. */
export interface ScheduledSource {
  /** Digest of the command; the same command is scheduled once. */
  id: string;
  space: string;
  /** Words after `semantic-search`; the first is `crawl` or `harvest`. Paths are absolute. */
  command: string[];
  /** Cron pattern in the time zone of the server. */
  schedule: string;
  /** ISO 8601. */
  created: string;
}

/** The last run of a source: `crawl/<space>/source-runs.json`, written by the server. */
export interface SourceRun {
  started: string;
  /** Absent while it runs, and after the server was killed until its next start. */
  finished?: string;
  /** Null if a signal ended the command. */
  exitCode?: number | null;
  /** Last line that the command printed. */
  message?: string;
}

const COMMANDS = ['crawl', 'harvest'];

/** Throws if the pattern is not valid, has seconds, or never matches. */
export function validateSchedule(schedule: string): void {
  if (new Cron(schedule, { mode: '5-part' }).nextRun() === null) throw new Error('It never matches.');
}

export function nextRun({ schedule, created }: ScheduledSource, last: SourceRun | undefined): Date | null {
  return new Cron(schedule).nextRun(last?.started ?? created);
}

/** Sources of all spaces, with their last runs. */
export async function scheduledSources(
  dataDirectory: string,
): Promise<{ source: ScheduledSource; run: SourceRun | undefined }[]> {
  const spaces = (await readdir(join(dataDirectory, 'crawl')).catch(nullIfNotFound)) ?? [];
  const all = spaces.sort().map(async (space) => {
    const [sources, runs] = await Promise.all([
      sourceFile(dataDirectory, space).read(),
      runFile(dataDirectory, space).read(),
    ]);
    return (sources ?? []).filter(isRunnable).map((source) => ({ source, run: runs?.[source.id] }));
  });
  return (await Promise.all(all)).flat();
}

/** The sources of each space as the API describes them. */
export async function describeSources(dataDirectory: string): Promise<Map<string, SpaceSource[]>> {
  const sources = await scheduledSources(dataDirectory);
  const bySpace = Map.groupBy(sources, ({ source }) => source.space);
  return new Map(Array.from(bySpace, ([space, each]) => [space, each.map(describeSource)]));
}

function describeSource({
  source,
  run,
}: {
  source: ScheduledSource;
  run: SourceRun | undefined;
}): SpaceSource {
  const { id, command, schedule } = source;
  const next = nextRun(source, run)?.toISOString() ?? null;
  const described = { id, command: command.join(' '), schedule, next };
  if (!run) return described;
  const { exitCode, ...last } = run;
  return { ...described, last: { ...last, ...(last.finished && { succeeded: exitCode === 0 }) } };
}

/** Adds a source, or changes its schedule. */
export async function scheduleSource(
  dataDirectory: string,
  { space, command, schedule }: Omit<ScheduledSource, 'id' | 'created'>,
): Promise<ScheduledSource> {
  await makeFolder(join(dataDirectory, 'crawl', space));
  const id = createHash('sha256').update(JSON.stringify(command)).digest('hex').slice(0, 8);
  const source = { id, space, command, schedule, created: new Date().toISOString() };
  const file = sourceFile(dataDirectory, space);
  const others = ((await file.read()) ?? []).filter((each) => each.id !== id);
  await file.write([...others, source]);
  return source;
}

/** Returns false if there is no such source. */
export async function removeSource(dataDirectory: string, id: string): Promise<boolean> {
  const found = (await scheduledSources(dataDirectory)).find(({ source }) => source.id === id);
  if (!found) return false;
  const file = sourceFile(dataDirectory, found.source.space);
  await file.write(((await file.read()) ?? []).filter((each) => each.id !== id));
  return true;
}

export async function recordRun(
  dataDirectory: string,
  { id, space }: ScheduledSource,
  run: SourceRun,
): Promise<void> {
  const file = runFile(dataDirectory, space);
  await file.write({ ...(await file.read()), [id]: run });
}

/** People may edit the file. */
function isRunnable({ command, schedule }: ScheduledSource): boolean {
  try {
    new Cron(schedule);
    return COMMANDS.includes(command[0]!);
  } catch {
    return false;
  }
}

function sourceFile(dataDirectory: string, space: string) {
  return durableFile<ScheduledSource[]>(join(dataDirectory, 'crawl', space, 'sources.json'));
}

function runFile(dataDirectory: string, space: string) {
  return durableFile<Record<string, SourceRun>>(join(dataDirectory, 'crawl', space, 'source-runs.json'));
}
