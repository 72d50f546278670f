/** `semantic-search migrate`: moves all state between the data directory and the remote stores. */

import { join } from 'node:path';
import { openDatabase, postgresLocation } from '@semantic-search/postgres';
import {
  directoryLocation,
  isEqualFingerprint,
  type MigratedPart,
  type Migration,
  prepareSpaceMigration,
  prepareStateMigration,
  runMigrations,
} from '@semantic-search/server/backup';
import { openEmbeddedBackend, openRemoteBackends } from '@semantic-search/server/content';
import { lockDirectory, makeDataDirectory } from '@semantic-search/server/filesystem';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Argument, Command } from 'commander';
import { pino } from 'pino';

const directions = ['to-remote', 'to-local'] as const;
type Direction = (typeof directions)[number];

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Migrate all state between DATA_DIR and the targets of DATABASE_URL and BACKENDS_FILE; stop all servers first',
    )
    .addArgument(new Argument('<direction>', 'direction of the migration').choices(directions))
    .action(async (direction: Direction) => {
      const parts = await migrate(direction, loadSettings());
      for (const { part, from, to, already } of parts) {
        const status = isEqualFingerprint(from, to) ? (already ? 'unchanged' : 'migrated') : 'DIFFERS';
        console.log(
          `${status.padEnd(9)}  ${part}: source ${from.count}, target ${to.count}, checksum ${to.checksum}`,
        );
      }
      if (parts.some(({ from, to }) => !isEqualFingerprint(from, to))) {
        throw new Error(
          'Source and target differ, possibly because of concurrent changes. Run the command again.',
        );
      }
      console.log('Source and target are identical. The source was not changed.');
      console.log(
        'Keys were not migrated: ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS determine which tokens are valid.',
      );
      console.log(
        'Trained models were not migrated: OpenSearch tags texts by rule; train the embedded engine again.',
      );
      console.log(
        'Ranking settings were not migrated: set "ranking" in BACKENDS_FILE, or use semantic-search settings.',
      );
    });
}

async function migrate(direction: Direction, settings: ServerSettings): Promise<MigratedPart[]> {
  const { dataDirectory } = settings;
  await makeDataDirectory(dataDirectory);
  const cleanup = [await lockDirectory(dataDirectory)];
  try {
    return await runMigrations([
      ...(await stateMigrations(direction, settings, cleanup)),
      ...(await spaceMigrations(direction, settings, cleanup)),
    ]);
  } finally {
    for (const step of cleanup.reverse()) await step();
  }
}

type Cleanup = (() => Promise<void>)[];

async function stateMigrations(
  direction: Direction,
  settings: ServerSettings,
  cleanup: Cleanup,
): Promise<Migration[]> {
  if (settings.databaseUrl === null) {
    console.error('DATABASE_URL is not set: configurations and tokens were not migrated.');
    return [];
  }
  const database = await openDatabase(settings.databaseUrl, pino(pino.destination(2)));
  cleanup.push(database.close);
  const [local, remote] = [directoryLocation(settings.dataDirectory), postgresLocation(database)];
  await remote.requireAlone();
  return [
    await (direction === 'to-remote'
      ? prepareStateMigration(local, remote)
      : prepareStateMigration(remote, local)),
  ];
}

async function spaceMigrations(
  direction: Direction,
  settings: ServerSettings,
  cleanup: Cleanup,
): Promise<Migration[]> {
  const onWarning = (space: string, message: string) => console.error(`${space}: ${message}`);
  const local = await openEmbeddedBackend({ directory: join(settings.dataDirectory, 'spaces'), onWarning });
  cleanup.push(local.close);
  const remotes = await openRemoteBackends(settings);
  for (const backend of remotes.values()) cleanup.push(backend.close);
  for (const name of await local.names()) {
    if (!remotes.has(name)) onWarning(name, 'not listed in BACKENDS_FILE, not migrated');
  }
  const migrations: Migration[] = [];
  for (const { name, backend } of settings.remoteSpaces) {
    const remote = remotes.get(name)!;
    if (backend !== 'opensearch') onWarning(name, 'managed by another service, not migrated');
    else {
      const [from, to] = direction === 'to-remote' ? [local, remote] : [remote, local];
      migrations.push(await prepareSpaceMigration(name, from, to));
    }
  }
  return migrations;
}
