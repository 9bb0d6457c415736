import { BlockList, isIPv4 } from 'node:net';

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** Makes a test of addresses: true of those in one of the networks, and of every address where there are none. */
export function addressTest(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}
