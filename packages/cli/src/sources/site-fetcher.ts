/** Requests of commands to websites: checked addresses, User-Agent, and secret headers. */
import { environmentVariable, loadSettings } from '@semantic-search/server/settings';
import { type Fetcher, httpFetcher, pageAddress } from '@semantic-search/sources';
import type { SiteFetcherOptions } from './source-options.ts';

export function requireAddress(text: string): string {
  const address = pageAddress(text.trim());
  if (address === null) throw new Error(`${text}: not an address that begins with http: or https:`);
  const { username, password } = new URL(text.trim());
  if (username !== '' || password !== '')
    throw new Error(
      'Addresses may not contain a name or password, because commands are listed: use --header Authorization=VARIABLE',
    );
  return address;
}

export function siteFetcher(
  starts: readonly string[],
  options: SiteFetcherOptions & { timeoutMs?: number },
): Fetcher {
  const { contact, allowPrivateNetworks = loadSettings().crawlPrivateNetworks, timeoutMs } = options;
  return httpFetcher({
    userAgent: userAgent(contact),
    allowPrivateNetworks,
    ...(timeoutMs !== undefined && { timeoutMs }),
    headers: Object.fromEntries(options.header.map(namedHeader)),
    headerOrigins: new Set(starts.map((address) => new URL(address).origin)),
  });
}

function userAgent(contact?: string): string {
  return `semantic-search/0.1${contact === undefined ? '' : ` (+${contact})`}`;
}

/** The value is in a variable, because arguments are visible to other users of the machine. */
function namedHeader(text: string): [name: string, value: string] {
  const [name = '', variable = ''] = text.split('=', 2);
  const value = environmentVariable(variable);
  if (name === '' || value === undefined)
    throw new Error(`--header ${name}: expected NAME=VARIABLE with a set environment variable`);
  return [name, value];
}
