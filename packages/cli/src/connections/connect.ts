/** Connection of a command to a server: the running one of the data directory, or that of `--server`. */
import { once } from 'node:events';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
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

/** TCP keep-alive detects a server whose machine has disappeared. */
const KEEP_ALIVE_DELAY_MS = 30_000;

/**
 * `fetch` without timeouts, because imports and training may take hours; that of Node ends after five minutes. Returns only
 * what the client reads of a response. A `Response`, or an import of `node:http`, would load all code of Node's `fetch`.
 */
const patientFetch = async (address: string, { method, headers, body, signal }: RequestInit) => {
  const { request } = process.getBuiltinModule(address.startsWith('https:') ? 'node:https' : 'node:http');
  const call = request(address, { method, headers, signal } as RequestOptions);
  // `once` reports an error before the response; without a listener, a later one would end the process.
  call.on('error', () => undefined).setSocketKeepAlive(true, KEEP_ALIVE_DELAY_MS);
  // Not awaited, because the response may come before the end of the body; if the body fails, the request does.
  if (body instanceof ReadableStream) pipeline(body, call).catch((cause) => call.emit('error', cause));
  else call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode,
    ok: response.statusCode! < 300,
    headers: new Map(Object.entries(response.headers)),
    json: () => json(response),
    text: () => text(response),
    get body() {
      return Readable.toWeb(response);
    },
  };
};

const withoutTimeouts = { timeoutMs: 0, fetch: patientFetch as unknown as typeof fetch };

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
  const address = await findServer(settings.dataDirectory);
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

/** Address of the running server, or null. Only the lock proves that it runs, because a stopped server may leave its address. */
async function findServer(dataDirectory: string) {
  const filesystem = await import('@semantic-search/server/filesystem');
  await filesystem.requireDataDirectory(dataDirectory);
  try {
    const unlock = await filesystem.lockDirectory(dataDirectory);
    await unlock();
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
