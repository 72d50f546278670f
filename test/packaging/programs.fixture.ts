/** Programs that check what is delivered: those that `.ci/install` has put beside it, else those of the system. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { skipReason } from '../../packages/server/test/support/skip-reason.ts';
import { root } from '../support/service.ts';

const toolFolders = ['.ci/go', '.ci/python/bin'].map((folder) => join(root, folder));

/** Where it is; undefined, and one line saying what is not tested for it, where it is not installed. */
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

/** What it prints. Rejects with what it says of its failure. */
export async function printed(path: string, words: string[], { folder = root } = {}): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const options = { cwd: folder, env: { PATH, HOME }, maxBuffer: 1e8 };
  const { stdout } = await promisify(execFile)(path, words, options);
  return stdout;
}
