/** The plug-in as it is released, built once per process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPlugin } from '../../build.ts';

let built: Promise<string> | undefined;

/** Folder of the plug-in. */
export function release(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'semantic-search-plugin-'));
  process.once('exit', () => void rm(folder, { recursive: true, force: true }));
  return buildPlugin(folder);
}
