/**
 * Builds of the widgets, at immutable URLs with subresource integrity values (W3C SRI).
 *
 * `/widget.js` is always the current version; `/assets/<hash of the build>/widget.js` is exactly this build. The data
 * directory keeps previous builds for pages that pin one.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { readFiles, type StaticFiles } from './static-files.ts';

/** Number of builds in the data directory, including the current one. A build has about half a megabyte. */
export const MAX_KEPT_BUILDS = 10;

/** Path of the script, such as `/assets/0kYh…/widget.js`, null before the first build; and the `sha384-…` of each file by path. */
export function pinnedWidgets(files: StaticFiles) {
  const hash = hashOf(files);
  const folder = `/assets/${hash}/`;
  const integrity = scriptsOf(files).map(([name, { body }]) => [
    folder + name,
    `sha384-${createHash('sha384').update(body).digest('base64')}`,
  ]);
  const byPath = Object.fromEntries(integrity) as Readonly<Record<string, string>>;
  return { script: hash && `${folder}widget.js`, integrity: byPath };
}

/** Hash of the build in these files; null before the first build. */
export function hashOf(files: StaticFiles): string | null {
  if (!files.has('widget.js')) return null;
  const hash = createHash('sha256');
  for (const [name, { body }] of scriptsOf(files)) hash.update(name).update(body);
  return hash.digest('base64url').slice(0, 22);
}

/** Only scripts are part of the hash. */
function scriptsOf(files: StaticFiles) {
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  return scripts.sort(([first], [second]) => (first < second ? -1 : 1));
}

/** Keeps the current build and deletes builds beyond `MAX_KEPT_BUILDS`. Returns unchanged previous builds, newest first. */
export async function keepBuilds(folder: string, current: StaticFiles): Promise<StaticFiles[]> {
  const hash = hashOf(current);
  if (hash !== null) await keepBuild(join(folder, hash), current);
  const hashes = await hashesByAge(folder);
  await Promise.all(hashes.slice(MAX_KEPT_BUILDS).map((name) => removeFolder(folder, name)));
  const previous = hashes.slice(0, MAX_KEPT_BUILDS).filter((name) => name !== hash);
  const builds = await Promise.all(previous.map((name) => readFiles(join(folder, name))));
  return builds.filter((files, index) => hashOf(files) === previous[index]);
}

/** Writes a build so that its folder appears with all files at once, even if the server is killed. */
async function keepBuild(path: string, build: StaticFiles): Promise<void> {
  const now = new Date();
  const isNew = (await utimes(path, now, now).catch(nullIfNotFound)) === null;
  if (!isNew) return;
  const unfinished = `${path}.${randomUUID()}`;
  for (const [name, { body }] of scriptsOf(build)) {
    await mkdir(dirname(join(unfinished, name)), { recursive: true });
    await writeFile(join(unfinished, name), body);
  }
  await rename(unfinished, path);
}

/** The build of the newest start of a server comes first. Unfinished builds are deleted. */
async function hashesByAge(folder: string): Promise<string[]> {
  const entries = (await readdir(folder).catch(nullIfNotFound)) ?? [];
  const isHash = (name: string) => /^[\w-]{22}$/.test(name);
  await Promise.all(entries.filter((name) => !isHash(name)).map((name) => removeFolder(folder, name)));
  const aged = await Promise.all(
    entries.filter(isHash).map(async (hash) => ({ hash, time: (await stat(join(folder, hash))).mtimeMs })),
  );
  return aged.sort((a, b) => b.time - a.time).map(({ hash }) => hash);
}

const removeFolder = (folder: string, name: string) =>
  rm(join(folder, name), { recursive: true, force: true });
