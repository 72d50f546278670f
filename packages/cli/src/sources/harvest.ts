/** Harvest of an OAI-PMH repository or a feed. */
import { type FeedOptions, feedSource, identify, oaiSource, requireFeed } from '@semantic-search/sources';
import { isolatedProcess } from '@semantic-search/sources/isolation';
import { runSource } from './run-source.ts';
import { requireAddress, siteFetcher } from './site-fetcher.ts';
import type { HarvestOptions } from './source-commands.ts';

export async function harvest(addressText: string, options: HarvestOptions): Promise<void> {
  const address = requireAddress(addressText);
  const fetcher = await siteFetcher([address], options);
  const isolated = isolatedProcess();
  const { set, metadataPrefix } = options;
  try {
    const isRepository = await detectRepository({ address, fetcher, isolated }, options);
    await runSource(options, {
      // Sets and formats are harvested separately, and a crawl may have the same start address.
      identity: [address, 'harvest', `set=${set ?? ''}`, `prefix=${metadataPrefix ?? ''}`],
      fetcher,
      stateAddress: address,
      source: (run) =>
        isRepository
          ? oaiSource({ address, isolated, set, metadataPrefix, ...run })
          : feedSource({ address, isolated, ...run }),
    });
  } finally {
    isolated.close();
  }
}

/** Whether the address belongs to an OAI-PMH repository; false for a feed. Throws if it is neither. */
async function detectRepository(
  options: Pick<FeedOptions, 'address' | 'fetcher' | 'isolated'>,
  { set, metadataPrefix }: HarvestOptions,
): Promise<boolean> {
  const { signal } = new AbortController();
  const failure = await identify(options, signal).catch((error: Error) => error);
  if (!(failure instanceof Error)) return true;
  if (set !== undefined || metadataPrefix !== undefined)
    throw new Error(`No OAI-PMH repository at this address: ${failure.message}`);
  await requireFeed(options, signal).catch((feedFailure: Error) => {
    throw new Error(
      `Neither a feed (${feedFailure.message}) nor an OAI-PMH repository (${failure.message}): ${options.address}`,
    );
  });
  return false;
}
