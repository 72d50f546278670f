/** `semantic-search dump` and `restore`: the whole state, content too, to and from one file, also beside a running server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { DatabasePlace } from '../configurations/postgres/place.ts';
import { publishedAddress } from '../disk/address.ts';
import type { Manifest } from '../dump/manifest.ts';
import { presentState } from '../dump/present-state.ts';
import { isStaged, orUnstage, stageDump, takeOrHolder } from '../dump/restore-dump.ts';
import { writeDump } from '../dump/write-dump.ts';
import { settings } from '../main.ts';
import { withDatabase } from './with-database.ts';

export function dumpCommand(): Command {
  return new Command('dump')
    .description(
      'Write configurations, their history, tokens, keys and content to one file; it holds secrets. What a service elsewhere keeps is named and left out',
    )
    .argument('<file>', 'such as backup.tar.gz')
    .action(async (file: string) => {
      const given = settings();
      const elsewhere = Object.fromEntries(given.remoteSpaces.map(({ name, backend }) => [name, backend]));
      const manifest = await withDatabase(given, (database) =>
        writeDump(given.dataDirectory, file, { elsewhere, ...(database && { database }) }),
      );
      console.log(words(manifest));
      for (const line of leftOut(manifest)) console.log(line);
    });
}

/** How long a running server may take to start anew, in milliseconds. */
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
      const given = settings();
      const { dataDirectory } = given;
      const manifest = await withDatabase(given, async (database) => {
        if (!replace) await requireEmpty(dataDirectory, database);
        return stageDump(dataDirectory, file, database);
      });
      const holder = await takeOrHolder(dataDirectory);
      if (holder !== null) await restart(dataDirectory, holder);
      console.log(`Restored ${words(manifest)}`);
      for (const line of leftOut(manifest)) console.log(line);
      if (given.databaseUrl === null) {
        console.log('The former state is in the folder quarantine.');
        if (!manifest.parts.includes('keys.json')) console.log(noKeys);
      } else {
        console.log('Configurations and tokens are in the database; revocations that it had stay.');
        console.log(
          'Keys are not taken: ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS decide which tokens are.',
        );
      }
    });
}

async function requireEmpty(directory: string, database?: DatabasePlace): Promise<void> {
  const nothing = 'Nothing was changed; --replace puts the dump in its place';
  const found = await presentState(directory);
  if (found !== null) throw new Error(`The data directory has ${found}. ${nothing}`);
  if (database && (await database.changes()).length > 0) {
    throw new Error(`The database has configurations. ${nothing}, and nothing keeps them: dump them first`);
  }
}

const noKeys =
  'There are no keys in the dump, for they were settings: without the same ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS no token of it is taken.';

async function restart(directory: string, pid: number): Promise<void> {
  await orUnstage(directory, async () => process.kill(pid, 'SIGUSR2'));
  for (const deadline = Date.now() + longestRestart; Date.now() < deadline; await sleep(50)) {
    if (!(await isStaged(directory)) && (await publishedAddress(directory)) !== null) return;
  }
  throw new Error('The running server has not started anew yet; the dump is taken when it does');
}

function words({ date, configurations, changes, spaces }: Manifest): string {
  return `${date}: ${configurations} configurations, ${changes} changes, search spaces: ${spaces.join(', ') || 'none'}`;
}

/** What an operator must keep by other means. */
function leftOut({ elsewhere = {} }: Manifest): string[] {
  const how = (backend: string) =>
    backend === 'opensearch'
      ? 'take snapshots of the cluster, or copy it into a data directory with `semantic-search migrate back` and dump that'
      : 'its own service keeps it';
  return Object.entries(elsewhere).map(
    ([name, backend]) => `Not in the dump: the content of ${name} (${backend}); ${how(backend)}.`,
  );
}
