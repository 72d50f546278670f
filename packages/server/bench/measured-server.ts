/** Server in a child process with measurements of CPU time and memory. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LoadRequest, loadClient } from './load-client.ts';
import type { ServerInput } from './server-child.ts';

export interface MeasuredServer {
  url: string;
  /** Mean CPU time per request in microseconds. Throws for an unexpected status. */
  cost(requests: readonly LoadRequest[], status: number, count: number): Promise<number>;
  /** Resident memory in bytes. */
  memory(): Promise<number>;
  stop(): void;
}

const program = fileURLToPath(new URL('./server-child.ts', import.meta.url));
export const connections = 16;

export const commandLine = fileURLToPath(new URL('../../cli/src/semantic-search.ts', import.meta.url));
/** Node flags of the command line. */
export const nodeFlags = readFileSync(commandLine, 'utf8').split('\n', 1)[0]!.match(/--\S+/g) ?? [];

/** The command line caches compiled code there, so only its first start compiles. */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/** `name` is one of the servers in server-child.ts. */
export async function measuredServer(name: string, input: ServerInput): Promise<MeasuredServer> {
  // Its log is written and discarded.
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: name === 'ours' ? nodeFlags : [],
    env: { ...process.env, ...(name === 'ours' && { NODE_COMPILE_CACHE: compileCache }) },
  });
  const { url } = await send<{ url: string }>(child, { start: name, input });
  const usage = () => send<{ cpu: number; memory: number }>(child, 'usage');
  return {
    url,
    async cost(requests, status, count) {
      // New connections each time, because the server closes idle ones after some seconds.
      const client = await loadClient(url, connections);
      const before = await usage();
      await client.send(requests, status, count);
      const after = await usage();
      client.close();
      return (after.cpu - before.cpu) / count;
    },
    memory: async () => (await usage()).memory,
    stop() {
      child.kill('SIGKILL');
    },
  };
}

async function send<Result>(child: ChildProcess, message: unknown): Promise<Result> {
  const response = once(child, 'message');
  child.send(message as object);
  return (await response)[0] as Result;
}
