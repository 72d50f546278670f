/** Protection against server-side request forgery: rejects loopback, private and reserved addresses. */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FetchError } from './fetcher.ts';

/** Blocks of which all globally reachable IPv6 addresses are a part (IANA IPv6 address space). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an address is in a block of the IANA special-purpose registries, or in no assigned one. */
export function isPrivateAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return true;
  // `::ffff:127.0.0.1` counts as IPv4; other IPv6 addresses that contain one (NAT64, 6to4, Teredo) are special.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return true;
  return address.kind() === 'ipv6' && !address.match(GLOBAL_UNICAST);
}

function privateNetworkError(host: string): FetchError {
  const remedy = 'CRAWL_PRIVATE_NETWORKS=on of the server or --allow-private-networks allows it';
  return new FetchError('private-network', `${host} is in a private network (${remedy})`);
}

/** Throws FetchError for a private IP address as host, which is not looked up. */
export function requirePublicHost(address: string): void {
  const host = new URL(address).hostname.replace(/^\[/, '').replace(/\]$/, '');
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw privateNetworkError(host);
}

/** Checks the addresses that the connection uses, so that a second resolution cannot differ (DNS rebinding). */
export function publicLookup(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, resolved) => {
      const addresses = resolved as LookupAddress[];
      if (error) return callback(error, '', 0);
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(privateNetworkError(hostname), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
