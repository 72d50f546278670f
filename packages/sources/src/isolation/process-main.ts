/** Main module of the isolated process, with a thread that ends it above its limit of memory. */
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

/** `module` is the address of a module whose default export is called with the request. */
export type IsolatedCall = { module: string; request: unknown };

export interface CallOutcome {
  response?: unknown;
  error?: { name: string; message: string; code?: unknown };
  /** Whether to end the process, because the memory that it retains would count against the next call. */
  shouldEnd: boolean;
}

const maxMemoryBytes = Number(process.argv[2]) * 1_000_000;
/** Code and fragments that no collection frees take 0.45 of the limit after a PDF file; the rest is for pages. */
const maxRetainedBytes = maxMemoryBytes * 0.6;
/** Memory never grows faster, so the free memory decides when the watcher looks again. */
const MAX_GROWTH_BYTES_PER_MS = 8_000_000;

/** The watcher is a thread, so it works while the main thread computes, and ends the process if its parent was killed. */
const watcher = `(function watch() {
  const freeBytes = ${maxMemoryBytes} - process.memoryUsage.rss();
  if (freeBytes < 0 || process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
  setTimeout(watch, freeBytes / ${MAX_GROWTH_BYTES_PER_MS});
})()`;
new Worker(watcher, { eval: true });

let calls = 0;
process.on('message', async (call: IsolatedCall) => {
  process.send!({ ...(await resultOf(call)), shouldEnd: retainsTooMuch() } satisfies CallOutcome);
  // The process is killed at its end, which would discard the compiled code.
  flushCompileCache();
  calls += 1;
  // After the usual 3000 invocations, TurboFan takes more time than it saves, even for a site of 2200 pages. Set when the
  // modules are loaded, because V8 rejects code that was compiled with other flags.
  if (calls === 2) setFlagsFromString('--invocation-count-for-turbofan=200000');
});
process.on('disconnect', () => process.exit());

/** Collects garbage first, which takes a fifth of the time of a new process. Exposing `gc` from the start would cost 30 ms. */
function retainsTooMuch(): boolean {
  const { rss } = process.memoryUsage;
  if (rss() <= maxRetainedBytes) return false;
  setFlagsFromString('--expose-gc');
  const gc = process.getBuiltinModule('node:vm').runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  return rss() > maxRetainedBytes;
}

async function resultOf({ module, request }: IsolatedCall): Promise<Omit<CallOutcome, 'shouldEnd'>> {
  try {
    const { default: readRequest } = (await import(module)) as { default: (request: unknown) => unknown };
    return { response: await readRequest(request) };
  } catch (error) {
    const { name, message, code } =
      error instanceof Error ? (error as NodeJS.ErrnoException) : { name: 'Error', message: String(error) };
    return { error: { name, message, ...(code !== undefined && { code }) } };
  }
}
