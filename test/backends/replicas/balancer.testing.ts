/** A load balancer before several servers, as a process of its own: HAProxy, which asks each whether it is ready, or nginx, which does not. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../packages/server/source/free-port.testing.ts';

export const balancers = ['HAProxy', 'nginx'] as const;
export type BalancerName = (typeof balancers)[number];

interface Program {
  command: string;
  /** Command line that runs it in the foreground. */
  run(file: string): string[];
  configuration(port: number, servers: readonly number[], directory: string, statePort: number): string;
  /** Resolves when a server that has come back, by its place among all, is sent requests again. */
  sees(server: number, statePort: number): Promise<void>;
}

/** In one line; undefined where both are installed. */
export function missingBalancer(): string | undefined {
  const absent = balancers.filter((name) => !isInstalled(programs[name].command));
  if (absent.length === 0) return undefined;
  const packages = absent.map((name) => name.toLowerCase()).join(' ');
  return `Replicas behind a load balancer are not tested here: ${absent.join(' and ')} missing (apt-get install ${packages}).`;
}

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface Balancer {
  url: string;
  /** Resolves when a server that has come back, by its place among all, is sent requests again. */
  sees(server: number): Promise<void>;
  close(): Promise<void>;
}

/** Between two checks whether a server is ready, in milliseconds. */
const interval = 200;
/** How long a server that was told to end must go on for its balancer to notice, in milliseconds. */
export const noticed = 5 * interval;

const programs: Record<BalancerName, Program> = {
  HAProxy: {
    command: 'haproxy',
    run: (file) => ['-db', '-f', file],
    configuration: haproxy,
    sees: isUpAgain,
  },
  nginx: {
    command: 'nginx',
    run: (file) => ['-e', 'stderr', '-c', file],
    configuration: nginx,
    // What it tried in vain it tries again after its `fail_timeout`.
    sees: () => pause(noticed),
  },
};

export async function balance(name: BalancerName, servers: readonly number[]): Promise<Balancer> {
  const { command, run, configuration, sees } = programs[name];
  const directory = await mkdtemp(join(tmpdir(), `${command}-`));
  const [port, statePort] = [await freePort(), await freePort()];
  const file = join(directory, `${command}.conf`);
  await writeFile(file, configuration(port, servers, directory, statePort));
  const child = spawn(command, run(file), { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    await ended(child);
    await rm(directory, { recursive: true, force: true });
  };
  for (let left = 300; left > 0 && child.exitCode === null; left -= 1) {
    const ready = await fetch(`${url}/ready`).catch(() => undefined);
    if (ready?.ok) return { url, sees: (server) => sees(server, statePort), close };
    await pause(100);
  }
  await close();
  throw new Error(`${name} found no server that is ready.`);
}

function haproxy(port: number, ports: readonly number[], _directory: string, statePort: number): string {
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
frontend state
  bind 127.0.0.1:${statePort}
  stats enable
  stats uri /
backend replicas
  balance roundrobin
  option httpchk GET /ready
${servers.join('\n')}
`;
}

/** Asks HAProxy itself (its Management Guide, section 9.1): the second member of a line is the server, the eighteenth its state. */
async function isUpAgain(server: number, statePort: number): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    const lines = await (await fetch(`http://127.0.0.1:${statePort}/;csv`)).text();
    const members = lines.split('\n').map((line) => line.split(','));
    const state = members.find(([proxy, name]) => proxy === 'replicas' && name === `replica${server}`)?.[17];
    if (state === 'UP') return;
    await pause(100);
  }
  throw new Error(`HAProxy does not see that replica ${server} is back.`);
}

/** It asks no server whether it is ready: where one refuses the connection, another one is asked. */
function nginx(port: number, ports: readonly number[], directory: string): string {
  const servers = ports.map((each) => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(directory, name)};`,
  );
  return `
daemon off;
pid ${join(directory, 'nginx.pid')};
error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2000; }
http {
  access_log off;
${folders.join('\n')}
  upstream replicas {
${servers.join('\n')}
  }
  proxy_connect_timeout 2s;
  proxy_set_header Host $http_host;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://replicas; }
    # Searches change nothing, so another server may be asked also where the first one broke off.
    location ~ ^/api/configurations/[^/]+/(search|extractConcepts)$ {
      proxy_pass http://replicas;
      proxy_next_upstream error timeout non_idempotent;
    }
  }
}
`;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  // Not SIGKILL: the workers of nginx would outlive it.
  child.kill('SIGTERM');
  await exit;
}
