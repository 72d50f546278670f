/** `semantic-search dump`: writes a backup of the whole state to one file. */
import { type Manifest, writeBackup } from '@semantic-search/server/backup';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { withDatabase } from '../connections/with-database.ts';

export function dumpCommand(): Command {
  return new Command('dump')
    .description(
      'Back up configurations, history, tokens, keys and content to one file, which contains secrets. Remote search spaces are listed but not included',
    )
    .argument('<file>', 'backup file to write, such as backup.tar.gz')
    .action(async (file: string) => {
      const settings = loadSettings();
      const elsewhere = Object.fromEntries(settings.remoteSpaces.map(({ name, backend }) => [name, backend]));
      const manifest = await withDatabase(settings, (database) =>
        writeBackup(settings.dataDirectory, file, { elsewhere, ...(database && { database }) }),
      );
      console.log(summarize(manifest));
      for (const line of describeExcludedSpaces(manifest)) console.log(line);
    });
}

/** One line about the contents of a backup. */
export function summarize({ date, configurations, spaces }: Manifest): string {
  return `${date}: ${configurations} configurations, search spaces: ${spaces.join(', ') || 'none'}`;
}

/** Remote search spaces, which need a backup of their own. */
export function describeExcludedSpaces({ elsewhere }: Manifest): string[] {
  const remedy = (backend: string) =>
    backend === 'opensearch'
      ? 'take snapshots of the cluster, or run `semantic-search migrate to-local` and back up the data directory'
      : 'back it up with its own service';
  return Object.entries(elsewhere).map(
    ([name, backend]) => `Not in the backup: the content of ${name} (${backend}); ${remedy(backend)}.`,
  );
}
