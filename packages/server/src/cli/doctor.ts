/** `semantic-search doctor`: looks at all that is kept, part by part, and mends what can be mended in the data directory. */

import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { salvageSpace } from '@semantic-search/engine';
import { Command } from 'commander';
import { pino } from 'pino';
import { keysFile, newKeys } from '../auth/key-file.ts';
import { openRemoteBackends } from '../backends/open-backends.ts';
import { diagnoseDatabase } from '../backup/database-diagnosis.ts';
import { diagnose, type Finding, revocationsLost } from '../backup/diagnosis.ts';
import { quarantine } from '../configurations/store-file/projections.ts';
import { renewCopies, repair } from '../configurations/store-file/repair.ts';
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import { lockDirectory } from '../filesystem/directory-lock.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { loadSettings } from '../main.ts';
import type { ServerSettings } from '../settings/server-settings.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check all that is kept in the data directory, in the database and elsewhere; exits with 1 when a part is damaged',
    )
    .option(
      '--repair',
      'mend what can be mended in the data directory; the server has to be stopped. A database is mended by restoring',
    )
    .action(async ({ repair: wanted }: { repair?: boolean }) => {
      const given = loadSettings();
      const { dataDirectory, databaseUrl } = given;
      const foreignKeys = hasForeignKeys(given);
      await makeDataDirectory(dataDirectory);
      const here = () => diagnose(dataDirectory, { shared: databaseUrl !== null, foreignKeys });
      if (wanted) {
        for (const note of await mend(dataDirectory, await here(), foreignKeys)) console.log(note);
      }
      const found = [
        ...(databaseUrl === null ? [] : await diagnoseDatabase(databaseUrl)),
        ...(await here()),
        ...(await elsewhere(given)),
      ];
      for (const { part, state, message } of found) console.log(`${state.padEnd(8)}  ${part}: ${message}`);
      if (found.some(({ state }) => state === 'damaged')) process.exitCode = 1;
    });
}

/** Whether other keys in the data directory would not end every token. */
function hasForeignKeys({ secrets, external }: ServerSettings): boolean {
  return external !== null || Boolean(secrets.access?.length || secrets.publishable?.length);
}

/** Whether services elsewhere answer: what they keep is theirs to check. */
async function elsewhere(given: ServerSettings): Promise<Finding[]> {
  const backends = await openRemoteBackends(given);
  return Promise.all(
    given.remoteSpaces.map(async ({ name, backend: kind }): Promise<Finding> => {
      const part = `search space ${name} (${kind})`;
      const backend = backends.get(name)!;
      try {
        const described = await (await backend.space(name))?.describe();
        return described
          ? { part, state: 'good', message: `it answers, with ${described.documents} documents` }
          : { part, state: 'doubtful', message: 'it was never filled' };
      } catch (error) {
        return { part, state: 'doubtful', message: (error as Error).message };
      } finally {
        await backend.close();
      }
    }),
  );
}

/** What was done, in words. Throws LockedError while a server runs on the directory. */
export async function mend(
  directory: string,
  findings: readonly Finding[],
  foreignKeys = false,
): Promise<string[]> {
  const notes: string[] = [];
  const stateOf = (part: string) => findings.find((finding) => finding.part === part)?.state;
  if (stateOf('log of configurations') === 'damaged') {
    const { kept, lines, notes: told, damagedLog } = await repair(directory);
    notes.push(`${kept} of ${lines} changes are good.`, ...told);
    if (damagedLog !== null) notes.push(`The damaged log is kept at ${damagedLog}.`);
  }
  const unlock = await lockDirectory(directory);
  try {
    if (notes.length > 0 || stateOf('readable copies') === 'doubtful')
      await renewCopies(directory, pino(pino.destination(2)));
    for (const name of ['keys.json', 'tokens.json']) {
      if (stateOf(name) === 'doubtful') await chmod(join(directory, name), 0o600);
    }
    for (const { part, state } of findings) {
      const name = /^search space (.+)$/.exec(part)?.[1];
      if (name && state === 'damaged') notes.push(await saveSpace(directory, name));
    }
    if (stateOf('keys.json') === 'damaged' || stateOf('tokens.json') === 'damaged') {
      notes.push(await beginTokensAnew(directory, foreignKeys));
    }
  } finally {
    await unlock();
  }
  return notes;
}

/** Which tokens were revoked is lost with the file; only new keys make sure that none of them lives again. */
async function beginTokensAnew(directory: string, foreignKeys: boolean): Promise<string> {
  const aside = await quarantine(directory);
  const former = await keysFile(directory)
    .read()
    .catch(() => null);
  for (const name of ['keys.json', 'tokens.json']) {
    await rename(join(directory, name), join(aside, `${Date.now()}-${name}`)).catch(nullIfNotFound);
  }
  // None of the former comes back with a dump.
  if (former) await keysFile(directory).write(newKeys(former));
  if (foreignKeys) return `Keys and tokens are put aside. ${revocationsLost}.`;
  return 'Keys and tokens are put aside: every token has ended, new ones have to be issued.';
}

/** The damaged files are put aside. */
async function saveSpace(directory: string, name: string): Promise<string> {
  const aside = join(await quarantine(directory), `${Date.now()}-${name}`);
  try {
    const { documents, lost, thesaurus } = salvageSpace(join(directory, 'spaces', name), aside);
    const rest = thesaurus ? '' : ' It has no thesaurus now: upload one.';
    return `Search space ${name}: ${documents} documents are saved, ${lost} cannot be read.${rest}`;
  } catch (error) {
    return `Search space ${name}: nothing can be read (${(error as Error).message}); restore a dump.`;
  }
}
