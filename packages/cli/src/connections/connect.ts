/** Connection of a command to a server: the running one of the data directory, or that of `--server`. */
import { resolve } from 'node:path';
import type { Connection } from '@semantic-search/client';
import { SPACE_NAME_RULE } from '@semantic-search/contract';
import { openAccessIssuer } from '@semantic-search/server/auth';
import { environmentVariable, loadSettings } from '@semantic-search/server/settings';
import { ownCommand } from '../own-command.ts';
import { patientFetch } from './patient-fetch.ts';
import { findServer } from './running-server.ts';

export const INVALID_SPACE_NAME = `Invalid name of a search space: use ${SPACE_NAME_RULE}`;

const TOKEN_LIFETIME_SECONDS = 24 * 3600;
/** Imports take as long as they take. */
const patience = { timeoutMs: 0, fetch: patientFetch };

/** For the option `--server`. */
export const SERVER_OPTION = [
  '--server <url>',
  'use the server at this address, with the token in SEARCH_TOKEN, instead of the running one of the data directory',
] as const;

/** Throws if no server is running, and says how to start one. */
export async function connect(server: string | undefined): Promise<Connection> {
  if (server === undefined) return connectLocally();
  const token = environmentVariable('SEARCH_TOKEN');
  if (!token) throw new Error('--server requires a token with the scope spaces:write in SEARCH_TOKEN');
  return { endpoint: server.replace(/\/$/, ''), token, ...patience };
}

async function connectLocally(): Promise<Connection> {
  const settings = loadSettings();
  const { dataDirectory } = settings;
  const address = await findServer(dataDirectory);
  if (address === null)
    throw new Error(
      `No server is running with the data directory ${resolve(dataDirectory)}. Start one with ${ownCommand('start')}, or name one with --server.`,
    );
  console.error(`Data directory: ${resolve(dataDirectory)}`);
  const issuer = await openAccessIssuer(settings);
  const { token } = await issuer.access({
    subject: 'command line',
    scopes: ['spaces:write'],
    lifetime: TOKEN_LIFETIME_SECONDS,
  });
  return { endpoint: address.url, token, ...patience };
}
