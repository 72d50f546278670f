/** Load balancer process: HAProxy, which has active health checks, or nginx, which does not. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { skipReason } from '../../../packages/server/test/support/skip-reason.ts';
import { haproxy } from './haproxy.fixture.ts';
import { nginx } from './nginx.fixture.ts';

export const balancers = ['HAProxy', 'nginx'] as const;
export type BalancerName = (typeof balancers)[number];

/** Start options of a load balancer. */
export interface Program {
  command: string;
  /** Writes its files into an empty folder. Servers are local ports and have `patience` seconds for a response. */
  prepare(servers: readonly number[], directory: string, patience: number): Promise<Prepared>;
}

export interface Prepared {
  /** Command line that runs it in the foreground. */
  words: string[];
  url: string;
  /** Resolves when a restarted server, given by its index, receives requests again. */
  sees(server: number): Promise<void>;
}

const programs: Record<BalancerName, Program> = { HAProxy: haproxy, nginx };

/** Time that a stopping server must keep serving until the balancer notices, in milliseconds, as in the compose file. */
export const DETECTION_TIME_MS = 2000;

/** Reason in one line; undefined if both are installed. */
export function missingBalancer(): string | undefined {
  const absent = balancers.filter((name) => !isInstalled(programs[name].command));
  if (absent.length === 0) return undefined;
  const packages = absent.map((name) => name.toLowerCase()).join(' ');
  return skipReason(
    `Replicas behind a load balancer are not tested here: ${absent.join(' and ')} missing (apt-get install ${packages}).`,
  );
}

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface Balancer extends Pick<Prepared, 'url' | 'sees'> {
  close(): Promise<void>;
}

/** Resolves when it has found a ready server. */
export async function startBalancer(
  name: BalancerName,
  servers: readonly number[],
  patience = 60,
): Promise<Balancer> {
  const { command, prepare } = programs[name];
  const directory = await mkdtemp(join(tmpdir(), `${command}-`));
  const { words, url, sees } = await prepare(servers, directory, patience);
  const child = spawn(command, words, { stdio: 'ignore' });
  const close = async () => {
    await ended(child);
    await rm(directory, { recursive: true, force: true });
  };
  for (let left = 300; left > 0 && child.exitCode === null; left -= 1) {
    const ready = await fetch(`${url}/ready`).catch(() => undefined);
    if (ready?.ok) return { url, sees, close };
    await pause(100);
  }
  await close();
  throw new Error(`${name} found no ready server.`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  // Not SIGKILL, because the workers of nginx would survive it.
  child.kill('SIGTERM');
  await exit;
}
