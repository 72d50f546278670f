/** Address of a search as a feed, for feed readers, which send no headers. */
import { writeFacet } from '../store/facet-values.ts';
import { serviceUrl } from '../store/safe-url.ts';
import type { SearchStore } from '../store/search-store.ts';

/** The address contains the token if the feed needs it (reference/operations-search.md). */
export async function feedUrl(store: SearchStore): Promise<string> {
  const { connection, configuration, query, language, settings } = store;
  const { input, selectedFacets } = query;
  const parameters = new URLSearchParams({ ...(input && { input }), ...(language && { language }) });
  for (const selection of selectedFacets) parameters.append('facet', writeFacet(selection));
  const token = typeof connection.token === 'string' ? connection.token : await connection.token();
  if (!settings?.visible || isFiltered(token)) parameters.set('access_token', token);
  const address = serviceUrl(connection.endpoint, `/${configuration}/feed?${parameters}`);
  return new URL(address, location.href).href;
}

/** Whether the token hides documents that a feed without the token would show; assumed for unreadable tokens. */
function isFiltered(token: string): boolean {
  const [, claims = ''] = token.split('.');
  try {
    return !claims || atob(claims.replaceAll('-', '+').replaceAll('_', '/')).includes('"filter":');
  } catch {
    return true;
  }
}
