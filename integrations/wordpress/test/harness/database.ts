/** A private MariaDB for all sites of a run of the tests. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { mariadbd, versions } from './tools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseSocket: string;
  }
}

/** Without network, durability and statistics. */
const options = [
  '--no-defaults',
  '--skip-networking',
  '--innodb-buffer-pool-size=64M',
  '--innodb-flush-log-at-trx-commit=0',
  '--performance-schema=OFF',
];

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (versions.length === 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'wordpress-database-'));
  const data = join(folder, 'data');
  const socket = join(folder, 'db.sock');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const install = ['--no-defaults', ...user, `--datadir=${data}`, '--auth-root-authentication-method=normal'];
  await promisify(execFile)('mariadb-install-db', [...install, '--skip-test-db']);
  const place = [`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`];
  const server = spawn(mariadbd!, [...options, ...user, ...place], { stdio: 'ignore' });
  const end = () => server.kill('SIGKILL');
  process.once('exit', end);
  await isReady(socket);
  project.provide('databaseSocket', socket);
  return async () => {
    process.off('exit', end);
    server.kill();
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
}

async function isReady(socket: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    try {
      query(socket, 'SELECT 1');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('MariaDB does not start.');
}

/** Runs SQL and returns its rows, with tabs between the columns. */
export function query(socket: string, sql: string, database = ''): string {
  const words = ['--no-defaults', '-uroot', `-S${socket}`, '-N', '-B', ...(database ? [database] : [])];
  return execFileSync('mariadb', words, { input: sql, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
}

/** The content of a database, without counters that only grow. */
export function dump(socket: string, database: string): string {
  const words = [
    '--no-defaults',
    '-uroot',
    `-S${socket}`,
    '--skip-dump-date',
    '--skip-extended-insert',
    database,
  ];
  const text = execFileSync('mariadb-dump', words, { encoding: 'utf8', maxBuffer: 1e9 });
  return text.replaceAll(/ AUTO_INCREMENT=\d+/g, '');
}
