/** Scheduled sources of search spaces and their last runs, in the files of `crawl/<space>/`. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceSettings, SourceTrial } from '@semantic-search/contract';
import { Cron } from 'croner';
import { durableFile, nullIfNotFound } from '../filesystem/durable-file.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';

/** A command that a running server repeats. */
export interface ScheduledSource {
  /** For a command, its digest, so that the same command is scheduled once. Random if the API created the source. */
  id: string;
  space: string;
  /** Words after `semantic-search`; the first is `crawl` or `harvest`. Paths are absolute. */
  command: string[];
  /** Settings from which `command` was made; absent if the command line scheduled it. */
  settings?: SourceSettings;
  /** Cron pattern in the time zone of the server; null if it runs on request only. */
  schedule: string | null;
  /** When a person last asked for a run; ISO 8601. */
  requested?: string;
  /** ISO 8601. */
  created: string;
  /** Whether the server does not run the source until somebody resumes it, for example after a restore. */
  paused?: true;
}

/** The last run of a source: `crawl/<space>/source-runs.json`, written by the server. */
export interface SourceRun {
  started: string;
  /** End of the run; absent while it runs, and after the server was killed until its next start. */
  finished?: string;
  /** Null if a signal ended the command. */
  exitCode?: number | null;
  /** Last line that the command printed. */
  message?: string;
}

export interface SpaceSchedules {
  space: string;
  sources: { source: ScheduledSource; run: SourceRun | undefined }[];
  /** Faults in the files of this space. Valid sources are listed nevertheless. */
  problems: string[];
}

/** What a trial of one address prints. */
export type AddressTrial = Omit<SourceTrial, 'title' | 'text'> & { document?: unknown };

/** Runs the sources of a data directory; the server itself knows them only as data. */
export interface SourceRunner {
  /** Checks at once for sources that are due or requested. */
  wake(): void;
  /** Ends the run of a source, if there is one. */
  stop(space: string, id: string): void;
  /** Progress of a current run. */
  progress(space: string, id: string): { visited: number; known: number } | undefined;
  /** Runs a command that reads one address and changes nothing. */
  tryAddress(command: readonly string[]): Promise<AddressTrial>;
  close(): Promise<void>;
}

/** Commands that may be scheduled, because a damaged or foreign file must not run others. */
const COMMANDS = ['crawl', 'harvest'];

/** Throws if the pattern is not valid, has seconds, or never matches. */
export function validateSchedule(schedule: string): void {
  if (new Cron(schedule, { mode: '5-part' }).nextRun() === null) throw new Error('It never matches.');
}

/** Time of the next run; null if the source is paused or waits for a request. */
export function nextRun(
  { schedule, created, paused, requested }: ScheduledSource,
  lastRun: SourceRun | undefined,
): Date | null {
  if (requested !== undefined && (!lastRun || lastRun.started < requested)) return new Date(requested);
  return paused || schedule === null ? null : new Cron(schedule).nextRun(lastRun?.started ?? created);
}

/** Sources of all spaces that have some. Unreadable files of one space do not affect other spaces. */
export async function readSchedules(dataDirectory: string): Promise<SpaceSchedules[]> {
  const folder = join(dataDirectory, 'crawl');
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfNotFound)) ?? [];
  const spaces = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const schedules = await Promise.all(spaces.sort().map((space) => readSpaceSchedules(dataDirectory, space)));
  return schedules.filter(({ sources, problems }) => sources.length + problems.length > 0);
}

/** Sources of all spaces, with their last runs. */
export async function scheduledSources(dataDirectory: string): Promise<SpaceSchedules['sources']> {
  return (await readSchedules(dataDirectory)).flatMap(({ sources }) => sources);
}

