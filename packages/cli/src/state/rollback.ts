/** `semantic-search rollback`: restores a previous version of a configuration. */

import type { Problem } from '@semantic-search/contract';
import { openAuthority } from '@semantic-search/server/auth';
import { openStores, openTokens, restoreVersion } from '@semantic-search/server/backup';
import { LockedError, publishedAddress, requireDataDirectory } from '@semantic-search/server/filesystem';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { pino } from 'pino';
import { positiveInteger } from '../options/positive-integer.ts';

const subject = 'command line';

export function rollbackCommand(): Command {
  return new Command('rollback')
    .description(
      'Restore a previous version of a configuration; GET /api/configurations/<id>/logs lists the versions',
    )
    .argument('<configuration>', 'ID of the configuration', positiveInteger)
    .argument('<version>', 'version number as listed in its log', positiveInteger)
    .action(async (id: number, version: number) => {
      const { outcome, errors } = await rollBack(loadSettings(), id, version);
      console.log(outcome);
      for (const { key, message } of errors) console.error(`${key}: ${message}`);
    });
}

interface Outcome {
  outcome: string;
  errors: { key: string; message: string }[];
}

async function rollBack(settings: ServerSettings, id: number, version: number): Promise<Outcome> {
  if (settings.databaseUrl === null) await requireDataDirectory(settings.dataDirectory);
  try {
    const state = await openStores(settings, pino(pino.destination(2)));
    try {
      const restored = await restoreVersion(
        { store: state.configurations, id, version, subject },
        () => undefined,
      );
      return { outcome: `${restored.outcome}.`, errors: restored.plan.errors };
    } finally {
      await state.close();
    }
  } catch (error) {
    const address = error instanceof LockedError ? await publishedAddress(settings.dataDirectory) : null;
    if (address === null) throw error;
    return requestRollback(settings, `${address.url}/api/configurations/${id}/logs/${version}/restore`);
  }
}

/** Sends the request to the running server, which holds the lock of the data directory. */
async function requestRollback(settings: ServerSettings, url: string): Promise<Outcome> {
  const { issuer } = await openAuthority(settings, await openTokens(settings));
  const { token } = await issuer.access({ subject, scopes: ['configurations:write'], lifetime: 60 });
  const response = await fetch(url, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  const body = (await response.json()) as Problem & { message: string };
  if (!response.ok) throw new Error(body.detail);
  return { outcome: body.message, errors: body.errors ?? [] };
}
