/** The text after this marker, anywhere in a path, is an invite code. */
export const INVITE_MARKER = '/invite/';

export interface Redirect {
  readonly to: '/home/index' | '/user/register';
  readonly inviteCode: string | null;
}

/** Products and pages whose addresses are fixed and whose doors are still closed. */
const CLOSED_PATHS: readonly RegExp[] = [
  /^\/user\/(reset|index)$/,
  /^\/rate\/index$/,
  /^\/market\/main$/,
  /^\/loan\/(index|order)$/,
  /^\/defis\/(index|details)$/,
  /^\/pledge\/(index|add|order)$/,
  /^\/rule\/index$/,
  /^\/article\/main(\/.*)?$/,
  /^\/account\/(center|wallet|entrust)(\/.*)?$/,
  /^\/exchange\/(index|full-screen\/[^/]+|full-contract\/[^/]+)$/,
  /^\/otc(\/(common|order|ordinary))?$/,
  /^\/merchant(\/(index|deal))?$/,
  /^\/finance(\/(index|investment|detail))?$/,
];

const trimSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** Whether the path belongs to a product or page that is not open yet. */
export function isClosedPath(path: string): boolean {
  const trimmed = trimSlash(path);
  return CLOSED_PATHS.some((pattern) => pattern.test(trimmed));
}

/**
 * Where a path without a page of its own leads: an invitation to registration, everything unknown to the home page.
 * Null for a path that stays (a page that is not open yet).
 */
export function redirectOf(path: string): Redirect | null {
  const marker = path.indexOf(INVITE_MARKER);
  if (marker >= 0) {
    const code = /^[^/?#]*/.exec(path.slice(marker + INVITE_MARKER.length))?.[0] ?? '';
    return { to: '/user/register', inviteCode: decode(code) };
  }
  return isClosedPath(path) ? null : { to: '/home/index', inviteCode: null };
}

function decode(code: string): string | null {
  if (code === '') return null;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** Whether a link leads off the site and opens in a window of its own. */
export function isExternal(path: string): boolean {
  return /^https?:/i.test(path);
}
