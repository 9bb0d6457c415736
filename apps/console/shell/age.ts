import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns a function that writes how far a time lies back or ahead, in whole days, hours or minutes. */
export function useAge(): (timeMs: number) => string {
  const intl = useIntl();
  const { serverNowMs } = useConsole();
  return (timeMs) => {
    const awayMs = timeMs - serverNowMs();
    const [unit, stepMs] = STEPS.find(([, step]) => Math.abs(awayMs) >= step) ?? STEPS[2];
    return intl.formatRelativeTime(Math.trunc(awayMs / stepMs), unit);
  };
}
