/** `semantic-search delete-space`: permanently deletes a search space of a server. */
import { type Connection, deleteSpace, listConfigurations } from '@semantic-search/client';
import { Command } from 'commander';
import { connect, requireSpace, SERVER_OPTION } from '../connections/connect.ts';

interface DeleteSpaceOptions {
  space: string;
  yes?: true;
  server?: string;
}

export function deleteSpaceCommand(): Command {
  return new Command('delete-space')
    .description('Permanently delete a search space with its documents, thesaurus and schedules')
    .requiredOption('--space <name>', 'name of the search space')
    .option('--yes', 'actually delete; without this flag only show what would be deleted (dry run)')
    .option(...SERVER_OPTION)
    .action(async ({ space: name, yes, server }: DeleteSpaceOptions) => {
      const connection = await connect(['configurations:read', 'spaces:write'], server);
      const { healthy, documents, concepts } = await requireSpace(connection, name);
      console.log(
        `${name}: ${healthy ? `${documents} documents, ${concepts} concepts` : 'unreadable content'}`,
      );
      for (const line of await findReferences(connection, name)) console.log(line);
      if (!yes) throw new Error('Dry run, nothing was deleted; use --yes to delete permanently');
      await deleteSpace(connection, name);
      console.log(`Deleted ${name}`);
    });
}

/** Messages about the configurations that use the space. */
async function findReferences(connection: Connection, space: string): Promise<string[]> {
  const { configurations } = await listConfigurations(connection);
  return configurations
    .filter(({ config }) => config.searchSpace === space)
    .map(
      ({ id, config }) =>
        `Configuration ${id} (${JSON.stringify(config.title)}) uses it; its searches will return 503`,
    );
}
