import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts';

/** The address that a request came from: a valid IP address in lower case, without port or zone. */
export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** Longest text of an address: `[`, an IPv6 address with an IPv4 tail, a zone of 16 characters, `]`, a port. */
const MAX_ADDRESS_LENGTH = 80;
const MAPPED_PREFIX = '::ffff:';
const UNKNOWN = 'unknown';
/** Proxies of ours that a request may come through. */
const MAX_PROXIES = 8;

/**
 * Returns how the API, the console and the sockets identify the client: by the peer, or by the address that the peer saw
 * where that is one of our proxies (IP addresses and networks), and so on from proxy to proxy. Each adds the address that
 * it saw to the end of X-Forwarded-For; the entries before the first one that is no proxy of ours come from the client.
 * An entry that is no address counts as the proxy that sent it, so such clients share one budget instead of having one
 * each.
 */
export function clientAddressReader(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) return peerAddress;
  const trusted = trustedProxies(proxies);
  return (request) => forwardedAddress(request, trusted);
}

/** Returns how a connection of one of our proxies is told: it carries those of all their clients. */
export function proxyPeer(proxies: readonly string[]): (peer: Pick<IncomingMessage, 'socket'>) => boolean {
  const trusted = trustedProxies(proxies);
  return (peer) => trusted.has(peerAddress(peer));
}

/**
 * The group of addresses that shares one budget: an IPv4 address alone, the /64 of an IPv6 address, because one line
 * gets a /64 at least and may change the rest at will. An address that carries an IPv4 address (mapped, NAT64, 6to4)
 * counts as that: otherwise all clients of one NAT64 would share a budget, and a 6to4 host would have 65,536.
 */
export function addressKey(address: string): string {
  const groups = address.includes(':') ? ipv6Groups(address) : null;
  if (groups === null) return address;
  const [first, second, third] = groups;
  if (first === 0x2002) return dotted(second!, third!);
  const nat64 = first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  if (nat64) return dotted(groups[6]!, groups[7]!);
  return ipv4Within(groups) ?? `${hex(groups.slice(0, 4))}::/64`;
}

/** The /48 around the /64 that `addressKey` gave; null for other keys. One customer may have a whole /48. */
export function siteKey(key: string): string | null {
  return key.endsWith('::/64') ? `${key.slice(0, key.lastIndexOf(':', key.length - 6))}::/48` : null;
}

const peerAddress = ({ socket }: Pick<IncomingMessage, 'socket'>): string =>
  canonicalAddress(socket.remoteAddress ?? '') ?? UNKNOWN;

function forwardedAddress(request: Parameters<ClientAddress>[0], trusted: TrustedProxies): string {
  const header = request.headers['x-forwarded-for'];
  // Node joins repeated headers by commas, in their order.
  let left = Array.isArray(header) ? (header.at(-1) ?? '') : (header ?? '');
  let address = peerAddress(request);
  for (let hops = 0; hops < MAX_PROXIES && trusted.has(address); hops += 1) {
    const comma = left.lastIndexOf(',');
    const seen = canonicalAddress(left.slice(comma + 1).trim());
    if (seen === null) return address;
    address = seen;
    left = left.slice(0, Math.max(comma, 0));
  }
  return address;
}

/** The address in a text that may also have brackets, a port and a zone; null where there is none. */
function canonicalAddress(text: string): string | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null;
  if (isIPv4(text)) return text;
  const mapped = text.startsWith(MAPPED_PREFIX) ? text.slice(MAPPED_PREFIX.length) : '';
  if (isIPv4(mapped)) return mapped;
  const withPort = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(text);
  const bare = withPort?.[1] ?? withPort?.[2] ?? text;
  if (isIP(bare) === 0) return null;
  if (isIPv4(bare)) return bare;
  const groups = ipv6Groups(bare);
  return groups === null
    ? null
    : (ipv4Within(groups) ?? new URL(`http://[${hex(groups)}]`).hostname.slice(1, -1));
}

/** The eight groups of an IPv6 address; null where the text is none. */
function ipv6Groups(text: string): number[] | null {
  const zone = text.indexOf('%');
  const address = zone < 0 ? text : text.slice(0, zone);
  if (isIP(address) !== 6) return null;
  const tail = address.slice(address.lastIndexOf(':') + 1);
  const plain = tail.includes('.') ? address.slice(0, -tail.length) + hex(ipv4Groups(tail)) : address;
  const [before, after] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const missing = 8 - before!.length - (after?.length ?? 0);
  return [...before!, ...Array<string>(missing).fill('0'), ...(after ?? [])].map((group) =>
    Number.parseInt(group, 16),
  );
}

function ipv4Groups(address: string): number[] {
  const [a, b, c, d] = address.split('.').map(Number);
  return [a! * 256 + b!, c! * 256 + d!];
}

/** The IPv4 address of an IPv4-mapped one (::ffff:0:0/96); null for all others. */
function ipv4Within(groups: readonly number[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return null;
  return dotted(groups[6]!, groups[7]!);
}

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

const hex = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':');
