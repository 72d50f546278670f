/** Scheduler: runs the commands of scheduled sources when they are due, side by side. */
import { execFile, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { taskQueue } from '@semantic-search/server/filesystem';
import type { ScheduleRunner } from '@semantic-search/server/run';
import {
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

const CHECK_INTERVAL_MS = 15_000;
/** Each is a process of 100 to 500 MB. */
const MAX_CONCURRENT_RUNS = 8;
const MAX_TRIAL_MS = 60_000;
const MAX_TRIAL_BYTES = 64 * 1024 ** 2;
const ENTRY_POINT = join(import.meta.dirname, `../semantic-search${extname(import.meta.filename)}`);

interface Running {
  ended: Promise<void>;
  stop: AbortController;
  progress: { visited: number; known: number };
}

/** Starts a run at once if its time has passed while no server was running. Closing ends runs; the next ones resume them. */
export function startScheduler(
  dataDirectory: string,
  log: Logger,
  metrics: Parameters<ScheduleRunner>[2],
  checkIntervalMs = CHECK_INTERVAL_MS,
): SourceRunner {
  const controller = new AbortController();
  const { signal } = controller;
  /** Runs by source: a source never runs twice at the same time. */
  const running = new Map<string, Running>();
  /** Also of runs that could not be recorded, or they would start again at once. */
  const started = new Map<string, SourceRun>();
  const reported = new Set<string>();
  /** Runs of a space share a file, so that they are recorded one after another. */
  const inTurn = taskQueue();
  let wake = () => {};
  const ended = repeat();
  return {
    wake: () => wake(),
    stop: (space, id) => running.get(`${space} ${id}`)?.stop.abort(),
    progress: (space, id) => running.get(`${space} ${id}`)?.progress,
    async tryAddress(command) {
      const options = { timeout: MAX_TRIAL_MS, maxBuffer: MAX_TRIAL_BYTES, signal };
      const words = [...process.execArgv, ENTRY_POINT, ...command];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, words, options).catch(
        (failure: { stdout: string; stderr: string }) => failure,
      );
      if (stdout.trimEnd().endsWith('}')) return JSON.parse(stdout);
      const reason = stderr
        .trim()
        .split('\n')
        .at(-1)
        ?.replace(/^semantic-search: /, '');
      return { addresses: [], reason: reason || 'no answer in time', links: [] };
    },
    async close() {
      controller.abort();
      await ended;
      await Promise.all(Array.from(running.values(), (run) => run.ended));
    },
  };

  function nextWake(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  function record(source: ScheduledSource, run: SourceRun): Promise<void> {
    return inTurn(() => recordRun(dataDirectory, source, run));
  }

  async function repeat(): Promise<void> {
    let woken = nextWake();
    await closeInterruptedRuns().catch(warn);
    while (!signal.aborted) {
      const pause = setTimeout(checkIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
      await Promise.race([pause, woken]);
      woken = nextWake();
      await runDue().catch(warn);
    }
  }

  function warn(error: unknown): void {
    log.warn({ error }, 'The scheduled sources could not be read');
  }

  /** Ends the records of runs that a killed server left open. */
  async function closeInterruptedRuns(): Promise<void> {
    const [finished, message] = [new Date().toISOString(), 'The server ended during the run'];
    for (const { source, run } of await scheduledSources(dataDirectory))
      if (run && run.finished === undefined)
        await recordRun(dataDirectory, source, { ...run, finished, exitCode: null, message });
  }

  async function runDue(): Promise<void> {
    const all = await readSchedules(dataDirectory);
    for (const problem of all.flatMap(({ problems }) => problems)) {
      if (!reported.has(problem)) log.warn({ problem }, 'A schedule cannot be read');
      reported.add(problem);
    }
    const due: { key: string; source: ScheduledSource; time: number }[] = [];
    for (const { source, run } of all.flatMap(({ sources }) => sources)) {
      const key = `${source.space} ${source.id}`;
      const time = nextRun(source, started.get(key) ?? run)?.getTime() ?? Number.POSITIVE_INFINITY;
      if (time <= Date.now() && !running.has(key)) due.push({ key, source, time });
    }
    due.sort((one, other) => one.time - other.time);
    for (const { key, source } of due.slice(0, MAX_CONCURRENT_RUNS - running.size)) {
      if (signal.aborted) return;
      started.set(key, { started: new Date().toISOString() });
      const run = { stop: new AbortController(), progress: { visited: 0, known: 0 } };
      const end = runSource(source, run)
        .catch(warn)
        .finally(() => running.delete(key));
      running.set(key, Object.assign(run, { ended: end }));
    }
  }

  async function runSource(source: ScheduledSource, handle: Omit<Running, 'ended'>): Promise<void> {
    const { id, space } = source;
    const started = new Date().toISOString();
    await record(source, { started });
    log.info({ source: id, space }, 'Scheduled source started');
    const { exitCode, message } = await execute(source, handle);
    const run = { started, finished: new Date().toISOString(), exitCode, message };
    await record(source, run);
    metrics.sourceRun({ space, source: id, outcome: exitCode === 0 ? 'succeeded' : 'failed' });
    const result = { source: id, space, exitCode, message };
    if (exitCode === 0) log.info(result, 'Scheduled source finished');
    else log.warn(result, 'Scheduled source failed');
  }

  /** Runs in the environment of the server. Never throws. The exit code is null after a signal or a failed start. */
  async function execute(
    source: ScheduledSource,
    { stop, progress }: Omit<Running, 'ended'>,
  ): Promise<{ exitCode: number | null; message: string }> {
    // A report that the command names itself stays.
    const report = [`--report=${reportFile(dataDirectory, source)}`];
    const words = [source.command[0]!, ...report, ...source.command.slice(1)];
    const child = spawn(process.execPath, [...process.execArgv, ENTRY_POINT, ...words], {
      // The channel closes with the server, and the command ends with it (`semantic-search.ts`).
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      signal: AbortSignal.any([signal, stop.signal]),
      killSignal: 'SIGTERM',
    });
    let message = '';
    child.on('message', (counts) => Object.assign(progress, counts));
    for (const output of [child.stdout!, child.stderr!])
      createInterface({ input: output }).on('line', (line) => {
        if (line.trim() !== '') message = line.trim();
      });
    return new Promise((resolve) => {
      child.once('error', (error) =>
        resolve({ exitCode: null, message: stop.signal.aborted ? 'Stopped' : error.message }),
      );
      child.once('close', (exitCode) => resolve({ exitCode, message }));
    });
  }
}
