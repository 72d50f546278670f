/** Child process that reads foreign input with limits of time and memory, one call after another. */
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { CallOutcome, IsolatedCall } from './process-main.ts';

/**
 * Process that reads untrusted input (HTML, XML, PDF, CSV, RDF, selectors). Such input cannot block the event loop of
 * the program or take its memory. `module` is the URL of a module, whose default export is the function that reads:
 * `const title = await isolatedProcess().call<string>(titleModule, { html }, signal)`. Requests and responses are copied
 * (structured clone). Share one process in a program: each takes at least 60 MB, and ends after ten idle seconds.
 */
export interface IsolatedProcess {
  /** Throws LimitError, the reason of the signal, or the error of the function (name, message, code). Calls run in order. */
  call<Response>(module: string, request: unknown, signal?: AbortSignal): Promise<Response>;
  /** A later call starts a new process. */
  close(): void;
}

/** Time for one call, and resident memory in units of 1,000,000 bytes: heap, buffers and the code of Node. */
export type ProcessLimits = { deadlineMs?: number; maxMemoryMb?: number };

/** The input takes too much time or memory, or crashes the process, or the system has no process for it. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

/** Handler for `catch` that puts a subject, such as the name of the input, before the message of a LimitError. */
export function namedLimit(subject: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof LimitError ? new LimitError(`${subject} ${error.message}`) : error;
  };
}

const DEFAULT_DEADLINE_MS = 20_000;
const DEFAULT_MAX_MEMORY_MB = 256;
const IDLE_MS = 10_000;
/** Signals by which the memory watcher, the system, or V8 with a full heap end the process. */
const MEMORY_SIGNALS = new Set<unknown>(['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL']);

export function isolatedProcess(limits: ProcessLimits = {}): IsolatedProcess {
  const { deadlineMs = DEFAULT_DEADLINE_MS, maxMemoryMb = DEFAULT_MAX_MEMORY_MB } = limits;
  let started: StartedProcess | undefined;
  let lastTask: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  function close(): void {
    clearTimeout(idleTimer);
    started?.child.kill('SIGKILL');
    started = undefined;
  }

  async function outcomeOf(call: IsolatedCall, signal: AbortSignal | undefined): Promise<CallOutcome> {
    signal?.throwIfAborted();
    clearTimeout(idleTimer);
    if (!started?.child.connected) started = new StartedProcess(maxMemoryMb);
    try {
      const outcome = await started.call(call, deadlineMs, signal);
      if (outcome.shouldEnd) close();
      else idleTimer = setTimeout(close, IDLE_MS).unref();
      return outcome;
    } catch (error) {
      close();
      throw error;
    }
  }

  return {
    async call<Response>(module: string, request: unknown, signal?: AbortSignal) {
      const outcome = lastTask.then(() => outcomeOf({ module, request }, signal));
      lastTask = outcome.catch(() => undefined);
      const { error, response } = await outcome;
      if (error) throw Object.assign(new Error(error.message), error);
      return response as Response;
    },
    close,
  };
}

/** A process that serves one call at a time. The events of the process settle the call in progress. */
class StartedProcess {
  readonly child: ChildProcess;
  #current: PromiseWithResolvers<CallOutcome> | undefined;

  constructor(maxMemoryMb: number) {
    const file = join(import.meta.dirname, `process-main${extname(import.meta.filename)}`);
    const cache = getCompileCacheDir();
    this.child = fork(file, [String(maxMemoryMb)], {
      // Without these flags, V8 lets garbage grow to 300 MB. With most other flags, it would reject the compiled code of Node.
      execArgv: [`--max-old-space-size=${Math.round(maxMemoryMb / 2)}`, '--max-semi-space-size=16'],
      // The environment may have secrets, and the time zone of the machine.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.on('message', (outcome: CallOutcome) => this.#current?.resolve(outcome));
    // Errors outside of a call, such as ending an ended process, are harmless.
    this.child.on('error', ({ code }: NodeJS.ErrnoException) => this.#fail(`cannot be read now (${code})`));
    this.child.on('exit', (code, killSignal) => {
      if (this.child.killed) this.#fail('was ended');
      else if (MEMORY_SIGNALS.has(killSignal)) this.#fail(`needs more than ${maxMemoryMb} MB of memory`);
      else this.#fail(`ends the process (${killSignal ?? code})`);
    });
  }

  async call(call: IsolatedCall, deadlineMs: number, signal?: AbortSignal): Promise<CallOutcome> {
    const current = Promise.withResolvers<CallOutcome>();
    this.#current = current;
    const onDeadline = () => this.#fail(`takes longer than ${deadlineMs / 1000} seconds`);
    const deadline = setTimeout(onDeadline, deadlineMs);
    const onAbort = () => current.reject(signal!.reason);
    signal?.addEventListener('abort', onAbort);
    this.#keepAlive('ref');
    try {
      // If the process has ended, its `exit` event reports it, not the callback.
      this.child.send(call, () => undefined);
      return await current.promise;
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
      this.#current = undefined;
      this.#keepAlive('unref');
    }
  }

  #fail(reason: string): void {
    this.#current?.reject(new LimitError(reason));
  }

  /** Lets the process keep the program alive (`ref`), or not (`unref`), for example while it is idle. */
  #keepAlive(change: 'ref' | 'unref'): void {
    this.child[change]();
    this.child.channel?.[change]();
  }
}
