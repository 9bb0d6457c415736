import { isOwnPath } from '../common/own-path.ts';
import { openScreenAt, type ShellPlan } from './plan.ts';

const ORIGIN = 'https://this.invalid';

/** Returns where a login leads: to `from` where that is the address of a screen that users may enter, else to `home`. */
export function destinationOf(from: unknown, plan: ShellPlan, home: string): string {
  if (!isOwnPath(from) || !URL.canParse(from, ORIGIN)) return home;
  const { origin, pathname, search, hash } = new URL(from, ORIGIN);
  const isEnterable =
    plan.screenAt(pathname) !== null && openScreenAt(plan, pathname)?.guard({}) !== 'visitors';
  return origin === ORIGIN && isEnterable ? `${pathname}${search}${hash}` : home;
}
