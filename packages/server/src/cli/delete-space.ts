/** `semantic-search delete-space`: a search space of the data directory goes for good, and what names it is told. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writtenContent } from '@semantic-search/engine';
import { Command } from 'commander';
import { applyEvent, emptyState } from '../configurations/reducer.ts';
import { deleteSpace } from '../content/delete-space.ts';
import { lockDirectory } from '../filesystem/directory-lock.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { loadSettings } from '../main.ts';
import { directoryPlace } from '../migration/directory-location.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { withDatabase } from './with-database.ts';

interface Wish {
  space: string;
  yes?: true;
}

export function deleteSpaceCommand(): Command {
  return new Command('delete-space')
    .description(
      'Delete a search space of the data directory, with its documents and thesaurus; the server has to be stopped. Only a dump brings it back',
    )
    .requiredOption('--space <name>', 'the search space')
    .option('--yes', 'delete it; without this it is said what would be deleted, and nothing is')
    .action(async ({ space, yes }: Wish) => {
      const given = loadSettings();
      await requireThere(space, given);
      const unlock = await lockDirectory(given.dataDirectory);
      try {
        console.log(contentIn(space, given));
        for (const line of await whatNames(space, given)) console.log(line);
        if (!yes) throw new Error('Nothing was deleted; --yes deletes it, and only a dump brings it back');
        await deleteSpace(given.dataDirectory, space);
        console.log(`${space} is deleted`);
      } finally {
        await unlock();
      }
    });
}

async function requireThere(space: string, given: ServerSettings): Promise<void> {
  const directory = join(given.dataDirectory, 'spaces');
  const entries = (await readdir(directory, { withFileTypes: true }).catch(nullIfNotFound)) ?? [];
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.includes(space)) return;
  const elsewhere = backendOf(space, given);
  if (elsewhere) throw new Error(`${space} is kept elsewhere (${elsewhere}); delete it there`);
  throw new Error(`There is no search space ${space} in ${directory}: ${names.sort().join(', ') || 'none'}`);
}

function backendOf(space: string, { remoteSpaces }: ServerSettings): string | undefined {
  return remoteSpaces.find(({ name }) => name === space)?.backend;
}

/** One that is damaged can be deleted, too. */
function contentIn(space: string, { dataDirectory }: ServerSettings): string {
  const written = writtenContent(join(dataDirectory, 'spaces', space));
  try {
    const thesaurus = written.thesaurus() ? 'a thesaurus' : 'no thesaurus';
    return `${space}: ${written.count()} documents, ${thesaurus}`;
  } catch (error) {
    return `${space}: what is in it cannot be read (${(error as Error).message})`;
  }
}

/** In words: the configurations that search in it. */
async function whatNames(space: string, given: ServerSettings): Promise<string[]> {
  const elsewhere = backendOf(space, given);
  if (elsewhere)
    return [`BACKENDS_FILE names another of this name (${elsewhere}), which stays and is searched in`];
  const here = directoryPlace(given.dataDirectory);
  const changes = await withDatabase(given, (database) => (database ?? here).changes());
  const state = emptyState();
  for (const line of changes) state.commit(applyEvent(state, line));
  return [...state.entries.values()]
    .filter(({ config }) => config.searchSpace === space)
    .map(
      ({ id, config }) =>
        `Configuration ${id} (${JSON.stringify(config.title)}) names it and will find nothing`,
    );
}
