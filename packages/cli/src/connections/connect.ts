/** Connection of a command to the server of its data directory or of `--server`, and to a space. */
import { resolve } from 'node:path';
import { type Connection, listSpaces } from '@semantic-search/client';
import type { Scope, Space } from '@semantic-search/contract';
import { ownCommand } from '../own-command.ts';
import { patientFetch } from './patient-fetch.ts';

/** Flags and description of the option `--server`. */
export const SERVER_OPTION = [
  '--server <url>',
  'use the server at this address, with the token in SEARCH_TOKEN, instead of the running one of the data directory',
] as const;

export interface ServerConnection extends Connection {
  /** PUBLIC_URL of the running server of the data directory. */
  publicUrl?: string | undefined;
}

/** Each request gets its own token, so that a command may outlast the lifetime of a token. */
const TOKEN_LIFETIME_SECONDS = 60;

const withoutTimeouts = { timeoutMs: 0, fetch: patientFetch };

/** Connects to a server. If no server runs, throws an error that says how to start one. */
export async function connect(scopes: readonly Scope[], server?: string): Promise<ServerConnection> {
  if (server === undefined) return connectLocally(scopes);
  const token = process.env.SEARCH_TOKEN;
  if (!token) throw new Error(`--server needs SEARCH_TOKEN, a token with scope ${scopes.join(' ') || 'any'}`);
  if (!/^https?:\/\/[^/]/i.test(server))
    throw new Error(`--server ${server}: expected an address such as https://…`);
  return { endpoint: server.replace(/\/$/, ''), token, ...withoutTimeouts };
}

async function connectLocally(scopes: readonly Scope[]): Promise<ServerConnection> {
  const { openAccessIssuer } = await import('@semantic-search/server/auth');
  const { loadSettings } = await import('@semantic-search/server/settings');
  const settings = await loadSettings();
  const directory = resolve(settings.dataDirectory);
  const address = await findServer(directory);
  if (address === null)
    throw new Error(
      `No server is running with the data directory ${directory}. Start one with ${ownCommand('start')}, or name one with --server.`,
    );
  console.error(`Data directory: ${directory}`);
  const issuer = await openAccessIssuer(settings);
  const grant = { subject: 'command line', scopes, lifetime: TOKEN_LIFETIME_SECONDS };
  const token = async () => (await issuer.access(grant)).token;
  return { endpoint: address.url, publicUrl: address.publicUrl, token, ...withoutTimeouts };
}

/** Address of the running server; null if the lock is free. Throws while a server starts; a start during the check fails. */
async function findServer(dataDirectory: string) {
  const filesystem = await import('@semantic-search/server/filesystem');
  await filesystem.requireDataDirectory(dataDirectory);
  try {
    await (await filesystem.lockDirectory(dataDirectory))();
    return null;
  } catch (error) {
    if (!(error instanceof filesystem.LockedError)) throw error;
    const address = await filesystem.publishedAddress(dataDirectory);
    if (address === null) throw error;
    return address;
  }
}

/** Throws if the server has no such search space. Requires the scope `configurations:read`. */
export async function requireSpace(connection: Connection, name: string): Promise<Space> {
  const { spaces } = await listSpaces(connection);
  const space = spaces.find((candidate) => candidate.name === name);
  if (space) return space;
  const available = spaces.map((candidate) => candidate.name).join(', ') || 'none';
  throw new Error(`Search space "${name}" not found; available: ${available}`);
}
