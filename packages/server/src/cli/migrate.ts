/** `semantic-search migrate`: everything from the data directory into database and clusters, and back. */
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { pino } from 'pino';
import { openEmbeddedBackend } from '../backends/embedded.ts';
import { openRemoteBackends } from '../backends/open-backends.ts';
import { openDatabase } from '../configurations/store-postgres/database.ts';
import { postgresPlace } from '../configurations/store-postgres/state-location.ts';
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import { lockDirectory } from '../filesystem/directory-lock.ts';
import { loadSettings } from '../main.ts';
import { directoryPlace } from '../migration/directory-location.ts';
import { isSame } from '../migration/fingerprint.ts';
import { carryOut, type Move, type Moved } from '../migration/migrate.ts';
import { moveOfSpace } from '../migration/migrate-space.ts';
import { moveOfState } from '../migration/migrate-state.ts';
import type { ServerSettings } from '../settings/server-settings.ts';

type Direction = 'out' | 'back';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Move everything between DATA_DIR and what DATABASE_URL and BACKENDS_FILE name; all servers have to be stopped',
    )
    .addArgument(
      new Argument('<direction>', 'out: from the data directory; back: into it').choices(['out', 'back']),
    )
    .action(async (direction: Direction) => {
      const moved = await migrate(direction, loadSettings());
      for (const { part, from, to, already } of moved) {
        const verdict = isSame(from, to) ? (already ? 'was there' : 'moved') : 'DIFFERS';
        console.log(`${verdict.padEnd(9)}  ${part}: ${from.count} and ${to.count}, ${to.checksum}`);
      }
      if (moved.some(({ from, to }) => !isSame(from, to))) {
        throw new Error('The two sides differ: was something changed meanwhile? Run it again.');
      }
      console.log('Both sides are the same. What was moved is still where it was.');
      console.log(
        'Keys are not moved: ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS decide which tokens are taken.',
      );
      console.log(
        'What spaces have learned is not moved: a cluster tags texts by rule, the embedded engine learns anew.',
      );
    });
}

async function migrate(direction: Direction, given: ServerSettings): Promise<Moved[]> {
  const { dataDirectory } = given;
  await makeDataDirectory(dataDirectory);
  const undo = [await lockDirectory(dataDirectory)];
  try {
    return await carryOut([
      ...(await states(direction, given, undo)),
      ...(await spaces(direction, given, undo)),
    ]);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

type Undo = (() => Promise<void>)[];

async function states(direction: Direction, given: ServerSettings, undo: Undo): Promise<Move[]> {
  if (given.databaseUrl === null) {
    console.error('DATABASE_URL names no database: configurations and tokens stay where they are.');
    return [];
  }
  const database = await openDatabase(given.databaseUrl, pino(pino.destination(2)));
  undo.push(database.close);
  const [here, there] = [directoryPlace(given.dataDirectory), postgresPlace(database)];
  await there.requireAlone();
  return [await (direction === 'out' ? moveOfState(here, there) : moveOfState(there, here))];
}

async function spaces(direction: Direction, given: ServerSettings, undo: Undo): Promise<Move[]> {
  const onWarning = (space: string, message: string) => console.error(`${space}: ${message}`);
  const here = await openEmbeddedBackend({ directory: join(given.dataDirectory, 'spaces'), onWarning });
  undo.push(here.close);
  const elsewhere = await openRemoteBackends(given);
  for (const backend of elsewhere.values()) undo.push(backend.close);
  for (const name of await here.names()) {
    if (!elsewhere.has(name)) onWarning(name, 'BACKENDS_FILE does not name it: it stays where it is.');
  }
  const moves: Move[] = [];
  for (const { name, backend } of given.remoteSpaces) {
    const there = elsewhere.get(name)!;
    if (backend !== 'opensearch') onWarning(name, 'What another service keeps is not moved.');
    else {
      const [from, to] = direction === 'out' ? [here, there] : [there, here];
      moves.push(await moveOfSpace(name, from, to));
    }
  }
  return moves;
}
