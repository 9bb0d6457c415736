import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses of the proxies in front of us, whose word about a client's address counts. */
export interface TrustedProxies {
  /** True if the peer or hop with this address (canonical, without port or zone) is one of ours. */
  has(address: string): boolean;
}

/**
 * Reads the list of a configuration: IP addresses and networks such as 10.0.0.0/8. An empty list trusts nobody.
 *
 * @throws TypeError for what is neither
 */
export function trustedProxies(list: readonly string[]): TrustedProxies {
  const known = new BlockList();
  for (const entry of list) {
    const [address, prefix] = entry.split('/') as [string, string | undefined];
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(prefix), family);
  }
  return {
    has: (address) => isIP(address) !== 0 && known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  };
}
