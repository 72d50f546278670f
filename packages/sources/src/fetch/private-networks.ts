/** Protection against server-side request forgery: rejects loopback, private and reserved addresses. */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Not reachable on the public internet (IANA special-purpose registries). */
const RANGES: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  // Addresses that contain an IPv4 address: translated (NAT64), 6to4, Teredo.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const blocked = new BlockList();
for (const [network, prefix] of RANGES)
  blocked.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');

/** Also for IPv4 addresses written as IPv6 (`::ffff:127.0.0.1`). */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || blocked.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

export class PrivateNetworkError extends Error {
  constructor(host: string) {
    super(`${host} is in a private network (--allow-private-networks allows it)`);
    this.name = 'PrivateNetworkError';
  }
}

/** Throws PrivateNetworkError for an IP address as host, which is not looked up. */
export function requirePublicHost(address: string): void {
  const host = new URL(address).hostname.replace(/^\[/, '').replace(/\]$/, '');
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateNetworkError(host);
}

/** Checks the addresses that the connection uses, so that a second resolution cannot differ (DNS rebinding). */
export function publicLookup(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[];
      if (error) return callback(error, '', 0);
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new PrivateNetworkError(hostname), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
