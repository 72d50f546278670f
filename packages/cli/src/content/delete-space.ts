/** `semantic-search delete-space`: permanently deletes a search space of the data directory. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readStoredContent } from '@semantic-search/engine';
import { deleteSpace } from '@semantic-search/server/content';
import { lockDirectory, nullIfNotFound } from '@semantic-search/server/filesystem';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { storedConfigurations } from '../connections/stored-configurations.ts';

interface DeleteSpaceOptions {
  space: string;
  yes?: true;
}

export function deleteSpaceCommand(): Command {
  return new Command('delete-space')
    .description('Permanently delete a search space with its documents and thesaurus; stop the server first')
    .requiredOption('--space <name>', 'name of the search space')
    .option('--yes', 'actually delete; without this flag only show what would be deleted (dry run)')
    .action(async ({ space, yes }: DeleteSpaceOptions) => {
      const settings = loadSettings();
      await requireLocalSpace(space, settings);
      const unlock = await lockDirectory(settings.dataDirectory);
      try {
        console.log(describeContent(space, settings));
        for (const line of await findReferences(space, settings)) console.log(line);
        if (!yes) throw new Error('Dry run, nothing was deleted; use --yes to delete permanently');
        await deleteSpace(settings.dataDirectory, space);
        console.log(`Deleted ${space}`);
      } finally {
        await unlock();
      }
    });
}

async function requireLocalSpace(space: string, settings: ServerSettings): Promise<void> {
  const directory = join(settings.dataDirectory, 'spaces');
  const entries = (await readdir(directory, { withFileTypes: true }).catch(nullIfNotFound)) ?? [];
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.includes(space)) return;
  const backend = backendOf(space, settings);
  if (backend) throw new Error(`Search space ${space} is remote (${backend}); delete it there`);
  throw new Error(
    `Search space "${space}" not found in ${directory}; available: ${names.sort().join(', ') || 'none'}`,
  );
}

function backendOf(space: string, { remoteSpaces }: ServerSettings): string | undefined {
  return remoteSpaces.find(({ name }) => name === space)?.backend;
}

/** Does not throw for damaged spaces, so that they can be deleted too. */
function describeContent(space: string, { dataDirectory }: ServerSettings): string {
  const written = readStoredContent(join(dataDirectory, 'spaces', space));
  try {
    const thesaurus = written.thesaurus() ? 'a thesaurus' : 'no thesaurus';
    return `${space}: ${written.count()} documents, ${thesaurus}`;
  } catch (error) {
    return `${space}: unreadable content (${(error as Error).message})`;
  }
}

/** Messages about the configurations that use the space. */
async function findReferences(space: string, settings: ServerSettings): Promise<string[]> {
  const backend = backendOf(space, settings);
  if (backend) return [`The remote search space of the same name (${backend}) in BACKENDS_FILE stays in use`];
  return (await storedConfigurations(settings))
    .filter(({ config }) => config.searchSpace === space)
    .map(
      ({ id, config }) =>
        `Configuration ${id} (${JSON.stringify(config.title)}) uses it; its searches will return 503`,
    );
}
