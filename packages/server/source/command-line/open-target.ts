/** A search space for a command: of this process, or behind the running server when one holds the data directory. */
import { openAuthority } from '../authentication/authority.ts';
import { openBackend } from '../content.ts';
import { publishedAddress } from '../disk/address.ts';
import { lockDirectory } from '../disk/directory-lock.ts';
import { LockedError } from '../disk/lock.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { remoteSpace, type SpaceTarget } from './remote-space.ts';

/** With `create` the space is made where there is none; else that is an error. */
export async function openTarget(
  given: ServerSettings,
  space: string,
  create: boolean,
): Promise<SpaceTarget> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(space)) {
    throw new Error('The name of a search space has 1 to 100 letters, digits, dots, dashes or underscores');
  }
  const { dataDirectory } = given;
  const { issuer } = await openAuthority(given);
  try {
    const unlock = await lockDirectory(dataDirectory);
    const backend = await openBackend(given, (name, message) => console.error(`${name}: ${message}`));
    const close = async () => {
      await backend.close();
      await unlock();
    };
    const content = await backend.content(space, create);
    if (!content) {
      await close();
      throw new Error(`There is no search space ${space}`);
    }
    const { documents, thesaurus, learner } = content;
    return {
      put: documents.put,
      replaceThesaurus: thesaurus?.replaceThesaurus ?? elsewhere(space, 'The thesaurus is kept'),
      train: learner?.train ?? elsewhere(space, 'What is learned is kept'),
      close,
    };
  } catch (error) {
    const url = error instanceof LockedError ? await publishedAddress(dataDirectory) : null;
    if (url === null) throw error;
    const wish = { subject: 'command line', scopes: ['spaces:write'] as const, lifetime: 24 * 3600 };
    return remoteSpace(url, (await issuer.access(wish)).token, space);
  }
}

function elsewhere(space: string, what: string) {
  return () => Promise.reject(new Error(`${what} elsewhere and cannot be changed for ${space}`));
}
