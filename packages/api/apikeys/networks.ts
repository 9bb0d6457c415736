/** Addresses and networks of one key. */
export const MAX_KEY_ADDRESSES = 20;
/** A key without addresses ends after so many days at most. */
export const MAX_DAYS_WITHOUT_ADDRESSES = 90;
/** Networks wider than these hold strangers. */
const LEAST_PREFIX_IPV4 = 16;
const LEAST_PREFIX_IPV6 = 32;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

function isIpv6(text: string): boolean {
  if (!/^[0-9a-f:]{2,39}$/i.test(text)) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

/** True of an IPv4 or IPv6 address, and of a network in CIDR form of /16 (IPv4) or /32 (IPv6) and narrower. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (rest.length > 0) return false;
  const isFour = IPV4.test(address);
  if (!isFour && !isIpv6(address)) return false;
  if (prefix === undefined) return true;
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix)) return false;
  const bits = Number(prefix);
  return isFour ? bits >= LEAST_PREFIX_IPV4 && bits <= 32 : bits >= LEAST_PREFIX_IPV6 && bits <= 128;
}
