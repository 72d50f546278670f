/** Published packages, packed as by `pnpm publish`. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/service.ts';

/** The folders of the published packages, each after its dependencies. */
const folders = {
  contract: 'packages/contract',
  client: 'packages/client',
  query: 'packages/query',
  engine: 'packages/engine',
  sources: 'packages/sources',
  embeddings: 'packages/embeddings',
  widgets: 'packages/widgets',
  studio: 'packages/studio',
  demo: 'demo',
  server: 'packages/server',
  graphsearch: 'packages/graphsearch',
  opensearch: 'packages/opensearch',
  postgres: 'packages/postgres',
  cli: 'packages/cli',
  create: 'packages/create',
};
export type PackageName = keyof typeof folders;
export const published = Object.keys(folders) as PackageName[];

export const packageFolder = (name: PackageName): string => join(root, folders[name]);

export interface Packed {
  name: PackageName;
  /** Path of the tarball. */
  path: string;
  /** Content of the tarball. */
  data: Uint8Array<ArrayBuffer>;
}

/** Packs published packages into `folder`; the widgets and the studio must be built. */
export async function packAll(folder: string, names: readonly PackageName[] = published): Promise<Packed[]> {
  const filters = names.flatMap((name) => ['--filter', `@semantic-search/${name}`]);
  await promisify(execFile)('pnpm', [...filters, 'pack', '--pack-destination', folder], { cwd: root });
  return Promise.all(names.map((name) => readPacked(folder, name)));
}

async function readPacked(folder: string, name: PackageName): Promise<Packed> {
  const manifest = await readFile(join(packageFolder(name), 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const path = join(folder, `semantic-search-${name}-${version}.tgz`);
  return { name, path, data: new Uint8Array(await readFile(path)) };
}
