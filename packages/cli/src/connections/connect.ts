/** Connection of a command to a server: the running one of the data directory, or that of `--server`. */
import { resolve } from 'node:path';
import { type Connection, listSpaces } from '@semantic-search/client';
import type { Scope, Space } from '@semantic-search/contract';
import { ownCommand } from '../own-command.ts';

/** Flags and description of the option `--server`. */
export const SERVER_OPTION = [
  '--server <url>',
  'use the server at this address, with the token in SEARCH_TOKEN, instead of the running one of the data directory',
] as const;

export interface ServerConnection extends Connection {
  /** PUBLIC_URL of the running server of the data directory. */
  publicUrl?: string | undefined;
}

/** Lifetime of a token for one request. */
const TOKEN_LIFETIME_SECONDS = 60;

/** Disables timeouts of requests, because imports and training may take hours. */
async function patientRequests() {
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    // TCP keep-alive detects a server whose machine has disappeared.
    connect: { keepAlive: true, keepAliveInitialDelay: 30_000 },
  });
  const patientFetch = (url: string, init: object) => fetch(url, { ...init, dispatcher });
  return { timeoutMs: 0, fetch: patientFetch as unknown as typeof globalThis.fetch };
}

/** Connects to a server. If no server runs, throws an error that says how to start one. */
export async function connect(scopes: readonly Scope[], server?: string): Promise<ServerConnection> {
  if (server === undefined) return connectLocally(scopes);
  const token = process.env.SEARCH_TOKEN;
  const needed = scopes.length === 1 ? 'the scope' : 'the scopes';
  if (!token) throw new Error(`--server requires a token with ${needed} ${scopes.join(' ')} in SEARCH_TOKEN`);
  return { endpoint: server.replace(/\/$/, ''), token, ...(await patientRequests()) };
}

async function connectLocally(scopes: readonly Scope[]): Promise<ServerConnection> {
  const { openAccessIssuer } = await import('@semantic-search/server/auth');
  const { loadSettings } = await import('@semantic-search/server/settings');
  const settings = loadSettings();
  const directory = resolve(settings.dataDirectory);
  const address = await findServer(settings.dataDirectory);
  if (address === null)
    throw new Error(
      `No server is running with the data directory ${directory}. Start one with ${ownCommand('start')}, or name one with --server.`,
    );
  console.error(`Data directory: ${directory}`);
  const issuer = await openAccessIssuer(settings);
  const grant = { subject: 'command line', scopes, lifetime: TOKEN_LIFETIME_SECONDS };
  const token = async () => (await issuer.access(grant)).token;
  return { endpoint: address.url, publicUrl: address.publicUrl, token, ...(await patientRequests()) };
}

/** The running server, or null. Only the lock proves that it runs, because a stopped server may leave its address. */
async function findServer(dataDirectory: string) {
  const files = await import('@semantic-search/server/filesystem');
  await files.requireDataDirectory(dataDirectory);
  try {
    const unlock = await files.lockDirectory(dataDirectory);
    await unlock();
    return null;
  } catch (error) {
    if (!(error instanceof files.LockedError)) throw error;
    const address = await files.publishedAddress(dataDirectory);
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
