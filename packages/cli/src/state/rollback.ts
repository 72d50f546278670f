/** `semantic-search rollback`: restores a previous version of a configuration on the running server. */
import type { ConfigurationOutcome } from '@semantic-search/contract';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { runningServer } from '../connections/running-server.ts';
import { positiveInteger } from '../options/positive-integer.ts';

export function rollbackCommand(): Command {
  return new Command('rollback')
    .description(
      'Restore a previous version of a configuration; GET /api/configurations/<id>/logs lists the versions',
    )
    .argument('<configuration>', 'ID of the configuration', positiveInteger)
    .argument('<version>', 'version number as listed in its log', positiveInteger)
    .action(async (id: number, version: number) => {
      const server = await runningServer(loadSettings(), ['configurations:write']);
      const path = `/api/configurations/${id}/logs/${version}/restore`;
      const { message, errors } = await server.request<ConfigurationOutcome>('POST', path);
      console.log(message);
      for (const error of errors) console.error(`${error.key}: ${error.message}`);
    });
}
