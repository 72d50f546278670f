import { describe, expect, it } from 'vitest';
import { isPrivateAddress } from './private-networks.ts';

// First and last address of each block of the IANA special-purpose registries that is not globally reachable, and more.
describe('special addresses', () => {
  it.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private use', '10.0.0.0', '10.255.255.255'],
    ['shared address space', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.0', '127.255.255.255'],
    ['link local', '169.254.0.0', '169.254.255.255'],
    ['private use', '172.16.0.0', '172.31.255.255'],
    ['protocol assignments', '192.0.0.0', '192.0.0.255'],
    ['documentation', '192.0.2.0', '192.0.2.255'],
    ['6to4 relays', '192.88.99.0', '192.88.99.255'],
    ['private use', '192.168.0.0', '192.168.255.255'],
    ['benchmarks', '198.18.0.0', '198.19.255.255'],
    ['documentation', '198.51.100.0', '198.51.100.255'],
    ['documentation', '203.0.113.0', '203.0.113.255'],
    ['multicast', '224.0.0.0', '239.255.255.255'],
    ['reserved', '240.0.0.0', '255.255.255.255'],
    ['unspecified and loopback', '::', '::1'],
    ['IPv4-compatible', '::7f00:1', '::ffff'],
    ['IPv4-mapped', '::ffff:10.0.0.1', '::ffff:7f00:1'],
    ['IPv4-translated', '::ffff:0:7f00:1', '::ffff:0:808:808'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::808:808'],
    ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
    ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
    ['protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['Teredo', '2001:0:7f00:1::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
    ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4', '2002:7f00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unassigned', '4000::1', 'e000::1'],
    ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link local', 'fe80::1%eth0', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['no address', '', 'example.org'],
  ])('of %s are rejected', (_, first, last) => {
    expect([isPrivateAddress(first), isPrivateAddress(last)]).toEqual([true, true]);
  });

  it.each(['93.184.216.34', '1.1.1.1', '100.63.255.255', '192.0.1.1', '172.32.0.1', '223.255.255.255'])(
    'do not include the public address %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
      expect(isPrivateAddress(`::ffff:${address}`)).toBe(false);
    },
  );

  it.each(['2606:2800:220:1:248:1893:25c8:1946', '2001:4860:4860::8888', '2a00:1450::1', '2001:200::1'])(
    'do not include the public address %s of IPv6',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});
