/** A search space for a command: of this process, or behind the running server when one holds the data directory. */
import { openAuthority } from '../auth/authority.ts';
import type { SpaceContent, ThesaurusWriter } from '../backends/backend.ts';
import { openBackend } from '../backends/open-backends.ts';
import { firstThesaurus } from '../content/first-thesaurus.ts';
import { lockDirectory } from '../filesystem/directory-lock.ts';
import { LockedError } from '../filesystem/lock.ts';
import { publishedAddress } from '../filesystem/server-address-file.ts';
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
    const there = await backend.content(space, false);
    if (!there && !create) {
      await close();
      throw new Error(`There is no search space ${space}`);
    }
    return { ...writesTo(space, there, () => backend.content(space, true)), close };
  } catch (error) {
    const address = error instanceof LockedError ? await publishedAddress(dataDirectory) : null;
    if (address === null) throw error;
    const wish = { subject: 'command line', scopes: ['spaces:write'] as const, lifetime: 24 * 3600 };
    return remoteSpace(address.url, (await issuer.access(wish)).token, space);
  }
}

/** One that is not there is made for the first content that can be taken. */
function writesTo(
  space: string,
  there: SpaceContent | undefined,
  create: () => Promise<SpaceContent | undefined>,
): Omit<SpaceTarget, 'close'> {
  const made = async () => there ?? (await create())!;
  const thesaurus = (content: SpaceContent): ThesaurusWriter =>
    content.thesaurus ?? { replaceThesaurus: elsewhere(space, 'The thesaurus is kept') };
  const { replaceThesaurus } = there ? thesaurus(there) : firstThesaurus(async () => thesaurus(await made()));
  return {
    put: async (documents) => (await made()).documents.put(documents),
    replaceThesaurus,
    train: there?.trainer?.train ?? elsewhere(space, 'What is learned is kept'),
  };
}

function elsewhere(space: string, what: string) {
  return () => Promise.reject(new Error(`${what} elsewhere and cannot be changed for ${space}`));
}
