import { type OtcMethod, type OtcReputation, paymentServices } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { MINUTE_MS } from './times.ts';

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns what puts figures of OTC into words of the page's language. */
export function useOtcWords() {
  const text = useText();
  const format = useFormatters();
  const method = (code: OtcMethod): string =>
    code === 'card' || code === 'bank' ? text(`escrow.method.${code}`) : paymentServices[code];
  const span = (ms: number): string => {
    if (ms >= 2 * DAY_MS && ms % DAY_MS === 0) return text('escrow.days', { count: ms / DAY_MS });
    if (ms >= HOUR_MS && ms % HOUR_MS === 0) return text('escrow.hours', { count: ms / HOUR_MS });
    return text('escrow.minutes', { count: Math.max(1, Math.round(ms / MINUTE_MS)) });
  };
  return {
    /** A sum in a currency. */
    money: (sum: string | null, currency: string) => `${format.quantity(sum)} ${currency}`,
    /** An amount of a coin. */
    coins: (amount: string | null, coin: string) => `${format.quantity(amount)} ${coin}`,
    method,
    span,
    /** Share of orders that ended well; plainly new where there are too few. */
    completion: ({ completion }: OtcReputation) =>
      completion === null ? text('otc.reputation.new') : format.percent(completion, 1),
    orders: ({ released }: OtcReputation) => text('otc.reputation.orders', { count: released }),
    release: ({ medianReleaseMs }: OtcReputation) =>
      medianReleaseMs === null ? null : text('otc.reputation.release', { time: span(medianReleaseMs) }),
  };
}
