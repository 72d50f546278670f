/** Scheduled source of a search space: a command that a running server repeats. */
import type { SourceSettings } from '@semantic-search/contract';
import { Cron } from 'croner';

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

/** Commands that may be scheduled, because a damaged or foreign file must not run others. */
const COMMANDS = ['crawl', 'harvest'];

/** The last run of a source. */
export interface SourceRun {
  /** ISO 8601, as `finished`. */
  started: string;
  /** End of the run; absent while it runs. If the server is killed, its next start adds the end. */
  finished?: string;
  /** Null if a signal ended the command. */
  exitCode?: number | null;
  /** Last line that the command printed. */
  message?: string;
}

/** The pattern of `--schedule` and of the studio: five parts, without seconds. Throws if it is not valid. */
const cronOf = (schedule: string) => new Cron(schedule, { mode: '5-part' });

/** Time of the next run; null if the source is paused or waits for a request. */
export function nextRun(
  { schedule, created, paused, requested }: ScheduledSource,
  lastRun: SourceRun | undefined,
): Date | null {
  if (requested !== undefined && (!lastRun || lastRun.started < requested)) return new Date(requested);
  return paused || schedule === null ? null : cronOf(schedule).nextRun(lastRun?.started ?? created);
}

/** Why a text is not a schedule: its pattern is not valid, has seconds, or never matches. Undefined for a schedule. */
export function scheduleFault(schedule: string): string | undefined {
  try {
    return cronOf(schedule).nextRun() === null ? 'It never matches.' : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Why a stored entry is not a source: people may edit the file, and disks may damage it. Undefined for a source. */
export function sourceFault(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'no members';
  const { id, command, schedule, created } = entry as Partial<Record<keyof ScheduledSource, unknown>>;
  if (typeof id !== 'string' || id === '') return 'no id';
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return 'no command';
  if (!COMMANDS.includes(String(command[0]))) return `a command that is not ${COMMANDS.join(' or ')}`;
  if (!isTime(created)) return 'no date of creation';
  const fault = schedule === null ? undefined : scheduleFault(String(schedule));
  return fault && `a wrong schedule: ${fault}`;
}

export function isSourceRun(run: unknown): run is SourceRun {
  return isTime((run as Partial<SourceRun> | null | undefined)?.started);
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
