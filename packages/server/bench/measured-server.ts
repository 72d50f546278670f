/** A server in a child process, and what its requests cost it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Given } from './server-in-child.ts';

export interface MeasuredServer {
  url: string;
  /** Microseconds of CPU for one request, mean over `count` requests. Throws for another status than expected. */
  cost(path: string, headers: Record<string, string>, status: number, count: number): Promise<number>;
  stop(): void;
}

const program = fileURLToPath(new URL('./server-in-child.ts', import.meta.url));
const connections = 8;

export async function measuredServer(name: string, given: Given): Promise<MeasuredServer> {
  // What it logs is written, and thrown away.
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { url } = await ask<{ url: string }>(child, { start: name, given });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    url,
    async cost(path, headers, status, count) {
      const before = await ask<{ cpu: number }>(child, 'cpu');
      let left = count;
      const client = async () => {
        for (; left > 0; left -= 1) {
          const found = await get(url + path, headers, agent);
          if (found !== status) throw new Error(`${name} answered ${found}, not ${status}`);
        }
      };
      await Promise.all(Array.from({ length: connections }, client));
      const after = await ask<{ cpu: number }>(child, 'cpu');
      return (after.cpu - before.cpu) / count;
    },
    stop() {
      agent.destroy();
      child.kill('SIGKILL');
    },
  };
}

async function ask<Answer>(child: ChildProcess, message: unknown): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(message as object);
  return (await answer)[0] as Answer;
}

function get(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}
