import type { ShellPlan } from './plan.ts';

/** The text after this marker, anywhere in a path, is an invite code. */
export const INVITE_MARKER = '/invite/';

export interface Redirect {
  /** An open address without parameters. */
  readonly to: string;
  readonly inviteCode: string | null;
}

/**
 * Returns where a path without a page of its own leads: an invitation to registration, the parent of open pages to the
 * first of them, everything unknown to the home page. Null for a path that stays (a page that is not open yet).
 */
export function redirectOf(path: string, plan: Pick<ShellPlan, 'screenAt' | 'openBelow'>): Redirect | null {
  const marker = path.indexOf(INVITE_MARKER);
  if (marker >= 0) {
    const code = /^[^/?#]*/.exec(path.slice(marker + INVITE_MARKER.length))?.[0] ?? '';
    return { to: '/user/register', inviteCode: decode(code) };
  }
  if (plan.screenAt(path) === null) return { to: '/home/index', inviteCode: null };
  const below = plan.openBelow(path);
  return below === null ? null : { to: below, inviteCode: null };
}

function decode(code: string): string | null {
  if (code === '') return null;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** Returns true if a link leads off the site and opens in a window of its own. */
export function isExternal(path: string): boolean {
  return /^https?:/i.test(path);
}
