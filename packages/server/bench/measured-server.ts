/** A server in a child process, and what its requests cost it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LoadRequest, loadClient } from './load-client.ts';
import type { Given } from './server-child.ts';

export interface MeasuredServer {
  url: string;
  /** Microseconds of CPU for one request, mean over `count` requests. Throws for another status than expected. */
  cost(questions: readonly LoadRequest[], status: number, count: number): Promise<number>;
  /** Resident, in bytes. */
  memory(): Promise<number>;
  stop(): void;
}

const program = fileURLToPath(new URL('./server-child.ts', import.meta.url));
export const connections = 16;

const commandLine = new URL('../src/cli/semantic-search.ts', import.meta.url);
/** With which ours is started. */
const flags = readFileSync(commandLine, 'utf8').split('\n', 1)[0]!.match(/--\S+/g) ?? [];

/** `name` is one of the servers in server-in-child.ts. */
export async function measuredServer(name: string, given: Given): Promise<MeasuredServer> {
  // What it logs is written, and thrown away.
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: name === 'ours' ? flags : [],
  });
  const { url } = await tell<{ url: string }>(child, { start: name, given });
  const used = () => tell<{ cpu: number; memory: number }>(child, 'used');
  return {
    url,
    async cost(questions, status, count) {
      // Anew each time: a server closes connections that say nothing for some seconds.
      const client = await loadClient(url, connections);
      const before = await used();
      await client.ask(questions, status, count);
      const after = await used();
      client.close();
      return (after.cpu - before.cpu) / count;
    },
    memory: async () => (await used()).memory,
    stop() {
      child.kill('SIGKILL');
    },
  };
}

async function tell<Answer>(child: ChildProcess, message: unknown): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(message as object);
  return (await answer)[0] as Answer;
}
