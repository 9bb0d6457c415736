/** Scopes of an API key. `read` is always among them; `trade` places and cancels; `withdraw` pays out. */
export const keyScopes = ['read', 'trade', 'withdraw'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Sections whose calls serve bots. All others (accounts, factors, sessions, practice funds) are for people. */
const sectionsOfKeys: ReadonlySet<string> = new Set([
  'wallet',
  'market',
  'watchlist',
  'trading-legacy',
  'trading',
  'contracts',
  'margin',
]);

interface Declared {
  readonly auth: 'none' | 'optional' | 'required';
  readonly act?: boolean;
  readonly section: string;
  readonly stepUp?: unknown;
}

/**
 * The scope that a key needs for a call whose record names none: `read` for what changes nothing, `trade` for acts.
 * Null where no key is accepted: calls that need no login or ask for factors, and those outside trading.
 */
export function defaultKeyScope({ auth, act = false, section, stepUp = null }: Declared): KeyScope | null {
  if (auth === 'none' || stepUp !== null || !sectionsOfKeys.has(section)) return null;
  return act ? 'trade' : 'read';
}
