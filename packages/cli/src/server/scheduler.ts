/** Scheduler: runs the commands of scheduled sources when they are due, side by side. */
import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { ScheduleRunner } from '@semantic-search/server/run';
import {
  nextRun,
  readSchedules,
  recordRun,
  type ScheduledSource,
  type SourceRun,
  scheduledSources,
} from '@semantic-search/server/schedules';
import type { Logger } from 'pino';

export interface Scheduler {
  /** Ends the running commands; their next runs resume them. */
  close(): Promise<void>;
}

const CHECK_INTERVAL_MS = 15_000;
/** Each is a process of 100 to 500 MB. */
const MAX_CONCURRENT_RUNS = 8;
const ENTRY_POINT = join(import.meta.dirname, `../semantic-search${extname(import.meta.filename)}`);

/** Starts a run at once if its time has passed while no server was running. */
export function startScheduler(
  dataDirectory: string,
  log: Logger,
  metrics: Parameters<ScheduleRunner>[2],
  checkIntervalMs = CHECK_INTERVAL_MS,
): Scheduler {
  const controller = new AbortController();
  const { signal } = controller;
  /** Runs by source: each source runs once at a time. */
  const running = new Map<string, Promise<void>>();
  /** Also of runs that could not be recorded, or they would start again at once. */
  const started = new Map<string, SourceRun>();
  const reported = new Set<string>();
  const ended = repeat();
  return {
    async close() {
      controller.abort();
      await ended;
      await Promise.all(running.values());
    },
  };

  async function repeat(): Promise<void> {
    await closeInterruptedRuns().catch(warn);
    while (!signal.aborted) {
      await setTimeout(checkIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
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
      running.set(
        key,
        runSource(source)
          .catch(warn)
          .finally(() => running.delete(key)),
      );
    }
  }

  async function runSource(source: ScheduledSource): Promise<void> {
    const { id, space } = source;
    const started = new Date().toISOString();
    await recordRun(dataDirectory, source, { started });
    log.info({ source: id, space }, 'Scheduled source started');
    const { exitCode, message } = await execute(source);
    const run = { started, finished: new Date().toISOString(), exitCode, message };
    await recordRun(dataDirectory, source, run);
    metrics.sourceRun({ space, source: id, outcome: exitCode === 0 ? 'succeeded' : 'failed' });
    const result = { source: id, space, exitCode, message };
    if (exitCode === 0) log.info(result, 'Scheduled source finished');
    else log.warn(result, 'Scheduled source failed');
  }

  /** Runs in the environment of the server. Never throws. The exit code is null after a signal or a failed start. */
  async function execute({
    command,
  }: ScheduledSource): Promise<{ exitCode: number | null; message: string }> {
    const child = spawn(process.execPath, [...process.execArgv, ENTRY_POINT, ...command], {
      // The channel closes with the server, and the command ends with it (`semantic-search.ts`).
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      signal,
      killSignal: 'SIGTERM',
    });
    let message = '';
    for (const output of [child.stdout!, child.stderr!])
      createInterface({ input: output }).on('line', (line) => {
        if (line.trim() !== '') message = line.trim();
      });
    return new Promise((resolve) => {
      child.once('error', (error) => resolve({ exitCode: null, message: error.message }));
      child.once('close', (exitCode) => resolve({ exitCode, message }));
    });
  }
}
