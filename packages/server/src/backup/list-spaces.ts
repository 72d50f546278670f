/** List of the search spaces in a data directory or a backup. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSpace } from '@semantic-search/engine';

export { copySpace, diagnoseSpace } from '@semantic-search/engine';

/** Names of the spaces under `directory` (`spaces/` of a data directory or a backup). */
export async function listSpaces(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.filter((name) => isSpace(join(directory, name))).sort();
}
