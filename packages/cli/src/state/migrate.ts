/** `semantic-search migrate`: moves all state between the data directory and the remote stores. */

import { join } from 'node:path';
import { openDatabase, postgresLocation } from '@semantic-search/postgres';
import { directoryLocation, migrate, type Part, spaceParts, statePart } from '@semantic-search/server/backup';
import { openEmbeddedBackend, openRemoteBackends } from '@semantic-search/server/content';
import { lockDirectory, makeDataDirectory } from '@semantic-search/server/filesystem';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Argument, Command } from 'commander';
import { pino } from 'pino';

const directions = ['to-remote', 'to-local'] as const;
type Direction = (typeof directions)[number];

const NOTICES = [
  'Source and target are identical. The source was not changed.',
  'Keys were not migrated: ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS determine which tokens are valid.',
  'Trained models were not migrated: OpenSearch tags texts by rule; train the embedded engine again.',
  'Ranking settings were not migrated: set "ranking" in BACKENDS_FILE, or PUT /api/spaces/{space}/ranking.',
];

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Migrate all state between DATA_DIR and the targets of DATABASE_URL and BACKENDS_FILE; stop all servers first',
    )
    .addArgument(new Argument('<direction>', 'direction of the migration').choices(directions))
    .action(async (direction: Direction) => {
      const parts = await migrateState(direction, loadSettings());
      for (const { name, source, target, outcome } of parts)
        console.log(`${outcome.padEnd(9)}  ${name}: source ${source}, target ${target}`);
      if (parts.some(({ outcome }) => outcome === 'different'))
        throw new Error(
          'Source and target differ, possibly because of concurrent changes. Run the command again.',
        );
      console.log(NOTICES.join('\n'));
    });
}

async function migrateState(direction: Direction, settings: ServerSettings) {
  await makeDataDirectory(settings.dataDirectory);
  const cleanup = [await lockDirectory(settings.dataDirectory)];
  try {
    const parts = [
      await stateParts(direction, settings, cleanup),
      await partsOfSpaces(direction, settings, cleanup),
    ];
    return await migrate(parts.flat());
  } finally {
    for (const step of cleanup.reverse()) await step();
  }
}

type Cleanup = (() => Promise<void>)[];

async function stateParts(direction: Direction, settings: ServerSettings, cleanup: Cleanup): Promise<Part[]> {
  if (settings.databaseUrl === null) {
    console.error('DATABASE_URL is not set: configurations and tokens were not migrated.');
    return [];
  }
  const database = await openDatabase(settings.databaseUrl, pino(pino.destination(2)));
  cleanup.push(database.close);
  const [local, remote] = [directoryLocation(settings.dataDirectory), postgresLocation(database)];
  await remote.requireAlone();
  return [await (direction === 'to-remote' ? statePart(local, remote) : statePart(remote, local))];
}

async function partsOfSpaces(direction: Direction, settings: ServerSettings, cleanup: Cleanup) {
  const onWarning = (space: string, message: string) => console.error(`${space}: ${message}`);
  const local = await openEmbeddedBackend({ directory: join(settings.dataDirectory, 'spaces'), onWarning });
  cleanup.push(local.close);
  const remotes = await openRemoteBackends(settings);
  for (const backend of remotes.values()) cleanup.push(backend.close);
  for (const name of await local.names())
    if (!remotes.has(name)) onWarning(name, 'not listed in BACKENDS_FILE, not migrated');
  const parts: Part[] = [];
  for (const { name, backend } of settings.remoteSpaces) {
    const remote = remotes.get(name)!;
    if (backend !== 'opensearch') onWarning(name, 'managed by another service, not migrated');
    else
      parts.push(
        ...(await (direction === 'to-remote'
          ? spaceParts(name, local, remote)
          : spaceParts(name, remote, local))),
      );
  }
  return parts;
}
