/** Finds a search space by name, in the data directory or among the remote spaces. */
import { join } from 'node:path';
import { listSpaces } from '@semantic-search/server/backup';
import type { RemoteSpace } from '@semantic-search/server/settings';

export interface SpaceLocations {
  dataDirectory: string;
  remoteSpaces: RemoteSpace[];
}

/** Returns undefined for a space in the data directory. Throws if the space does not exist. */
export async function findRemoteSpace(
  name: string,
  { dataDirectory, remoteSpaces }: SpaceLocations,
): Promise<RemoteSpace | undefined> {
  const remote = remoteSpaces.find((each) => each.name === name);
  if (remote) return remote;
  const names = await listSpaces(join(dataDirectory, 'spaces'));
  if (names.includes(name)) return undefined;
  const available = [...names, ...remoteSpaces.map((each) => each.name)].sort();
  throw new Error(`Search space "${name}" not found; available: ${available.join(', ') || 'none'}`);
}

/** Throws if the space does not exist, or if its ranking is configured with its backend. */
export async function requireLocalSpace(name: string, locations: SpaceLocations): Promise<void> {
  const remote = await findRemoteSpace(name, locations);
  if (!remote) return;
  const remedy =
    remote.backend === 'opensearch'
      ? 'change "ranking" of the space in BACKENDS_FILE'
      : 'another service ranks its results; change the settings there';
  throw new Error(`Search space "${name}" is remote (${remote.backend}): ${remedy}`);
}
