/** `pnpm release:version`: raises the version of everything as the changesets say, and writes CHANGELOG.md. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mergeChangelogs } from './changelog.ts';

/** Raises the packages, the root package, the chart, the metadata and the changelog of the checkout in `root`. */
export function raiseVersion(root: string): string {
  const changeset = join(import.meta.dirname, '../node_modules/.bin/changeset');
  execFileSync(changeset, ['version'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const server = readFileSync(join(root, 'packages/server/package.json'), 'utf8');
  const { version } = JSON.parse(server) as { version: string };
  replace(join(root, 'package.json'), /^( {2}"version": ")[^"]*/m, version);
  const chart = join(root, 'packages/server/deploy/chart/Chart.yaml');
  replace(chart, /^(version: )\S+/m, version);
  replace(chart, /^(appVersion: ")[^"]*/m, version);
  // The root changelog has the versions before the first changeset.
  const metadata = join(root, 'publiccode.yml');
  replace(metadata, /^(softwareVersion: ")[^"]*/m, version);
  replace(metadata, /^(releaseDate: ")[^"]*/m, new Date().toISOString().slice(0, 10));
  const changelogs = globSync('{packages/*,demo,.}/CHANGELOG.md', { cwd: root }).sort();
  const texts = changelogs.map((path) => readFileSync(join(root, path), 'utf8'));
  writeFileSync(join(root, 'CHANGELOG.md'), mergeChangelogs(texts));
  return version;
}

/** Replaces what follows the first group. */
function replace(path: string, pattern: RegExp, version: string): void {
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(pattern, (_, before: string) => before + version),
  );
}

if (import.meta.main) console.log(raiseVersion(resolve(import.meta.dirname, '..')));
