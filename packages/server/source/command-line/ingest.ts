/** `semantic-search ingest`: content from files, through the running server when one holds the data directory. */
import { join } from 'node:path';
import { Command } from 'commander';
import { publishedAddress } from '../address.ts';
import { openBackend } from '../content.ts';
import { LockedError, takeLock } from '../lock.ts';
import { settings } from '../main.ts';
import { openAuthority } from '../server.ts';
import type { ServerSettings } from '../server-settings.ts';
import { bookmarksIn } from './bookmark.ts';
import { type IngestWish, ingestFiles } from './ingest-files.ts';
import { type IngestTarget, remoteSpace } from './remote-space.ts';

export function ingestCommand(): Command {
  return new Command('ingest')
    .description(
      'Take a thesaurus and documents into a search space; an interrupted run goes on where it was',
    )
    .requiredOption('--space <name>', 'the search space; made when there is none')
    .option('--thesaurus <file>', 'SKOS as .ttl, .rdf, .nt or .jsonld; replaces the one that is there')
    .option('--documents <file>', 'documents as .ndjson or .csv; adds or replaces by id')
    .action(async (wish: IngestWish) => {
      if (!wish.thesaurus && !wish.documents) throw new Error('Give --thesaurus, --documents or both');
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(wish.space)) {
        throw new Error(
          'The name of a search space has 1 to 100 letters, digits, dots, dashes or underscores',
        );
      }
      const given = settings();
      const target = await openTarget(given, wish.space);
      const bookmark = bookmarksIn(join(given.dataDirectory, 'ingest'), wish.space);
      const report = await ingestFiles(target, wish, bookmark).finally(() => target.close());
      if (report.refused > 0) process.exitCode = 2;
    });
}

async function openTarget(given: ServerSettings, space: string): Promise<IngestTarget> {
  const { dataDirectory } = given;
  const { issuer } = await openAuthority(given);
  try {
    const unlock = await takeLock(join(dataDirectory, 'LOCK'));
    const backend = await openBackend(given, (name, message) => console.error(`${name}: ${message}`));
    const { documents, thesaurus } = (await backend.content(space, true))!;
    const close = async () => {
      await backend.close();
      await unlock();
    };
    const replaceThesaurus = thesaurus?.replaceThesaurus ?? thesaurusElsewhere(space);
    return { put: documents.put, replaceThesaurus, close };
  } catch (error) {
    const url = error instanceof LockedError ? await publishedAddress(dataDirectory) : null;
    if (url === null) throw error;
    const wish = { subject: 'command line', scopes: ['spaces:write'] as const, lifetime: 24 * 3600 };
    return remoteSpace(url, (await issuer.access(wish)).token, space);
  }
}

function thesaurusElsewhere(space: string) {
  return () =>
    Promise.reject(new Error(`The thesaurus of ${space} is kept elsewhere and cannot be replaced`));
}
