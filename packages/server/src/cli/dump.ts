/** `semantic-search dump`: the whole state, content too, to one file, also beside a running server. */
import { Command } from 'commander';
import type { Manifest } from '../backup/manifest.ts';
import { writeDump } from '../backup/write-backup.ts';
import { loadSettings } from '../main.ts';
import { withDatabase } from './with-database.ts';

export function dumpCommand(): Command {
  return new Command('dump')
    .description(
      'Write configurations, their history, tokens, keys and content to one file; it holds secrets. What a service elsewhere keeps is named and left out',
    )
    .argument('<file>', 'such as backup.tar.gz')
    .action(async (file: string) => {
      const given = loadSettings();
      const elsewhere = Object.fromEntries(given.remoteSpaces.map(({ name, backend }) => [name, backend]));
      const manifest = await withDatabase(given, (database) =>
        writeDump(given.dataDirectory, file, { elsewhere, ...(database && { database }) }),
      );
      console.log(words(manifest));
      for (const line of leftOut(manifest)) console.log(line);
    });
}

/** What is in a dump, for who made or restored it. */
export function words({ date, configurations, changes, spaces }: Manifest): string {
  return `${date}: ${configurations} configurations, ${changes} changes, search spaces: ${spaces.join(', ') || 'none'}`;
}

/** What an operator must keep by other means. */
export function leftOut({ elsewhere = {} }: Manifest): string[] {
  const how = (backend: string) =>
    backend === 'opensearch'
      ? 'take snapshots of the cluster, or copy it into a data directory with `semantic-search migrate back` and dump that'
      : 'its own service keeps it';
  return Object.entries(elsewhere).map(
    ([name, backend]) => `Not in the dump: the content of ${name} (${backend}); ${how(backend)}.`,
  );
}
