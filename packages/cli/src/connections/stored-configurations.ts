/** Reads the configurations of the data directory or the database, also while a server runs. */
import { applyEvent, directoryLocation, emptyState, type State } from '@semantic-search/server/backup';
import type { ServerSettings } from '@semantic-search/server/settings';
import { withDatabase } from './with-database.ts';

export async function storedConfigurations(settings: ServerSettings): Promise<State['entries']> {
  const local = directoryLocation(settings.dataDirectory);
  const changes = await withDatabase(settings, (database) => (database ?? local).changes());
  const state = emptyState();
  for (const line of changes) state.commit(applyEvent(state, line));
  return state.entries;
}
