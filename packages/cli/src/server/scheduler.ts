/** Scheduler: runs the commands of due sources, each in a process, and tries single addresses. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type ScheduleRunner, taskQueue } from '@semantic-search/server/run';
import {
  type AddressTrial,
  nextRun,
  readSchedules,
  recordRun,
  reportFile,
  type ScheduledSource,
  type SourceRun,
  type SourceRunner,
  scheduledSources,
} from '@semantic-search/server/schedules';
import type { Logger } from 'pino';

/** Schedules (`cronOf` of the server) name minutes, so a run starts at most a quarter of a minute late. */
const CHECK_INTERVAL_MS = 15_000;
/** Maximum number of concurrent runs; each is a process of 100 to 500 MB. */
const MAX_CONCURRENT_RUNS = 8;
/** Limits of a trial of one address: its duration, and the size of the JSON that it prints. */
const MAX_TRIAL_MS = 60_000;
const MAX_TRIAL_BYTES = 64 * 1024 ** 2;
const ENTRY_POINT = join(import.meta.dirname, `../semantic-search${extname(import.meta.filename)}`);

interface ActiveRun {
  ended: Promise<void>;
  abortion: AbortController;
  progress: { visited: number; known: number };
}

/** Starts due runs, including runs that became due while no server ran. Closing ends runs; later runs resume them. */
export function startScheduler(
  dataDirectory: string,
  log: Logger,
  metrics: Parameters<ScheduleRunner>[2],
  checkIntervalMs = CHECK_INTERVAL_MS,
): SourceRunner {
  const closing = new AbortController();
  /** Runs by source: a source never runs twice at the same time. */
  const running = new Map<string, ActiveRun>();
  /** Started runs, even if they could not be recorded: otherwise they would start again at once. */
  const started = new Map<string, SourceRun>();
  const reportedProblems = new Set<string>();
  /** Runs of a space share a file, so that they are recorded one after another. */
  const inTurn = taskQueue();
  const warn = (error: unknown) => log.warn({ error }, 'The schedules could not be read or written');
  const startDueInTurn = () => void inTurn(startDue).catch(warn);
  inTurn(() => closeInterruptedRuns(dataDirectory)).catch(warn);
  const timer = setInterval(startDueInTurn, checkIntervalMs).unref();
  return {
    wake: startDueInTurn,
    stop: (space, id) => running.get(keyOf({ space, id }))?.abortion.abort(new Error('Stopped')),
    progress: (space, id) => running.get(keyOf({ space, id }))?.progress,
    tryAddress: (command) => tryAddress(command, closing.signal),
    async close() {
      clearInterval(timer);
      closing.abort();
      // Waits for a check in progress, which may start runs.
      await inTurn(async () => undefined);
      await Promise.all(Array.from(running.values(), (run) => run.ended));
    },
  };

  async function startDue(): Promise<void> {
    const schedules = await readSchedules(dataDirectory);
    if (closing.signal.aborted) return;
    for (const problem of schedules.flatMap(({ problems }) => problems)) {
      if (!reportedProblems.has(problem)) log.warn({ problem }, 'A schedule cannot be read');
      reportedProblems.add(problem);
    }
    const sources = schedules.flatMap((schedule) => schedule.sources);
    const idle = sources.filter(({ source }) => !running.has(keyOf(source)));
    const timed = idle.map(({ source, run }) => {
      const next = nextRun(source, started.get(keyOf(source)) ?? run);
      return { source, time: next?.getTime() ?? Number.POSITIVE_INFINITY };
    });
    const due = timed.filter(({ time }) => time <= Date.now()).sort((a, b) => a.time - b.time);
    for (const { source } of due.slice(0, MAX_CONCURRENT_RUNS - running.size)) start(source);
  }

  function start(source: ScheduledSource): void {
    const key = keyOf(source);
    started.set(key, { started: new Date().toISOString() });
    const run = { abortion: new AbortController(), progress: { visited: 0, known: 0 } };
    const ended = runSource(source, run)
      .catch(warn)
      .finally(() => running.delete(key));
    running.set(key, { ...run, ended });
  }

  async function runSource(source: ScheduledSource, { abortion, progress }: Omit<ActiveRun, 'ended'>) {
    const { id, space } = source;
    const record = (run: SourceRun) => inTurn(() => recordRun(dataDirectory, source, run));
    const startTime = new Date().toISOString();
    await record({ started: startTime });
    log.info({ source: id, space }, 'Scheduled source started');
    // A report file that the command itself names stays.
    const [name = '', ...words] = source.command;
    const command = [name, `--report=${reportFile(dataDirectory, source)}`, ...words];
    const signal = AbortSignal.any([closing.signal, abortion.signal]);
    const { exitCode, message } = await runCommand(command, signal, progress);
    await record({ started: startTime, finished: new Date().toISOString(), exitCode, message });
    metrics.sourceRun({ space, source: id, outcome: exitCode === 0 ? 'succeeded' : 'failed' });
    const outcome = { source: id, space, exitCode, message };
    if (exitCode === 0) log.info(outcome, 'Scheduled source finished');
    else log.warn(outcome, 'Scheduled source failed');
  }
}

const keyOf = ({ space, id }: Pick<ScheduledSource, 'space' | 'id'>) => `${space} ${id}`;

/** Marks runs as ended that a killed server left open. */
async function closeInterruptedRuns(dataDirectory: string): Promise<void> {
  const [finished, message] = [new Date().toISOString(), 'The server ended during the run'];
  for (const { source, run } of await scheduledSources(dataDirectory))
    if (run && run.finished === undefined)
      await recordRun(dataDirectory, source, { ...run, finished, exitCode: null, message });
}

/** Runs a command. Resolves to its last line, and to the exit code: null after a signal or a failed start. */
async function runCommand(command: readonly string[], signal: AbortSignal, progress: ActiveRun['progress']) {
  const child = spawn(process.execPath, programWords(command), {
    // The channel closes with the server, and the command ends with it (`semantic-search.ts`).
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  });
  let message = '';
  child.on('message', (counts) => Object.assign(progress, counts));
  for (const output of [child.stdout!, child.stderr!])
    createInterface({ input: output }).on('line', (line) => {
      message = line.trim() || message;
    });
  const [exitCode] = (await once(child, 'close').catch((error: Error) => {
    message = ((error.cause ?? error) as Error).message;
    return [null];
  })) as [number | null];
  return { exitCode, message };
}

/** Runs a trial of one address, and resolves to the object that it prints, or to the reason why it prints none. */
async function tryAddress(command: readonly string[], signal: AbortSignal): Promise<AddressTrial> {
  const options = { timeout: MAX_TRIAL_MS, maxBuffer: MAX_TRIAL_BYTES, signal };
  const trial = promisify(execFile)(process.execPath, programWords(command), options);
  const { stdout, stderr } = await trial.catch((failure: { stdout: string; stderr: string }) => failure);
  if (stdout.trimEnd().endsWith('}')) return JSON.parse(stdout);
  const lastLine = stderr.trim().split('\n').at(-1)!;
  const reason = lastLine.replace(/^semantic-search: /, '');
  return { addresses: [], reason: reason || 'no response in time', links: [] };
}

const programWords = (command: readonly string[]) => [...process.execArgv, ENTRY_POINT, ...command];
