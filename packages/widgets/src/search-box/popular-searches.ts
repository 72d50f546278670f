/** Popular searches of a configuration: what other visitors search (lazy). */
import { getPopularSearches } from '@semantic-search/client';
import type { ReactiveControllerHost } from 'lit';
import type { SearchStore } from '../store/search-store.ts';

/** Updates the search box, which works as before if there are none. */
export async function addTo(store: SearchStore, box: ReactiveControllerHost): Promise<void> {
  const { connection, configuration, language } = store;
  const parameters = language ? { language } : {};
  const response = await getPopularSearches(connection, configuration, parameters).catch(() => undefined);
  store.popular = response?.queries.map((input) => ({ kind: 'popular', input })) ?? [];
  box.requestUpdate();
}
