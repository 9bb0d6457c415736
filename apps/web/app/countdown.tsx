import { useSecondsUntil } from './use-now.ts';

/** Whole seconds as hh:mm:ss. */
export function countdownText(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** hh:mm:ss of the server's time until a moment in ms, rounded up; stands at 0 once it is there. */
export function Countdown({ untilMs }: { readonly untilMs: number }) {
  return <>{countdownText(useSecondsUntil(untilMs))}</>;
}
