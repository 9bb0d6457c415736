import { isOwnPath } from '../app/search.ts';
import { isClosedPath } from '../shell/redirects.ts';

const ENTRANCES: ReadonlySet<string> = new Set(['/user/login', '/user/register']);
const ORIGIN = 'https://this.invalid';

/**
 * Where a login leads: to `from` where that is the address of a screen, else to `home`. `screens` are the router's
 * paths; those with a placeholder match anything and do not count.
 */
export function destinationOf(from: unknown, screens: readonly string[], home: string): string {
  if (!isOwnPath(from) || !URL.canParse(from, ORIGIN)) return home;
  const { origin, pathname, search, hash } = new URL(from, ORIGIN);
  const isScreen = screens.includes(pathname) && !pathname.includes('$') && !ENTRANCES.has(pathname);
  if (origin !== ORIGIN || !(isScreen || isClosedPath(pathname))) return home;
  return `${pathname}${search}${hash}`;
}
