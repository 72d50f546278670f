/** Runs of `semantic-search harvest`: an OAI-PMH repository or a feed into a search space. */
import { type Fetcher, feedSource, identify, oaiSource, requireFeed } from '@semantic-search/sources';
import type { HarvestCommandOptions } from './harvest.ts';
import { runSource } from './run-source.ts';
import { requireAddress, siteFetcher } from './site-fetcher.ts';

export async function runHarvest(given: string, options: HarvestCommandOptions): Promise<void> {
  const address = requireAddress(given);
  const fetcher = siteFetcher([address], options);
  const { set, metadataPrefix } = options;
  const isRepository = await detectRepository(address, fetcher, options).catch((error) => {
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
        ? oaiSource({ address, fetcher: limited, set, metadataPrefix, full, onProgress })
        : feedSource({ address, fetcher: limited, full }),
  });
}

/** Whether the address is that of a repository; false for a feed. Throws if it is neither. */
async function detectRepository(
  address: string,
  fetcher: Fetcher,
  { set, metadataPrefix }: HarvestCommandOptions,
): Promise<boolean> {
  const { signal } = new AbortController();
  const reason = await identify({ address, fetcher }, signal).catch((error: Error) => error);
  if (!(reason instanceof Error)) return true;
  if (set !== undefined || metadataPrefix !== undefined)
    throw new Error(`No OAI-PMH repository at this address: ${reason.message}`);
  await requireFeed({ address, fetcher }, signal).catch((error: Error) => {
    throw new Error(
      `Neither a feed (${error.message}) nor an OAI-PMH repository (${reason.message}): ${address}`,
    );
  });
  return false;
}
