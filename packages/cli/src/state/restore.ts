/** `semantic-search restore`: replaces the whole state with a backup; the server is stopped. */
import { restoreBackup } from '@semantic-search/server/backup';
import { scheduledSources } from '@semantic-search/server/schedules';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { withDatabase } from '../connections/with-database.ts';
import { ownCommand } from '../own-command.ts';
import { describeExcludedSpaces, summarize } from './dump.ts';

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Replace the whole state with a backup; stop the server first, with DATABASE_URL all servers',
    )
    .argument('<file>', 'backup file written by "semantic-search dump"')
    .option(
      '--replace',
      'overwrite existing state; the previous files of the data directory are moved to a folder before-restore-…',
    )
    .action(async (file: string, { replace = false }: { replace?: boolean }) => {
      const settings = loadSettings();
      const { dataDirectory, databaseUrl } = settings;
      const manifest = await withDatabase(settings, (database) =>
        restoreBackup(dataDirectory, file, { replace, ...(database && { database }) }),
      );
      console.log(`Restored ${summarize(manifest)}`);
      for (const line of describeExcludedSpaces(manifest)) console.log(line);
      await printSchedules(dataDirectory);
      console.log(
        'Tokens that were revoked after the backup are valid again; to end all, rotate and revoke the keys.',
      );
      if (databaseUrl !== null || !manifest.parts.includes('keys.json')) console.log(NO_KEYS_NOTICE);
    });
}

const NO_KEYS_NOTICE =
  'No keys were restored: ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS determine which tokens are valid.';

/** Commands of a backup run only after somebody has read them. */
async function printSchedules(directory: string): Promise<void> {
  const paused = (await scheduledSources(directory)).filter(({ source }) => source.paused);
  if (paused.length === 0) return;
  console.log(
    'Schedules are paused. Read the commands, and start each with its ID:',
    ownCommand('sources resume ID'),
  );
  for (const { source } of paused)
    console.log([source.id, source.space, source.schedule, source.command.join(' ')].join('\t'));
}
