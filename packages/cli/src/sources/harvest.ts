/** `semantic-search harvest`: reads an OAI-PMH repository or a feed into a search space. */
import { type FeedOptions, feedSource, identify, oaiSource, requireFeed } from '@semantic-search/sources';
import { isolatedProcess } from '@semantic-search/sources/isolation';
import { Command } from 'commander';
import { spaceName } from '../options/parsers.ts';
import { runSource } from './run-source.ts';
import { requireAddress, siteFetcher } from './site-fetcher.ts';
import { addSourceOptions, type SourceCommandOptions, storeSchedule } from './source-options.ts';

interface HarvestCommandOptions extends SourceCommandOptions {
  set?: string;
  metadataPrefix?: string;
}

export function harvestCommand(): Command {
  const command = new Command('harvest')
    .description(
      'Index the records of an OAI-PMH repository or the items of a feed (RSS, Atom, JSON Feed, RDF); a repeated run reads what has changed',
    )
    .argument('<address>', 'base URL of the repository, or address of the feed')
    .requiredOption('--space <name>', 'name of the search space; created if it does not exist', spaceName)
    .option('--set <name>', 'OAI-PMH: only records of this set')
    .option('--metadata-prefix <name>', 'OAI-PMH: metadata format in Dublin Core; by default oai_dc');
  return addSourceOptions(command).action(async (address: string, options: HarvestCommandOptions) => {
    await runHarvest(address, options);
    if (options.schedule !== undefined) await storeSchedule(command, options.space, options.schedule);
  });
}

async function runHarvest(given: string, options: HarvestCommandOptions): Promise<void> {
  const address = requireAddress(given);
  const fetcher = siteFetcher([address], options);
  const isolated = isolatedProcess();
  const { set, metadataPrefix } = options;
  const isRepository = await detectRepository({ address, fetcher, isolated }, options).catch((error) => {
    isolated.close();
    fetcher.close();
    throw error;
  });
  // Sets and formats are harvested separately, and a crawl may start at the same address.
  const identity = [address, 'harvest', `set=${set ?? ''}`, `prefix=${metadataPrefix ?? ''}`];
  await runSource(options, {
    identity,
    fetcher,
    stateAddress: address,
    source: (full, limited, onProgress) =>
      isRepository
        ? oaiSource({ address, fetcher: limited, isolated, set, metadataPrefix, full, onProgress })
        : feedSource({ address, fetcher: limited, isolated, full }),
  }).finally(isolated.close);
}

/** Whether the address is that of a repository; false for a feed. Throws if it is neither. */
async function detectRepository(
  options: Pick<FeedOptions, 'address' | 'fetcher' | 'isolated'>,
  { set, metadataPrefix }: HarvestCommandOptions,
): Promise<boolean> {
  const { signal } = new AbortController();
  const reason = await identify(options, signal).catch((error: Error) => error);
  if (!(reason instanceof Error)) return true;
  if (set !== undefined || metadataPrefix !== undefined)
    throw new Error(`No OAI-PMH repository at this address: ${reason.message}`);
  await requireFeed(options, signal).catch((error: Error) => {
    throw new Error(
      `Neither a feed (${error.message}) nor an OAI-PMH repository (${reason.message}): ${options.address}`,
    );
  });
  return false;
}
