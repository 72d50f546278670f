/** Copies of the examples: installed, built and served. */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { cp, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, extname, join, normalize } from 'node:path';
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
  // The Angular CLI needs a newer Node than may be installed, so this uses that of the repository.
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
  await writeFile(path, `export const service = ${JSON.stringify(service)};\n`);
}

export interface Site {
  origin: string;
  close(): void;
}

const mediaTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** Serves the built pages in `folder` at their own origin; the folder may be filled later. */
export async function serveFolder(folder: string): Promise<Site> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return response.writeHead(404).end();
    response.setHeader('Content-Type', mediaTypes[extname(path)] ?? 'application/octet-stream');
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
