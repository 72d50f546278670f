/** Reads the configurations of the data directory or the database, also while a server runs. */

import type { StoredConfiguration } from '@semantic-search/contract/stores';
import { directoryLocation } from '@semantic-search/server/backup';
import type { ServerSettings } from '@semantic-search/server/settings';
import { withDatabase } from './with-database.ts';

export async function storedConfigurations(settings: ServerSettings): Promise<StoredConfiguration[]> {
  const local = directoryLocation(settings.dataDirectory);
  const { configurations } = await withDatabase(settings, (database) => (database ?? local).read());
  return configurations.filter(({ deleted }) => !deleted);
}
