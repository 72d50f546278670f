/** Trial of one address: the page as it would be indexed, or the reason why it would not be. */
import type { Fetcher } from '../fetch/fetcher.ts';
import type { ContentSelectors } from '../html/main-content.ts';
import { isolatedProcess } from '../isolation/isolated-process.ts';
import type { Document } from '../source.ts';
import { siteFiles } from './site-files.ts';
import { MAX_REDIRECTS, visit } from './visit.ts';

export interface Trial {
  /** Requested addresses: the given one and those that it redirects to. */
  addresses: string[];
  document?: Document;
  /** Canonical address if it differs; the page at that address is indexed instead. */
  canonical?: string;
  /** Reason why the page would not be indexed. */
  reason?: string;
  links: string[];
}

/** Throws if robots.txt cannot be read. */
export async function tryAddress(
  address: string,
  fetcher: Fetcher,
  selectors: ContentSelectors,
  signal: AbortSignal,
): Promise<Trial> {
  const isolated = isolatedProcess();
  const files = siteFiles(fetcher, isolated, signal);
  const addresses: string[] = [];
  const tooMany = `more than ${MAX_REDIRECTS} redirects`;
  try {
    for (let current = address; ; ) {
      addresses.push(current);
      const rules = await files.robots(current);
      if (!rules.isAllowed(current)) return { addresses, reason: 'disallowed by robots.txt', links: [] };
      const visited = await visit({ address: current }, { fetcher, isolated, selectors, signal });
      if (visited.kind === 'redirect' && addresses.length <= MAX_REDIRECTS) {
        current = visited.to;
        continue;
      }
      const links = ('links' in visited && visited.links) || [];
      const targets = links.map((link) => (link.nofollow ? `${link.address} (nofollow)` : link.address));
      if (visited.kind !== 'page')
        return { addresses, reason: 'reason' in visited ? visited.reason : tooMany, links: targets };
      const { document, canonical } = visited;
      return { addresses, document, ...(canonical && { canonical }), links: targets };
    }
  } finally {
    isolated.close();
  }
}
