/** `semantic-search harvest`: the command and its options. */
import { Command } from 'commander';
import { storeSchedule } from './schedule-option.ts';
import { addSourceOptions, type SourceCommandOptions } from './source-options.ts';

export interface HarvestCommandOptions extends SourceCommandOptions {
  set?: string;
  metadataPrefix?: string;
}

export function harvestCommand(): Command {
  const command = new Command('harvest')
    .description(
      'Index the records of an OAI-PMH repository or the items of a feed (RSS, Atom, JSON Feed, RDF); a repeated run reads what has changed',
    )
    .argument('<address>', 'base URL of the repository, or address of the feed')
    .requiredOption('--space <name>', 'name of the search space; created if it does not exist')
    .option('--set <name>', 'OAI-PMH: only records of this set')
    .option('--metadata-prefix <name>', 'OAI-PMH: metadata format in Dublin Core; by default oai_dc')
    .option('--contact <text>', 'address or email in the User-Agent, for owners of the repository')
    .option('--full', 'read everything again, and remove what is gone')
    .option('--force', 'remove documents even if they are more than half')
    .option('--report <file>', 'write one JSON object per record: address, outcome, reason');
  return addSourceOptions(command).action(async (address: string, options: HarvestCommandOptions) => {
    // Loaded late, because the server does not need it.
    const { runHarvest } = await import('./run-harvest.ts');
    await runHarvest(address, options);
    if (options.schedule !== undefined) await storeSchedule(options.space, options.schedule, address);
  });
}
