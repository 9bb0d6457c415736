import { useKnowsTime, useSecondsUntil } from './use-now.ts';

/** Formats whole seconds as hh:mm:ss. */
export function countdownText(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * Shows the time until a moment in ms as hh:mm:ss, by the server's clock, rounded up; it stays at 0 afterwards, and is dashes
 * while the server's time is not known.
 */
export function Countdown({ untilMs }: { readonly untilMs: number }) {
  const seconds = useSecondsUntil(untilMs);
  return <>{useKnowsTime() ? countdownText(seconds) : '--:--:--'}</>;
}
