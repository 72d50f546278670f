/** Opens a search space for a command: locally, or through the running server. */

import { resolve } from 'node:path';
import { isSpaceName, SPACE_NAME_RULE } from '@semantic-search/contract';
import { openAccessIssuer } from '@semantic-search/server/auth';
import {
  buildCategories,
  firstThesaurus,
  openBackend,
  type SpaceContent,
  type ThesaurusWriter,
} from '@semantic-search/server/content';
import {
  LockedError,
  lockDirectory,
  makeDataDirectory,
  publishedAddress,
  requireDataDirectory,
} from '@semantic-search/server/filesystem';
import type { ServerSettings } from '@semantic-search/server/settings';
import { type SpaceTarget, serverSpaceClient } from './server-space-client.ts';

export const INVALID_SPACE_NAME = `Invalid name of a search space: use ${SPACE_NAME_RULE}`;

/** Throws if the space does not exist, unless `create` is true. */
export async function openSearchSpace(
  settings: ServerSettings,
  space: string,
  create: boolean,
): Promise<SpaceTarget> {
  if (!isSpaceName(space)) {
    throw new Error(INVALID_SPACE_NAME);
  }
  const { dataDirectory } = settings;
  await (create ? makeDataDirectory : requireDataDirectory)(dataDirectory);
  console.error(`Data directory: ${resolve(dataDirectory)}`);
  try {
    const unlock = await lockDirectory(dataDirectory);
    const backend = await openBackend(settings, (name, message) => console.error(`${name}: ${message}`));
    const close = async () => {
      await backend.close();
      await unlock();
    };
    const existing = await backend.content(space, false);
    if (!existing && !create) {
      await close();
      throw new Error(`Search space "${space}" not found`);
    }
    return { ...writesTo(space, existing, () => backend.content(space, true)), close };
  } catch (error) {
    const address = error instanceof LockedError ? await publishedAddress(dataDirectory) : null;
    if (address === null) throw error;
    const issuer = await openAccessIssuer(settings);
    const grant = { subject: 'command line', scopes: ['spaces:write'] as const, lifetime: 24 * 3600 };
    return serverSpaceClient(address.url, (await issuer.access(grant)).token, space);
  }
}

/** Creates a missing space when the first content is accepted. */
function writesTo(
  space: string,
  existing: SpaceContent | undefined,
  create: () => Promise<SpaceContent | undefined>,
): Omit<SpaceTarget, 'close'> {
  const content = async () => existing ?? (await create())!;
  const thesaurus = ({ thesaurus: writer }: SpaceContent): ThesaurusWriter =>
    writer ?? { replaceThesaurus: unmanaged, removeThesaurus: unmanaged, thesauri: unmanaged };
  const unmanaged = unsupported(space, 'Changing the thesaurus');
  const missing = { removeThesaurus: async () => false, thesauri: async () => [] };
  const { replaceThesaurus, removeThesaurus, thesauri } = existing
    ? thesaurus(existing)
    : { ...missing, ...firstThesaurus(async () => thesaurus(await content())) };
  return {
    put: async (documents) => (await content()).documents.put(documents),
    delete: async (id) => (existing ? existing.documents.delete(id) : false),
    has: async (id) =>
      existing?.originals ? (await existing.originals.stored(id)) !== undefined : existing !== undefined,
    replaceThesaurus,
    removeThesaurus,
    thesauri,
    buildCategories: async () => {
      const { originals, thesaurus: writer } = await content();
      return originals && writer ? buildCategories(originals, writer) : unmanaged();
    },
    train: existing?.trainer?.train ?? unsupported(space, 'Training'),
  };
}

function unsupported(space: string, operation: string) {
  return () =>
    Promise.reject(new Error(`${operation} is not supported by the backend of search space "${space}"`));
}
