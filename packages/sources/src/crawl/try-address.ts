/** Trial of one address: the page as it would be indexed, or the reason why it would not be. */
import type { Fetcher } from '../fetch/fetcher.ts';
import type { ContentSelectors } from '../html/main-content.ts';
import { isolatedProcess } from '../isolation/isolated-process.ts';
import type { Document } from '../source.ts';
import { siteFiles } from './site-files.ts';
import { MAX_REDIRECTS, visit } from './visit.ts';

export interface Trial {
  /** Requested addresses: the given one and the targets of its redirects. */
  addresses: string[];
  document?: Document;
  /** Canonical address if it differs; the page at that address is indexed instead. */
  canonical?: string;
  /** Reason why the page would not be indexed. */
  reason?: string;
  /** Absolute addresses; ` (nofollow)` follows an address that a crawl would not visit. */
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
  const tools = { fetcher, isolated, selectors, signal };
  const files = siteFiles(tools);
  const addresses: string[] = [];
  try {
    for (let next = address; addresses.length <= MAX_REDIRECTS; ) {
      addresses.push(next);
      const rules = await files.robots(next);
      if (!rules.isAllowed(next)) return { addresses, reason: 'disallowed by robots.txt', links: [] };
      const visited = await visit({ address: next }, tools);
      if (visited.kind !== 'redirect') {
        const links = visited.links?.map((to) => to.address + (to.nofollow ? ' (nofollow)' : '')) ?? [];
        if (visited.kind !== 'page') return { addresses, reason: visited.reason, links };
        const { document, canonical } = visited;
        return { addresses, document, ...(canonical && { canonical }), links };
      }
      next = visited.to;
    }
    return { addresses, reason: `more than ${MAX_REDIRECTS} redirects`, links: [] };
  } finally {
    isolated.close();
  }
}
