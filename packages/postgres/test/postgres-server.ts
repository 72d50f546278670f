/** Real PostgreSQL on loopback for tests: created, started, killed and restarted, never as root. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { freePort } from '../../server/test/support/free-port.ts';
import { memoryDirectory } from '../../server/test/support/memory-directory.ts';
import { skipReason } from '../../server/test/support/skip-reason.ts';

export interface PostgresServer {
  /** URL of a new, empty database. */
  newDatabase(): Promise<string>;
  query(url: string, text: string): Promise<Record<string, unknown>[]>;
  start(): Promise<void>;
  /** kill -9 of the server and all its processes: like a power loss, except for the disk's own cache. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export const quiet = pino({ level: 'silent' });

/** The folder of initdb and postgres; null where PostgreSQL is not installed. */
export const binaries: string | null = findBinaries();

function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/usr/bin'];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) skipReason('PostgreSQL is not tested here: it is missing.');
  return found ?? null;
}

export async function makePostgres(folder: string): Promise<PostgresServer> {
  const directory = await mkdtemp(join(memoryDirectory(), 'postgres-'));
  const user = ordinaryUser();
  if (user) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  const options = { ...user, cwd: directory, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  execFileSync(join(folder, 'initdb'), ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    stdio: 'pipe',
  });
  const port = await freePort();
  let running: ChildProcess | undefined;
  let databases = 0;
  const urlOf = (name: string) => `postgres://tester@127.0.0.1:${port}/${name}`;

  async function start(): Promise<void> {
    for (let left = 600; ; left -= 1) {
      if (!running || running.exitCode !== null || running.signalCode !== null) {
        const settings = [
          'listen_addresses=127.0.0.1',
          `unix_socket_directories=${directory}`,
          // By default, every file is synced individually after a kill.
          'recovery_init_sync_method=syncfs',
        ];
        const flags = settings.flatMap((setting) => ['-c', setting]);
        running = spawn(join(folder, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
          ...options,
          stdio: 'ignore',
        });
      }
      await sleep(100);
      const isReady = await query(urlOf('postgres'), 'SELECT 1').then(
        () => true,
        () => false,
      );
      if (isReady) return;
      if (left === 0) throw new Error('PostgreSQL did not start within a minute');
    }
  }

  async function kill(): Promise<void> {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const pid = running.pid as number;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const ended = once(running, 'exit');
    for (const each of [pid, ...children.map(Number)]) killIfThere(each);
    await ended;
  }

  await start();
  return {
    async newDatabase() {
      databases += 1;
      await query(urlOf('postgres'), `CREATE DATABASE test${databases}`);
      return urlOf(`test${databases}`);
    },
    query,
    start,
    kill,
    async remove() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined); // The query rejects with it.
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** PostgreSQL does not run as root; root uses the `postgres` user of Debian instead. */
function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
