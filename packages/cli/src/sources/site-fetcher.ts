/** Requests of commands to websites: checked addresses, User-Agent, and secret headers. */
import { loadSettings } from '@semantic-search/server/settings';
import { type Fetcher, httpFetcher, pageAddress } from '@semantic-search/sources/websites';
import type { SourceOptions } from './source-commands.ts';

/** Normal form of a web address. Throws for other texts, and for an address with a secret. */
export function requireAddress(text: string): string {
  const address = pageAddress(text.trim());
  if (address === null) throw new Error(`${text}: not an address that begins with http: or https:`);
  const { username, password } = new URL(text.trim());
  if (username !== '' || password !== '')
    throw new Error(
      'Addresses may not contain a name or password, because other users of the machine can see commands: use --header Authorization=VARIABLE',
    );
  return address;
}

/** Fetcher of a website. Headers with secrets go to the origins of the start addresses only. */
export async function siteFetcher(starts: readonly string[], options: SourceOptions): Promise<Fetcher> {
  const { contact, header, allowPrivateNetworks = (await loadSettings()).crawlPrivateNetworks } = options;
  return httpFetcher({
    userAgent: `semantic-search/0.1${contact === undefined ? '' : ` (+${contact})`}`,
    allowPrivateNetworks,
    headers: Object.fromEntries(header.map(readHeader)),
    headerOrigins: new Set(starts.map((address) => new URL(address).origin)),
  });
}

/** Reads `NAME=VARIABLE`. The value is in a variable, because arguments are visible to other users of the machine. */
function readHeader(text: string): [name: string, value: string] {
  const [name = '', variable = ''] = text.split('=', 2);
  const value = process.env[variable];
  if (name === '' || value === undefined)
    throw new Error(`--header ${name}: expected NAME=VARIABLE with a set environment variable`);
  return [name, value];
}
