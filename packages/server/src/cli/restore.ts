/** `semantic-search restore`: a dump becomes the whole state, content too, also beside a running server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { presentState } from '../backup/existing-state.ts';
import type { Manifest } from '../backup/manifest.ts';
import { beginOffer, type Offer, type Standing } from '../backup/pending-restore.ts';
import { offerDump, takeOrServer } from '../backup/read-backup.ts';
import type { DatabasePlace } from '../configurations/store-postgres/state-location.ts';
import { publishedAddress } from '../filesystem/server-address-file.ts';
import { loadSettings } from '../main.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { leftOut, words } from './dump.ts';
import { withDatabase } from './with-database.ts';

/** How long a running server may take to start anew, in milliseconds, besides the delay that its settings give it. */
const longestRestart = 60_000;

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Replace the whole state by that of a dump; a running server starts anew with it. With DATABASE_URL all servers have to be stopped',
    )
    .argument('<file>')
    .option(
      '--replace',
      'also where there is state already; that of a data directory goes to its folder quarantine',
    )
    .action(async (file: string, { replace = false }: { replace?: boolean }) => {
      const given = loadSettings();
      const manifest = await restore(given, file, replace);
      console.log(`Restored ${words(manifest)}`);
      for (const line of leftOut(manifest)) console.log(line);
      if (given.databaseUrl === null) {
        if (replace) console.log('The former state is in the folder quarantine.');
        if (!manifest.parts.includes('keys.json')) console.log(noKeys);
      } else {
        console.log('Configurations and tokens are in the database; revocations that it had stay.');
        console.log(
          'Keys are not taken: ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS decide which tokens are.',
        );
      }
    });
}

const noKeys =
  'There are no keys in the dump, for they were settings: without the same ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS no token of it is taken.';

/** Whatever ends it before the dump is taken leaves the state as it was. */
async function restore(given: ServerSettings, file: string, replace: boolean): Promise<Manifest> {
  const { dataDirectory } = given;
  const offer = await beginOffer(dataDirectory);
  try {
    const manifest = await withDatabase(given, async (database) => {
      if (!replace) await requireEmpty(dataDirectory, database);
      return offerDump(dataDirectory, offer, file, database);
    });
    const pid = await takeOrServer(dataDirectory);
    if (pid !== null) await restart(given, offer, pid);
    return manifest;
  } finally {
    await offer.end();
  }
}

async function requireEmpty(directory: string, database?: DatabasePlace): Promise<void> {
  const nothing = 'Nothing was changed; --replace puts the dump in its place';
  const found = await presentState(directory);
  if (found !== null) throw new Error(`The data directory has ${found}. ${nothing}`);
  if (database && (await database.changes()).length > 0) {
    throw new Error(`The database has configurations. ${nothing}, and nothing keeps them: dump them first`);
  }
}

/** Returns when the server listens again, with the state of the dump. */
async function restart(
  { dataDirectory, shutdownDelay }: ServerSettings,
  offer: Offer,
  pid: number,
): Promise<void> {
  tell(pid);
  const deadline = performance.now() + longestRestart + shutdownDelay;
  while (isAlive(pid) && performance.now() < deadline) {
    const listens = (await publishedAddress(dataDirectory)) !== null;
    const standing = await offer.standing();
    if (standing === 'taken' && listens) return;
    if (standing === 'nowhere') break;
    await sleep(50);
  }
  const ended = isAlive(pid) ? 'has not started with the dump' : 'has ended';
  throw new Error(`The server (process ${pid}) ${ended}; its log says why. ${fates[await offer.end()]}`);
}

const fates: Record<Standing, string> = {
  offered: 'Nothing was changed',
  nowhere: 'The dump was not taken, and the state is as it was',
  'being taken': 'It was about to take the dump: its next start goes on with that',
  taken: 'The state is that of the dump',
};

function tell(pid: number): void {
  try {
    process.kill(pid, 'SIGUSR2');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      `The running server (process ${pid}) cannot be told to start anew (${code}). Nothing was changed; restore as its user, or stop it first`,
      { cause },
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
