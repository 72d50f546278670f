/** Copies of the examples: installed and built. */
import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { packAll } from '../packaging/packed.fixture.ts';
import { root } from '../support/service.ts';

export const frameworks = ['react', 'vue', 'angular'] as const;
export type Framework = (typeof frameworks)[number];

/** Copies the examples and the packed packages to `folder`. */
export async function copyExamples(folder: string): Promise<void> {
  const left = /\/(?:node_modules|dist|packed|\.angular)$/;
  await cp(join(root, 'examples'), folder, { recursive: true, filter: (path) => !left.test(path) });
  await packAll(join(folder, 'packed'), ['contract', 'client', 'widgets']);
}

/** Installs, type-checks and builds; rejects with the output of the tools. */
export async function buildExamples(folder: string): Promise<void> {
  // The packages are packed again, so their hashes may differ from the lockfile; all other versions are fixed.
  await pnpm(folder, 'install', '--no-frozen-lockfile');
  await pnpm(folder, '--recursive', '--workspace-concurrency=1', 'build');
}

async function pnpm(cwd: string, ...words: string[]): Promise<void> {
  // The Angular CLI may need a newer Node than the installed one, so this uses the Node of the repository.
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, NODE_ENV: '', CI: 'true', NG_CLI_ANALYTICS: 'false' };
  try {
    await promisify(execFile)('pnpm', words, { cwd, env, maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`pnpm ${words.join(' ')}: ${stdout}\n${stderr}`);
  }
}

/** Configures the URL of the service, as the owner of the page would. */
export async function pointTo(folder: string, framework: Framework, service: object): Promise<void> {
  const path = join(folder, framework, 'src/service.ts');
  await writeFile(path, `export const service = ${JSON.stringify(service)} as const;\n`);
}
