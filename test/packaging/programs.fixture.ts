/** External validators: installed by `.ci/install`, or else by the system. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { skipReason } from '../../packages/server/test/support/skip-reason.ts';
import { root } from '../support/service.ts';

const toolFolders = ['.ci/go', '.ci/python/bin'].map((folder) => join(root, folder));

/** Path of the program; undefined if it is not installed, with a message that names the skipped tests. */
export function program(name: string, what: string): string | undefined {
  const installed = toolFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim();
  } catch {
    console.warn(skipReason(`${what} not tested here: ${name} is missing (.ci/install installs it).`));
    return undefined;
  }
}

/** Standard output of the program. Rejects with its error output. */
export async function printed(path: string, words: string[], { folder = root } = {}): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const options = { cwd: folder, env: { PATH, HOME }, maxBuffer: 1e8 };
  const { stdout } = await promisify(execFile)(path, words, options);
  return stdout;
}
