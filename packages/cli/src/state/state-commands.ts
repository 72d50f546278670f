/** `semantic-search dump`, `restore` and `doctor`: the whole state as one file, and its checks. */
import type { StateLocation } from '@semantic-search/contract/storage';
import { openDatabase, postgresLocation } from '@semantic-search/postgres';
import { diagnose, type Manifest, restoreBackup, writeBackup } from '@semantic-search/server/backup';
import { makeDataDirectory, requireDataDirectory } from '@semantic-search/server/filesystem';
import { scheduledSources } from '@semantic-search/server/schedules';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { pino } from 'pino';
import { ownCommand } from '../own-command.ts';

export function dumpCommand(): Command {
  return new Command('dump')
    .description(
      'Back up configurations, history, tokens, keys and content to one file, which contains secrets. Remote search spaces are listed but not included',
    )
    .argument('<file>', 'backup file to write, such as backup.tar.gz')
    .action(async (file: string) => {
      const { dataDirectory, databaseUrl, remoteSpaces } = await loadSettings();
      const backends = Object.fromEntries(remoteSpaces.map(({ name, backend }) => [name, backend]));
      const database = databaseAt(databaseUrl);
      printManifest(await writeBackup(dataDirectory, file, { remoteSpaces: backends, database }));
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Replace the whole state by a backup; stop the server first, with DATABASE_URL all servers')
    .argument('<file>', 'backup file written by "semantic-search dump"')
    .option('--replace', 'overwrite existing state; the previous files move to a folder before-restore-…')
    .action(async (file: string, { replace = false }: { replace?: boolean }) => {
      const { dataDirectory, databaseUrl } = await loadSettings();
      const database = databaseAt(databaseUrl);
      const manifest = await restoreBackup(dataDirectory, file, { replace, database });
      printManifest(manifest, 'Restored ');
      // A backup may contain foreign commands, so restored schedules stay paused until somebody has read them.
      if ((await scheduledSources(dataDirectory)).some(({ source }) => source.paused))
        console.log(
          `Schedules are paused. Read the commands (${ownCommand('sources')}), and start each with its ID (${ownCommand('sources resume ID')}).`,
        );
      console.log('Tokens revoked after the backup are valid again; to end all, rotate and revoke the keys.');
      if (databaseUrl !== null || !manifest.parts.includes('keys.json'))
        console.log(
          'No keys were restored: ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS determine which tokens are valid.',
        );
    });
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the data directory and the database; exits with 1 if anything is damaged')
    .action(async () => {
      const { dataDirectory, databaseUrl } = await loadSettings();
      // A server with a database may have no directory yet, but its disk is checked too.
      if (databaseUrl === null) await requireDataDirectory(dataDirectory);
      else await makeDataDirectory(dataDirectory);
      const findings = await diagnose(dataDirectory, databaseAt(databaseUrl));
      for (const { part, state, message } of findings) console.log(`${state.padEnd(8)}  ${part}: ${message}`);
      if (findings.some(({ state }) => state === 'damaged')) process.exitCode = 1;
    });
}

/** Prints the contents of a backup, and the remote search spaces, which need a backup of their own. */
function printManifest(manifest: Manifest, prefix = ''): void {
  const { date, configurations, spaces, elsewhere: remoteSpaces } = manifest;
  const names = spaces.join(', ') || 'none';
  console.log(`${prefix}${date}: ${configurations} configurations, search spaces: ${names}`);
  for (const [name, backend] of Object.entries(remoteSpaces))
    console.log(`Not in the backup: the content of ${name} (${backend}); back it up with its own service.`);
}

/** The database as the location of the state; each call connects. Undefined if DATABASE_URL is not set. */
function databaseAt(url: string | null): StateLocation | undefined {
  if (url === null) return undefined;
  return {
    read: () => withDatabase(url, (location) => location.read()),
    write: (state) => withDatabase(url, (location) => location.write(state)),
  };
}

async function withDatabase<Result>(url: string, work: (location: StateLocation) => Promise<Result>) {
  // Standard output is the result of a command, so the log goes to standard error.
  const database = await openDatabase(url, pino(pino.destination(2)));
  try {
    return await work(postgresLocation(database));
  } finally {
    await database.close();
  }
}
