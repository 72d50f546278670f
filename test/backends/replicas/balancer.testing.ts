/** HAProxy before several servers: asks each whether it is ready, and sends a request on to another where one is gone. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** In one line; undefined where it is installed. */
export function missingBalancer(): string | undefined {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'Replicas behind a load balancer are not tested here: HAProxy is missing (apt-get install haproxy).';
  }
}

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/** Between two checks whether a server is ready, in milliseconds. */
const interval = 200;
/** How long a server that was told to end must go on for its balancer to notice, in milliseconds. */
export const noticed = 5 * interval;

export async function balance(ports: readonly number[]): Promise<Balancer> {
  const directory = await mkdtemp(join(tmpdir(), 'haproxy-'));
  const port = await freePort();
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, configuration(port, ports));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    await ended(child);
    await rm(directory, { recursive: true, force: true });
  };
  for (let left = 300; left > 0 && child.exitCode === null; left -= 1) {
    const ready = await fetch(`${url}/ready`).catch(() => undefined);
    if (ready?.ok) return { url, close };
    await pause(100);
  }
  await close();
  throw new Error('HAProxy found no server that is ready.');
}

function configuration(port: number, ports: readonly number[]): string {
  const servers = ports.map(
    (each, i) => `  server replica${i} 127.0.0.1:${each} check inter ${interval}ms fall 2 rise 1`,
  );
  return `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  retries 3
  option redispatch
  # A server that ends between two checks: nothing was answered, so another one may be asked.
  retry-on conn-failure empty-response
frontend public
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  balance roundrobin
  option httpchk GET /ready
${servers.join('\n')}
`;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
