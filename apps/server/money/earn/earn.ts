import type { EarnOfferRow, EarnOrderRow } from '@candor/api';
import type { FixedOffer } from '@candor/kernel';
import type { EarnQuery } from '@candor/projections';
import { type EarnActs, earnActs } from './acts.ts';
import { type EarnReads, earnReads } from './reads.ts';
import { type EarnDeps, openRoom } from './room.ts';
import type { EarnWords } from './words.ts';

/** Orders with a cycle of one product, as users meet them. */
export interface Earn<O extends FixedOffer, OfferRow, OrderRow>
  extends EarnActs<O, OrderRow>,
    EarnReads<OfferRow, OrderRow> {}

export function createEarn<
  O extends FixedOffer,
  OfferRow extends EarnOfferRow,
  OrderRow extends EarnOrderRow,
>(deps: EarnDeps, words: EarnWords<O, OfferRow, OrderRow>): Earn<O, OfferRow, OrderRow> {
  const room = openRoom(deps, words);
  return { ...earnReads(room), ...earnActs(room) };
}

/** Statuses of orders as the read models name them. */
export const earnStates = {
  inProgress: 'open',
  completed: 'matured',
  redeemed: 'redeemed',
} as const satisfies Record<EarnOrderRow['status'], EarnQuery['state']>;
