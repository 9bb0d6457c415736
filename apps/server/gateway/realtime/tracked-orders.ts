import type { OwnOrder, OwnTrigger } from '@candor/api';
import type { OrderAcceptedEvent, RejectionCode, TriggerTerms } from '@candor/kernel';
import { type PriceTicks, ticksToDecimal } from '@candor/money';
import { ppmPercent } from '../../engine/values/index.ts';
import type { TriggerProgress } from './trailing.ts';

/** Orders that wait for a price name no wallet: they are the spot wallet's. */
export type OrderFacts = Omit<OrderAcceptedEvent, 'type' | 'wallet' | 'quoteAmount' | 'house'> &
  Partial<Pick<OrderAcceptedEvent, 'wallet'>>;
export type EndReason = NonNullable<OwnOrder['doneReason']>;

/** An open order of a user, as events have it. */
export interface TrackedOrder {
  facts: OrderFacts;
  readonly createdMs: number;
  filledLots: number;
  filledQuote: bigint;
  doneReason: EndReason | null;
  /** The trigger of a waiting or formerly waiting order, and its progress. */
  trigger: TriggerTerms | null;
  progress: TriggerProgress | null;
  waits: boolean;
  /** It fired, could not sell all, and is tried again. */
  retrying: boolean;
  twinOrderId: number | null;
  rejected: RejectionCode | null;
}

/** Returns the trigger of an order as its owner sees it. */
export function ownTrigger(
  { trigger: terms, progress, retrying }: TrackedOrder,
  symbol: Parameters<typeof ticksToDecimal>[1],
): OwnTrigger | null {
  if (terms === null) return null;
  const price = (ticks: PriceTicks | null) => (ticks === null ? null : ticksToDecimal(ticks, symbol));
  return {
    kind: terms.kind,
    source: terms.source,
    price: price(terms.triggerTicks),
    callbackPercent: terms.callbackPpm === null ? null : ppmPercent(terms.callbackPpm),
    callbackPrice: price(terms.callbackTicks),
    activationPrice: price(terms.activationTicks),
    bestPrice: price(progress?.bestTicks ?? null),
    thresholdPrice: price(progress?.thresholdTicks ?? null),
    retrying,
  };
}

/** Begins to track an order that was just accepted. */
export function tracked(facts: OrderFacts, createdMs: number): TrackedOrder {
  return {
    facts,
    createdMs,
    filledLots: 0,
    filledQuote: 0n,
    doneReason: null,
    trigger: null,
    progress: null,
    waits: false,
    retrying: false,
    twinOrderId: null,
    rejected: null,
  };
}

/** Begins to track an order that waits for a price. */
export function waitingOrder(
  order: OrderFacts & TriggerTerms & { readonly twinOrderId: number | null },
  createdMs: number,
  progress: TriggerProgress,
): TrackedOrder {
  const { kind, source, triggerTicks, callbackPpm, callbackTicks, activationTicks, twinOrderId } = order;
  const trigger = { kind, source, triggerTicks, callbackPpm, callbackTicks, activationTicks };
  return { ...tracked(order, createdMs), trigger, progress, waits: true, twinOrderId };
}
