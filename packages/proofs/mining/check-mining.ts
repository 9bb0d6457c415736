import { parseDecimal } from '@candor/money';
import { STREAM_DAY, type StreamedSpan, streamedOver, streamedUnits } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';
import { checkSwap, type SwapReceipt } from '../swap/check-swap.ts';

/** Income of a node over the time that a command closed; whole numbers as text. Parts are 86,400,000,000 of one base unit. */
export interface MiningAccrual {
  /** Base units that were held through all of it. */
  readonly held: string;
  /** Paid seconds of the coin at both ends. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly spans: readonly StreamedSpan[];
  /** Parts that were earned before, and with all spans. */
  readonly carried: string;
  readonly earned: string;
  /** Base units that were paid, and the parts that stay. */
  readonly paid: string;
  readonly rest: string;
}

/** A movement of a node: what it is, its accrual where something accrues, and the quote of a conversion. */
export interface MiningReceipt {
  readonly kind: string;
  readonly amount: string;
  /** Decimals of the coin's base unit. */
  readonly scale: number;
  readonly accrual: MiningAccrual | null;
  /** A conversion's other side, and the quote that it was made by; null for all others. */
  readonly into: { readonly amount: string } | null;
  readonly quote: SwapReceipt | null;
}

const WHOLE = /^\d{1,60}$/;
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

/**
 * Recomputes the income of a movement: what was held earns each span's rate for its seconds, beside what was earned before. A
 * claim pays the whole base units and keeps the rest; any other movement keeps all. A conversion is recomputed as a swap by
 * its quote. A figure that cannot be read fails the check; a movement that does neither has no steps.
 */
export function checkMining({ kind, amount, scale, accrual, into, quote }: MiningReceipt): Check {
  if (kind === 'converted') return checkConversion(amount, into?.amount ?? null, quote);
  if (accrual === null) return { ok: true, steps: [] };
  const { held, fromSeconds, toSeconds, spans, carried } = accrual;
  const texts = [held, carried, accrual.earned, accrual.paid, accrual.rest];
  const counts = [fromSeconds, toSeconds, ...spans.flatMap((span) => [span.dailyPpm, span.seconds])];
  if (!texts.every((text) => WHOLE.test(text)) || !counts.every(isCount)) return checkOf([]);
  const earned = BigInt(carried) + streamedOver(BigInt(held), spans);
  const paid = kind === 'claimed' ? streamedUnits(earned) : 0n;
  const seconds = spans.reduce((sum, span) => sum + span.seconds, 0);
  const steps = [
    step('seconds', String(toSeconds - fromSeconds), String(seconds)),
    step('earned', accrual.earned, String(earned)),
    step('paid', accrual.paid, String(paid)),
    step('rest', accrual.rest, String(earned - paid * STREAM_DAY)),
  ];
  if (kind !== 'claimed') return checkOf(steps);
  const units = isCount(scale) && scale <= 18 ? parseDecimal(amount, scale) : null;
  return checkOf([...steps, step('amount', units === null ? amount : String(units), String(paid))]);
}

/** Recomputes a conversion by its quote, and that both sides are the quote's. */
function checkConversion(amount: string, arrived: string | null, quote: SwapReceipt | null): Check {
  if (quote === null || arrived === null) return checkOf([]);
  const { steps } = checkSwap(quote);
  if (steps.length === 0) return checkOf([]);
  return checkOf([...steps, step('amount', amount, quote.amount), step('into', arrived, quote.arrives)]);
}

function step(name: string, stated: string, recomputed: string): CheckStep {
  return { name, stated, recomputed, ok: stated === recomputed };
}
