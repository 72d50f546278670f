/** Published packages, packed as by `pnpm publish`. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/service.ts';

export const published = ['contract', 'client', 'widgets'] as const;
export type PackageName = (typeof published)[number];

export interface Packed {
  name: PackageName;
  /** Path of the tarball. */
  path: string;
  /** Content of the tarball. */
  data: Uint8Array<ArrayBuffer>;
}

/** Packs all published packages into `folder`. */
export async function packAll(folder: string): Promise<Packed[]> {
  const all: Packed[] = [];
  for (const name of published) all.push(await packInto(folder, name));
  return all;
}

async function packInto(folder: string, name: PackageName): Promise<Packed> {
  const cwd = join(root, 'packages', name);
  await promisify(execFile)('pnpm', ['pack', '--pack-destination', folder], { cwd });
  const { version } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as { version: string };
  const path = join(folder, `semantic-search-${name}-${version}.tgz`);
  await stat(path);
  return { name, path, data: new Uint8Array(await readFile(path)) };
}
