import { type OtcMethod, paymentServices } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';

export const OTC_KEY = ['otc'] as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns what puts figures of OTC into words. */
export function useOtcWords() {
  const text = useText();
  const format = useFormatters();
  return {
    money: (sum: string, currency: string) => `${format.quantity(sum)} ${currency}`,
    method: (code: OtcMethod): string =>
      code === 'card' || code === 'bank' ? text(`escrow.method.${code}`) : paymentServices[code],
    span(ms: number): string {
      if (ms >= 2 * DAY_MS && ms % DAY_MS === 0) return text('escrow.days', { count: ms / DAY_MS });
      if (ms % HOUR_MS === 0) return text('escrow.hours', { count: ms / HOUR_MS });
      return text('escrow.minutes', { count: Math.max(1, Math.round(ms / MINUTE_MS)) });
    },
  };
}

/** Clocks among the terms, in the order in which they are shown. */
export const clockFields = [
  'minWindowMs',
  'maxWindowMs',
  'maxStableWindowMs',
  'lapseMs',
  'silenceMs',
  'answerMs',
  'decideMs',
  'holdMs',
  'faultMemoryMs',
  'depositBackMs',
] as const;
export type ClockField = (typeof clockFields)[number];
