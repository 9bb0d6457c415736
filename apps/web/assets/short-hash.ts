/** Returns the ends of a hash or an address, by which two are told apart in a list. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-6)}`;
}
