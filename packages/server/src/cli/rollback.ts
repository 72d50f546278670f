/** `semantic-search go-back`: takes one configuration back to an earlier version, also beside a running server. */
import type { Problem } from '@semantic-search/contract';
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { openAuthority } from '../auth/authority.ts';
import { restoreVersion } from '../configurations/restore-version.ts';
import { LockedError } from '../filesystem/lock.ts';
import { publishedAddress } from '../filesystem/server-address-file.ts';
import { loadSettings } from '../main.ts';
import { openStores } from '../open-stores.ts';
import type { ServerSettings } from '../settings/server-settings.ts';

const subject = 'command line';

export function rollbackCommand(): Command {
  return new Command('go-back')
    .description(
      'Take a configuration back to an earlier version; its log has the versions (GET /api/configurations/<id>/logs)',
    )
    .argument('<configuration>', 'its id', natural)
    .argument('<version>', 'as in its log, from 1', natural)
    .action(async (id: number, version: number) => {
      const { outcome, errors } = await goBack(loadSettings(), id, version);
      console.log(outcome);
      for (const { key, message } of errors) console.error(`${key}: ${message}`);
    });
}

interface Outcome {
  outcome: string;
  errors: { key: string; message: string }[];
}

async function goBack(given: ServerSettings, id: number, version: number): Promise<Outcome> {
  try {
    const state = await openStores(given, pino(pino.destination(2)));
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
    const address = error instanceof LockedError ? await publishedAddress(given.dataDirectory) : null;
    if (address === null) throw error;
    return askServer(given, `${address.url}/api/configurations/${id}/logs/${version}/restore`);
  }
}

async function askServer(given: ServerSettings, operation: string): Promise<Outcome> {
  const { issuer } = await openAuthority(given);
  const { token } = await issuer.access({ subject, scopes: ['configurations:write'], lifetime: 60 });
  const answer = await fetch(operation, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as Problem & { message: string };
  if (!answer.ok) throw new Error(body.detail);
  return { outcome: body.message, errors: body.errors ?? [] };
}

function natural(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A whole number from 1 is needed.');
}
