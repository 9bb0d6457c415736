import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Distance of a time that lies ahead, or back where negative, in whole days, hours, minutes or seconds. */
export function awayOf(awayMs: number): { readonly unit: (typeof STEPS)[number][0]; readonly count: number } {
  const [unit, stepMs] = STEPS.find(([, step]) => Math.abs(awayMs) >= step) ?? STEPS[3];
  return { unit, count: Math.trunc(awayMs / stepMs) || 0 };
}

/** Returns what writes how far a time lies back or ahead: "3 hours ago". A wait is a length (`useLength`). */
export function useAge(): (timeMs: number) => string {
  const intl = useIntl();
  const { serverNowMs } = useConsole();
  return (timeMs) => {
    const { unit, count } = awayOf(timeMs - serverNowMs());
    return intl.formatRelativeTime(count, unit);
  };
}
