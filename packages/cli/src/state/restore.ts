/** `semantic-search restore`: replaces the whole state with a backup, with or without a running server. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@semantic-search/postgres';
import {
  applyOrFindServer,
  createPendingRestore,
  describeExistingState,
  type Manifest,
  type PendingRestore,
  type RestoreStatus,
  stageBackup,
} from '@semantic-search/server/backup';
import { publishedAddress } from '@semantic-search/server/filesystem';
import { scheduledSources } from '@semantic-search/server/schedules';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { withDatabase } from '../connections/with-database.ts';
import { ownCommand } from '../own-command.ts';
import { describeExcludedSpaces, summarize } from './dump.ts';

/** Maximum restart time of a running server, in addition to its shutdown delay. */
const MAX_RESTART_MS = 60_000;

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Replace the whole state with a backup; a running server restarts with it. With DATABASE_URL, stop all servers first',
    )
    .argument('<file>', 'backup file written by "semantic-search dump"')
    .option(
      '--replace',
      'overwrite existing state; the previous data directory contents are moved to quarantine/',
    )
    .action(async (file: string, { replace = false }: { replace?: boolean }) => {
      const settings = loadSettings();
      const manifest = await restore(settings, file, replace);
      console.log(`Restored ${summarize(manifest)}`);
      for (const line of describeExcludedSpaces(manifest)) console.log(line);
      await printSchedules(settings.dataDirectory);
      if (settings.databaseUrl === null) {
        if (replace) console.log('The previous state was moved to quarantine/.');
        if (!manifest.parts.includes('keys.json')) console.log(noKeysNotice);
      } else {
        console.log(
          'Configurations and tokens were restored to the database; existing revocations were kept.',
        );
        console.log(
          'Keys were not restored: ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS determine which tokens are valid.',
        );
      }
    });
}

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

const noKeysNotice =
  'The backup contains no keys. Its tokens are valid only with the same ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS.';

/** An interruption before the backup is applied leaves the state unchanged. */
async function restore(settings: ServerSettings, file: string, replace: boolean): Promise<Manifest> {
  const { dataDirectory } = settings;
  const pending = await createPendingRestore(dataDirectory);
  try {
    const manifest = await withDatabase(settings, async (database) => {
      if (!replace) await requireEmpty(dataDirectory, database);
      return stageBackup(dataDirectory, pending, file, database);
    });
    const pid = await applyOrFindServer(dataDirectory);
    if (pid !== null) await restart(settings, pending, pid);
    return manifest;
  } finally {
    await pending.close();
  }
}

async function requireEmpty(directory: string, database?: DatabaseLocation): Promise<void> {
  const hint = 'Nothing was changed; use --replace to overwrite it';
  const found = await describeExistingState(directory);
  if (found !== null) throw new Error(`The data directory already contains ${found}. ${hint}`);
  if (database && (await database.changes()).length > 0) {
    throw new Error(
      `The database already contains configurations. ${hint}, but back it up first: no copy is kept`,
    );
  }
}

/** Resolves when the server listens again with the restored state. */
async function restart(
  { dataDirectory, shutdownDelayMs }: ServerSettings,
  pending: PendingRestore,
  pid: number,
): Promise<void> {
  signalRestart(pid);
  const deadline = performance.now() + MAX_RESTART_MS + shutdownDelayMs;
  while (isAlive(pid) && performance.now() < deadline) {
    const listens = (await publishedAddress(dataDirectory)) !== null;
    const status = await pending.status();
    if (status === 'applied' && listens) return;
    if (status === 'discarded') break;
    await sleep(50);
  }
  const problem = isAlive(pid) ? 'did not restart with the backup' : 'exited';
  throw new Error(`The server (process ${pid}) ${problem}; see its log. ${outcomes[await pending.close()]}`);
}

const outcomes: Record<RestoreStatus, string> = {
  pending: 'Nothing was changed',
  discarded: 'The backup was not applied; nothing was changed',
  applying: 'The restore had started; the next start of the server resumes it',
  applied: 'The backup was applied',
};

function signalRestart(pid: number): void {
  try {
    process.kill(pid, 'SIGUSR2');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      `Cannot signal the running server (process ${pid}) to restart: ${code}. Nothing was changed; run the command as the server's user, or stop the server first`,
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
