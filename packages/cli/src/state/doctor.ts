/** `semantic-search doctor`: checks all stored state for corruption and repairs the data directory. */

import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { salvageSpace } from '@semantic-search/engine';
import { diagnoseDatabase } from '@semantic-search/postgres';
import { hasForeignKeys, keysFile, newKeys } from '@semantic-search/server/auth';
import {
  diagnose,
  type Finding,
  openFileStore,
  repairHistories,
  revocationsLost,
} from '@semantic-search/server/backup';
import { openRemoteBackends } from '@semantic-search/server/content';
import {
  lockDirectory,
  makeDataDirectory,
  nullIfNotFound,
  quarantine,
  requireDataDirectory,
} from '@semantic-search/server/filesystem';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { pino } from 'pino';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check the data directory, the database and remote search spaces; exits with 1 if anything is damaged',
    )
    .option(
      '--repair',
      'repair what can be repaired in the data directory; stop the server first. Restore a backup to repair a database',
    )
    .action(async ({ repair: shouldRepair }: { repair?: boolean }) => {
      const settings = loadSettings();
      const { dataDirectory, databaseUrl } = settings;
      // New keys in the data directory do not revoke tokens of other systems.
      const foreignKeys = hasForeignKeys(settings);
      // With a database, the directory is optional.
      await (databaseUrl === null ? requireDataDirectory : makeDataDirectory)(dataDirectory);
      const diagnoseDirectory = () => diagnose(dataDirectory, { shared: databaseUrl !== null, foreignKeys });
      if (shouldRepair) {
        for (const note of await repairDirectory(dataDirectory, await diagnoseDirectory(), foreignKeys))
          console.log(note);
      }
      const found = [
        ...(databaseUrl === null ? [] : await diagnoseDatabase(databaseUrl)),
        ...(await diagnoseDirectory()),
        ...(await diagnoseRemoteSpaces(settings)),
      ];
      for (const { part, state, message } of found) console.log(`${state.padEnd(8)}  ${part}: ${message}`);
      if (found.some(({ state }) => state === 'damaged')) process.exitCode = 1;
    });
}

/** Checks only that remote services respond: their own tools check their data. */
async function diagnoseRemoteSpaces(settings: ServerSettings): Promise<Finding[]> {
  const backends = await openRemoteBackends(settings);
  return Promise.all(
    settings.remoteSpaces.map(async ({ name, backend: kind }): Promise<Finding> => {
      const part = `search space ${name} (${kind})`;
      const backend = backends.get(name)!;
      try {
        const described = await (await backend.space(name))?.describe();
        return described
          ? { part, state: 'good', message: `reachable, ${described.documents} documents` }
          : { part, state: 'doubtful', message: 'reachable, but empty' };
      } catch (error) {
        return { part, state: 'doubtful', message: (error as Error).message };
      } finally {
        await backend.close();
      }
    }),
  );
}

/** Returns a message for each repair. Throws LockedError while a server uses the directory. */
export async function repairDirectory(
  directory: string,
  findings: readonly Finding[],
  foreignKeys = false,
): Promise<string[]> {
  const notes: string[] = [];
  const stateOf = (part: string) => findings.find((finding) => finding.part === part)?.state;
  if (stateOf('configurations') === 'damaged') notes.push(...(await repairHistories(directory)));
  if (notes.length > 0 || stateOf('configuration documents') === 'doubtful')
    await rewriteDocuments(directory);
  const unlock = await lockDirectory(directory);
  try {
    for (const name of ['keys.json', 'tokens.json']) {
      if (stateOf(name) === 'doubtful') await chmod(join(directory, name), 0o600);
    }
    for (const { part, state } of findings) {
      const name = /^search space (.+)$/.exec(part)?.[1];
      if (name && state === 'damaged') notes.push(await repairSpace(directory, name));
    }
    if (stateOf('keys.json') === 'damaged' || stateOf('tokens.json') === 'damaged') {
      notes.push(await resetTokens(directory, foreignKeys));
    }
  } finally {
    await unlock();
  }
  return notes;
}

/** A start writes all documents that differ from their histories. */
async function rewriteDocuments(directory: string): Promise<void> {
  const store = await openFileStore(directory, { log: pino(pino.destination(2)) });
  await store.close();
}

/** The revocations are lost with the file. New keys make sure that no revoked token becomes valid again. */
async function resetTokens(directory: string, foreignKeys: boolean): Promise<string> {
  const aside = await quarantine(directory);
  const previous = await keysFile(directory)
    .read()
    .catch(() => null);
  for (const name of ['keys.json', 'tokens.json']) {
    await rename(join(directory, name), join(aside, `${Date.now()}-${name}`)).catch(nullIfNotFound);
  }
  // Records the previous keys as revoked, so that a restored backup does not bring them back.
  if (previous) await keysFile(directory).write(newKeys(previous));
  if (foreignKeys) return `Keys and tokens were moved to quarantine/. ${revocationsLost}.`;
  return 'Keys and tokens were moved to quarantine/: all tokens are invalid; issue new ones.';
}

/** Moves the damaged files to quarantine and salvages readable documents. */
async function repairSpace(directory: string, name: string): Promise<string> {
  const aside = join(await quarantine(directory), `${Date.now()}-${name}`);
  try {
    const { documents, lost, thesaurus } = salvageSpace(join(directory, 'spaces', name), aside);
    const rest = thesaurus ? '' : ' The thesaurus was lost: upload it again.';
    return `Search space ${name}: recovered ${documents} documents, ${lost} were unreadable.${rest}`;
  } catch (error) {
    return `Search space ${name}: unreadable (${(error as Error).message}); restore a backup.`;
  }
}
