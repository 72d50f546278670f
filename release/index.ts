/**
 * `pnpm release DIRECTORY`: writes the files of a release.
 *
 * Packages, source, container files, changelog, bill of materials, provenance and checksums. BUILDER_ID is the URI of the
 * system that runs the script.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { checksums, filesIn, sha256 } from './checksums.ts';
import { provenance } from './provenance.ts';

const root = resolve(import.meta.dirname, '..');

export interface ReleaseOptions {
  /** Writes the tarballs of the packages into a folder. */
  pack(folder: string): void;
  /** URI of the system that builds. */
  builder: string;
}

/** Writes a release of the commit that is checked out. Throws if `directory` is not empty or the checkout has changes. */
export function writeRelease(directory: string, { pack, builder }: ReleaseOptions): void {
  const started = new Date();
  requireEmpty(directory);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = git('rev-parse', 'HEAD');
  const source = join(directory, 'source.tar.gz');
  git('archive', '--format=tar.gz', `--prefix=semantic-search-${version}/`, `--output=${source}`, 'HEAD');
  cpSync(join(root, 'packages/server/deploy'), join(directory, 'container'), { recursive: true });
  copyFileSync(join(root, 'CHANGELOG.md'), join(directory, 'CHANGELOG.md'));
  const bill = ['--sbom-type', 'application', '--sbom-format', 'cyclonedx', '--lockfile-only'];
  pnpm('sbom', '--prod', ...bill, '--out', join(directory, 'sbom.cdx.json'));
  mkdirSync(join(directory, 'packages'));
  pack(join(directory, 'packages'));
  const lockfile = sha256(readFileSync(join(root, 'pnpm-lock.yaml')));
  const tools = { node: process.versions.node, pnpm: pnpm('--version') };
  const build = { commit, lockfile, version, builder, ...tools, started, finished: new Date() };
  const statement = provenance(filesIn(directory), build);
  writeFileSync(join(directory, 'provenance.json'), `${JSON.stringify(statement, null, 2)}\n`);
  writeFileSync(join(directory, 'SHA256SUMS'), checksums(filesIn(directory)));
}

/** Throws if the checkout differs from its commit: the source of the release would not be what was built. */
export function requireCleanCheckout(): void {
  const changes = git('status', '--porcelain');
  if (changes !== '') throw new Error(`The checkout has changes that are not committed:\n${changes}`);
}

function requireEmpty(directory: string): void {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} is not empty.`);
  }
  mkdirSync(directory, { recursive: true });
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
}

function pnpm(...words: string[]): string {
  return execFileSync('pnpm', words, { cwd: root, encoding: 'utf8' }).trim();
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2);
  if (directory === undefined) {
    console.error('Usage: npx pnpm@12 release DIRECTORY');
    process.exit(2);
  }
  requireCleanCheckout();
  const { BUILDER_ID: builder = 'urn:semantic-search:local-build' } = process.env;
  const pack = (folder: string) => {
    // A release without the manual fails.
    pnpm('docs:build');
    pnpm('run', 'pack', folder);
  };
  writeRelease(resolve(directory), { pack, builder });
}
