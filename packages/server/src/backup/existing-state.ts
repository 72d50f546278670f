/** Detection of existing state that a restore would replace. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { restoringFolder } from '../filesystem/directory-lock.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { configurationIds } from '../stores/file/documents.ts';
import { listSpaces } from './list-spaces.ts';

/**
 * Describes the existing state; null if there is none. Keys alone do not count: any command creates them in an empty
 * directory, and their tokens cannot belong to lost configurations.
 */
export async function describeExistingState(directory: string): Promise<string | null> {
  const hasConfigurations = (await configurationIds(directory)).length > 0;
  const tokens = await stat(join(directory, 'tokens.json')).catch(nullIfNotFound);
  const spaces = await listSpaces(join(directory, 'spaces'));
  const half = await stat(join(directory, restoringFolder)).catch(nullIfNotFound);
  const found = [
    ...(half !== null ? ['a partially applied restore, which the next start of the server completes'] : []),
    ...(hasConfigurations ? ['configurations'] : []),
    ...(tokens !== null ? ['tokens'] : []),
    ...(spaces.length > 0 ? [`search spaces (${spaces.join(', ')})`] : []),
  ];
  return found.length === 0 ? null : found.join(', ');
}
