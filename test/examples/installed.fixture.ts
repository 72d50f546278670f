/** Packages installed from tarballs into an empty folder, without install scripts, and commands in that folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packAll } from '../packaging/packed.fixture.ts';

export interface Installation {
  /** Folder in which the packages are installed. */
  path: string;
  /** Runs a command to its end; rejects with its output if it fails. */
  run(...words: string[]): Promise<string>;
  /** Starts a command. */
  start(words: string[], environment?: NodeJS.ProcessEnv): ChildProcess;
}

/** Node without the tools of the repository, in which `semantic-search` is a command too. */
const PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };

/** Packs all packages into `folder/tarballs` and resolves to their paths. */
export async function packTarballs(folder: string): Promise<string[]> {
  const tarballs = join(folder, 'tarballs');
  await mkdir(tarballs, { recursive: true });
  return (await packAll(tarballs)).map(({ path }) => path);
}

export async function emptyFolder(path: string): Promise<Installation> {
  await mkdir(path, { recursive: true });
  const env = (more: NodeJS.ProcessEnv = {}) => ({ ...process.env, ...quiet, PATH, NODE_ENV: '', ...more });
  return {
    path,
    async run(...words) {
      const [program = '', ...rest] = words;
      try {
        const { stdout } = await promisify(execFile)(program, rest, { cwd: path, env: env() });
        return stdout;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${words.join(' ')}: ${stdout}\n${stderr}`);
      }
    },
    start(words, environment) {
      const [program = '', ...rest] = words;
      // A process group of its own: npx, its shell and the server end together.
      const child = spawn(program, rest, { cwd: path, env: env(environment), detached: true });
      const end = () => endGroup(child);
      process.once('exit', end);
      child.once('exit', () => process.off('exit', end));
      return child;
    },
  };
}

/** Ends a process and all that it has started. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  endGroup(child);
  await ended;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

/** Resolves to the URL that the server prints when it is ready; rejects if it ends before. */
export async function printedUrl(child: ChildProcess): Promise<string> {
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (text) => (printed += text));
  for (;;) {
    const [, url] = /^ {2}Search +(http\S+)\/$/m.exec(printed) ?? [];
    if (url) return url;
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