/** Sources of one space. */
export async function readSpaceSchedules(dataDirectory: string, space: string): Promise<SpaceSchedules> {
  const problems: string[] = [];
  const noteProblem = (error: Error) => {
    problems.push(error.message.replaceAll(`${dataDirectory}/`, ''));
    return null;
  };
  const entries: unknown = await sourceFile(dataDirectory, space).read().catch(noteProblem);
  if (entries !== null && !Array.isArray(entries))
    noteProblem(new Error(`crawl/${space}/sources.json: not a list`));
  const sources: SpaceSchedules['sources'] = [];
  const runs = (await runFile(dataDirectory, space).read().catch(noteProblem)) ?? {};
  for (const entry of Array.isArray(entries) ? entries : []) {
    const fault = faultOf(entry);
    const source = { ...entry, space } as ScheduledSource;
    if (fault === undefined) sources.push({ source, run: validRun(runs[source.id]) });
    // The first problem stands for all.
    else if (problems.length === 0)
      noteProblem(new Error(`crawl/${space}/sources.json: an entry has ${fault}`));
  }
  return { space, sources, problems };
}

/** Why an entry is not valid: people may edit the file, and disks may damage it. Undefined if it is valid. */
function faultOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'no members';
  const { id, command, schedule, created } = entry as Partial<Record<keyof ScheduledSource, unknown>>;
  if (typeof id !== 'string' || id === '') return 'no id';
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return 'no command';
  if (!COMMANDS.includes(String(command[0]))) return `a command that is not ${COMMANDS.join(' or ')}`;
  if (typeof created !== 'string' || Number.isNaN(Date.parse(created))) return 'no date of creation';
  try {
    if (schedule !== null) validateSchedule(String(schedule));
    return undefined;
  } catch (error) {
    return `a wrong schedule: ${(error as Error).message}`;
  }
}

function validRun(run: unknown): SourceRun | undefined {
  const { started } = (run ?? {}) as Partial<SourceRun>;
  return typeof started === 'string' && !Number.isNaN(Date.parse(started)) ? (run as SourceRun) : undefined;
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
  await updateSourceFile(dataDirectory, source.space, (sources) => {
    const isNew = !sources.some((entry) => entry?.id === source.id);
    return isNew ? [...sources, source] : sources.map((entry) => (entry?.id === source.id ? source : entry));
  });
}

/** Path of the report of a source's last run, with one JSON object per address. */
export function reportFile(dataDirectory: string, { space, id }: ScheduledSource): string {
  return join(dataDirectory, 'crawl', space, `${id}.report.ndjson`);
}

/** Returns false if there is no such source. */
export const removeSource = (dataDirectory: string, id: string): Promise<boolean> =>
  changeSource(dataDirectory, id, () => []);

/** Lets the server run a paused source. Returns false if there is no such source. */
export const resumeSource = (dataDirectory: string, id: string): Promise<boolean> =>
  changeSource(dataDirectory, id, ({ paused: _, ...source }) => [source]);

/** Pauses all sources of this directory until somebody resumes them. Removes invalid entries. */
export async function pauseSources(dataDirectory: string): Promise<void> {
  for (const { space, sources } of await readSchedules(dataDirectory)) {
    const paused = sources.map(({ source }) => ({ ...source, paused: true as const }));
    await sourceFile(dataDirectory, space).write(paused);
  }
}

async function changeSource(
  dataDirectory: string,
  id: string,
  change: (source: ScheduledSource) => ScheduledSource[],
): Promise<boolean> {
  const stored = (await scheduledSources(dataDirectory)).find(({ source }) => source.id === id);
  if (!stored) return false;
  await updateSourceFile(dataDirectory, stored.source.space, (sources) =>
    sources.flatMap((entry) => (entry?.id === id ? change(entry) : [entry])),
  );
  return true;
}

/** The changes of a process must follow one another (`taskQueue`). Keeps invalid entries for a repair. Throws if the file is damaged. */
async function updateSourceFile(
  dataDirectory: string,
  space: string,
  change: (sources: ScheduledSource[]) => ScheduledSource[],
): Promise<void> {
  const file = sourceFile(dataDirectory, space);
  const sources = (await file.read()) ?? [];
  if (!Array.isArray(sources)) throw new Error(`crawl/${space}/sources.json: not a list`);
  await file.write(change(sources));
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

function sourceFile(dataDirectory: string, space: string) {
  return durableFile<ScheduledSource[]>(join(dataDirectory, 'crawl', space, 'sources.json'));
}

function runFile(dataDirectory: string, space: string) {
  return durableFile<Record<string, SourceRun>>(join(dataDirectory, 'crawl', space, 'source-runs.json'));
}
