/** `semantic-search rollback`: restores a previous version of a configuration on the running server. */
import { restoreConfiguration } from '@semantic-search/client';
import { Command } from 'commander';
import { connect, SERVER_OPTION } from '../connections/connect.ts';
import { positiveInteger } from '../options/parsers.ts';

export function rollbackCommand(): Command {
  return new Command('rollback')
    .description(
      'Restore a previous version of a configuration; GET /api/configurations/<id>/logs lists the versions',
    )
    .argument('<configuration>', 'ID of the configuration', positiveInteger)
    .argument('<version>', 'version number as listed in its log', positiveInteger)
    .option(...SERVER_OPTION)
    .action(async (id: number, version: number, { server }: { server?: string }) => {
      const connection = await connect(['configurations:write'], server);
      const { message, errors } = await restoreConfiguration(connection, id, version);
      console.log(message);
      for (const error of errors) console.error(`${error.key}: ${error.message}`);
    });
}
