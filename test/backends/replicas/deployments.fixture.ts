/** Components of the compose file and the chart, started as processes with local addresses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { emptyCluster } from '../../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';
import { binaries, makePostgres } from '../../../packages/postgres/test/postgres-server.ts';
import { freePort } from '../../../packages/server/test/support/free-port.ts';
import { root, temporaryDirectory, type Variables } from '../../support/service.ts';
import { deliveredConfiguration, state, untilUp } from './haproxy.fixture.ts';

/** Every secret must be different. */
export const secret = () => randomBytes(32).toString('hex');

export const deploy = join(root, 'packages/server/deploy');

/** A database owned by `search`, as in the compose file, and a cluster. */
export async function startStores() {
  const { path: directory, remove } = await temporaryDirectory();
  const [postgres, cluster] = await Promise.all([makePostgres(binaries as string), emptyCluster()]);
  const own = await postgres.newDatabase();
  await postgres.query(own, 'CREATE ROLE search LOGIN');
  await postgres.query(own, 'CREATE DATABASE search OWNER search');
  return {
    directory,
    database: new URL(own).host,
    search: cluster.url.origin,
    async close() {
      await postgres.remove();
      await remove();
    },
  };
}

/** Default values of the variables of the compose file, and secrets. */
export async function composeVariables(): Promise<{
  command: string[];
  environment: Variables;
  spaces: Record<string, object>;
}> {
  const text = await readFile(join(deploy, 'compose/compose.yaml'), 'utf8');
  const set = text.replace(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_, usual?: string) => usual ?? secret());
  const { command, environment } = parse(set, { merge: true }).services.server;
  const backendsFile = await readFile(join(deploy, 'compose/backends.json'), 'utf8');
  return { command, environment, ...(JSON.parse(backendsFile) as { spaces: Record<string, object> }) };
}

/** Environment variables of the image. */
export async function imageSettings(): Promise<Variables> {
  const [, line = ''] = /^ENV (.*)$/m.exec(await containerfile()) ?? [];
  return Object.fromEntries(line.split(' ').map((each) => each.split('=') as [string, string]));
}

const containerfile = () => readFile(join(deploy, 'Containerfile'), 'utf8');

export interface Started {
  url: string;
  /** Resolves when the path returns this status; rejects with the output if the process ends or takes longer. */
  until(path: string, status: number, seconds: number): Promise<void>;
  status(path: string): Promise<number>;
  /** Stops it like a container; resolves with the exit code and the seconds. */
  stop(): Promise<{ code: number | null; seconds: number }>;
}

/** A container of the image: its entrypoint with this command. */
export async function container(command: string[], environment: Variables): Promise<Started> {
  const [, entry = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(await containerfile()) ?? [];
  const [, ...words] = JSON.parse(entry) as string[];
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...words, ...command], { cwd: root, env: { PATH, ...environment } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const url = `http://${environment.HOST === '0.0.0.0' ? '127.0.0.1' : environment.HOST}:${environment.PORT}`;
  const status = (path: string) => statusOf(url + path);
  return {
    url,
    status,
    async until(path, wanted, seconds) {
      for (
        const end = performance.now() + 1000 * seconds;
        (await status(path)) !== wanted;
        await pause(100)
      ) {
        if (child.exitCode === null && performance.now() < end) continue;
        throw new Error(`${path} is ${await status(path)}, not ${wanted}: ${printed.slice(-2000)}`);
      }
    },
    stop: () => stopped(child),
  };
}

/** 0 if nothing responds. */
export function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

async function stopped(child: ChildProcess) {
  const began = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return { code: child.exitCode, seconds: (performance.now() - began) / 1000 };
}

/** The load balancer of the compose file, with servers on the port `servers` that it finds by `nameServer`. */
export async function balancerOfCompose(directory: string, nameServer: number, servers: number) {
  const [port, statePort] = [await freePort(), await freePort()];
  const adapted = await deliveredConfiguration([
    ['127.0.0.11:53', `127.0.0.1:${nameServer}`],
    ['bind :8080', `bind 127.0.0.1:${port}`],
    ['server:8080', `server:${servers}`],
  ]);
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, adapted + state(statePort));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves when it sends requests to this number of servers. */
    sees: (count: number) => untilUp((names) => names.length === count, statePort),
    close: () => stopped(child),
  };
}
