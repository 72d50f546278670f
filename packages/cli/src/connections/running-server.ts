/** The server that runs with the same data directory, and requests of commands to it. */
import type { Scope } from '@semantic-search/contract';
import { openAccessIssuer } from '@semantic-search/server/auth';
import {
  type Address,
  LockedError,
  lockDirectory,
  publishedAddress,
  requireDataDirectory,
} from '@semantic-search/server/filesystem';
import type { ServerSettings } from '@semantic-search/server/settings';
import { ownCommand } from '../own-command.ts';
import { requestJson } from './request-json.ts';

export interface RunningServer {
  url: string;
  publicUrl: string | undefined;
  request<Body>(method: string, path: string, body?: object): Promise<Body>;
}

const TOKEN_LIFETIME_SECONDS = 60;

/** The requests have a token of their own with these scopes. Throws if no server runs. */
export async function runningServer(
  settings: ServerSettings,
  scopes: readonly Scope[],
): Promise<RunningServer> {
  const { dataDirectory } = settings;
  const address = await findServer(dataDirectory);
  if (address === null)
    throw new Error(`No server runs with ${dataDirectory}; start one with "${ownCommand('start')}"`);
  const issuer = await openAccessIssuer(settings);
  const grant = { subject: 'command line', scopes, lifetime: TOKEN_LIFETIME_SECONDS };
  return {
    url: address.url,
    publicUrl: address.publicUrl,
    async request(method, path, body) {
      const { token } = await issuer.access(grant);
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      return requestJson(address.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
    },
  };
}

/** Null if no server runs. The lock decides, because an ended server may leave its address behind. */
export async function findServer(dataDirectory: string): Promise<Address | null> {
  await requireDataDirectory(dataDirectory);
  try {
    const unlock = await lockDirectory(dataDirectory);
    await unlock();
    return null;
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const address = await publishedAddress(dataDirectory);
    if (address === null) throw error;
    return address;
  }
}
