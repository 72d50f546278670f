/** Previous builds of the widgets in the data directory, for pages that pin one by its hash. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pinnedWidgets } from './pinned-widgets.ts';
import { readFiles, type StaticFile } from './static-files.ts';

/** Builds in the data directory, with the current one. A build has about half a megabyte. */
export const MAX_KEPT_BUILDS = 10;

/** The hash of a build, as in its address. */
const buildName = /^[\w-]{22}$/;

type Build = ReadonlyMap<string, StaticFile>;

/**
 * Keeps the current build and returns the previous ones, newest first. The oldest ones beyond `MAX_KEPT_BUILDS` are
 * deleted. A build whose files do not have its hash is not served. Rejects if the folder cannot be read or written.
 */
export async function keepBuilds(folder: string, current: Build): Promise<Build[]> {
  const name = nameOf(current);
  if (name !== null) await keep(join(folder, name), current);
  const names = await namesByAge(folder);
  await Promise.all(
    names.slice(MAX_KEPT_BUILDS).map((old) => rm(join(folder, old), { recursive: true, force: true })),
  );
  const previous = names.slice(0, MAX_KEPT_BUILDS).filter((each) => each !== name);
  const builds = await Promise.all(
    previous.map(async (each) => ({ each, files: await readFiles(join(folder, each)) })),
  );
  return builds.filter(({ each, files }) => nameOf(files) === each).map(({ files }) => files);
}

/** Null before the first build. */
function nameOf(files: Build): string | null {
  return pinnedWidgets(files).script?.split('/').at(-2) ?? null;
}

/** The folder appears with all of its files, even if the server is killed. */
async function keep(path: string, build: Build): Promise<void> {
  const now = new Date();
  const isKept = await utimes(path, now, now).then(
    () => true,
    () => false,
  );
  if (isKept) return;
  const unfinished = `${path}.${randomUUID()}`;
  // Only scripts are part of the hash.
  for (const [name, { body }] of build) {
    if (!name.endsWith('.js')) continue;
    await mkdir(dirname(join(unfinished, name)), { recursive: true });
    await writeFile(join(unfinished, name), body);
  }
  await rename(unfinished, path);
}

/** The newest start of a server with the build comes first. Unfinished builds are deleted. */
async function namesByAge(folder: string): Promise<string[]> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const isBuild = (name: string) => buildName.test(name);
  await Promise.all(
    entries
      .filter((name) => !isBuild(name))
      .map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
  const aged = await Promise.all(
    entries.filter(isBuild).map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
  );
  return aged.sort((a, b) => b.time - a.time).map(({ name }) => name);
}
