import type { Amount } from '@candor/money';
import type { KernelEvent } from '../events.ts';
import type {
  FixedFundedFacts,
  FixedOfferClosedFacts,
  FixedOfferedFacts,
  FixedOrder,
  FixedOrderEnd,
  FixedTerms,
} from './terms.ts';

/** The products of orders with a cycle: their events begin with these words, and their views stand under them. */
export type EarnProduct = 'staking' | 'finance';

interface PoolAfter {
  /** The free part of the pool after it. */
  readonly poolFree: Amount;
}

export type EarnOffered = FixedOfferedFacts & FixedTerms;
export type EarnSubscribed = FixedOrder & PoolAfter;
export type EarnEnded = FixedOrderEnd & PoolAfter;

/** Events of orders with a cycle, alike for each of the products. */
export type EarnTold =
  | { readonly is: 'Offered'; readonly event: EarnOffered }
  | { readonly is: 'OfferClosed'; readonly event: FixedOfferClosedFacts }
  | { readonly is: 'Funded'; readonly event: FixedFundedFacts }
  | { readonly is: 'Subscribed'; readonly event: EarnSubscribed }
  | { readonly is: 'Ended'; readonly event: EarnEnded }
  | { readonly is: 'RenewalSet'; readonly event: Pick<FixedOrder, 'orderId' | 'userId' | 'autoRenew'> };

/** Reads an event as what it tells of a product's orders; null for one of another product. */
export function earnTold(product: EarnProduct, event: KernelEvent): EarnTold | null {
  if (!event.type.startsWith(product)) return null;
  return { is: event.type.slice(product.length), event } as unknown as EarnTold;
}
