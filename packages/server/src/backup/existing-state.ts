/** Detection of existing state that a restore would replace. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { logPath } from '../configurations/store-file/log.ts';
import { restoringFolder } from '../filesystem/directory-lock.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { listSpaces } from './list-spaces.ts';

/**
 * What there is, in words; null where nothing is. Keys alone do not count: whatever looks at an empty directory makes
 * them, and no token of theirs can be of a configuration that is lost.
 */
export async function describeExistingState(directory: string): Promise<string | null> {
  const log = await stat(logPath(directory)).catch(nullIfNotFound);
  const tokens = await stat(join(directory, 'tokens.json')).catch(nullIfNotFound);
  const spaces = await listSpaces(join(directory, 'spaces'));
  const half = await stat(join(directory, restoringFolder)).catch(nullIfNotFound);
  const found = [
    ...(half !== null ? ['a partially applied restore, which the next start of the server completes'] : []),
    ...(log !== null && log.size > 0 ? ['configurations'] : []),
    ...(tokens !== null ? ['tokens'] : []),
    ...(spaces.length > 0 ? [`search spaces (${spaces.join(', ')})`] : []),
  ];
  return found.length === 0 ? null : found.join(', ');
}
