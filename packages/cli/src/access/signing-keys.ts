/** Checks that a command uses the data directory of a server instead of silently creating a new one. */

import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ServerSettings } from '@semantic-search/server/settings';

/** Prints the directory to standard error. Throws if it has no signing keys, unless `create` permits new ones. */
export async function requireSigningKeys(
  { dataDirectory, secrets }: Pick<ServerSettings, 'dataDirectory' | 'secrets'>,
  create = false,
): Promise<void> {
  const directory = resolve(dataDirectory);
  const isGiven = Boolean(secrets.access?.length && secrets.publishable?.length);
  const hasKeys = await access(join(directory, 'keys.json')).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  );
  if (!isGiven && !hasKeys && !create) {
    throw new Error(
      `No server has used the data directory ${directory}: it has no signing keys. Set DATA_DIR to the data directory of the server, or run the command in the folder where the server was started`,
    );
  }
  console.error(`Data directory: ${directory}${isGiven || hasKeys ? '' : ' (new)'}`);
}
