/** SHA-256 checksums of the files of a release. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface ReleaseFile {
  /** Relative to the folder of the release, with slashes. */
  path: string;
  sha256: string;
}

/** All files below `folder`, sorted by path. */
export function filesIn(folder: string): ReleaseFile[] {
  return globSync('**/*', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => ({ path, sha256: sha256(readFileSync(join(folder, path))) }));
}

export function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** In the format of `sha256sum`. */
export function checksums(files: readonly ReleaseFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}
