import type { EarnOfferRow, EarnOrderRow } from '@candor/api';
import type { FixedOffer } from '@candor/kernel';
import type { EarnRecord } from '@candor/projections';
import { LIST_PATIENCE_MS } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { EarnHistory, History } from '../../engine/ports.ts';
import type { EarnWords } from './words.ts';

export interface EarnDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

/** One product of orders with a cycle: its words, its own history, and all that its acts and looks share. */
export interface EarnRoom<
  O extends FixedOffer = FixedOffer,
  OfferRow extends EarnOfferRow = EarnOfferRow,
  OrderRow extends EarnOrderRow = EarnOrderRow,
> extends Pick<EarnDeps, 'core' | 'catalogues' | 'now'> {
  readonly words: EarnWords<O, OfferRow, OrderRow>;
  readonly history: EarnHistory<O>;
  readonly histories: History;
  /** Waits until the read models have all that is committed. */
  readonly upToDate: () => Promise<unknown>;
}

export function openRoom<O extends FixedOffer, OfferRow extends EarnOfferRow, OrderRow extends EarnOrderRow>(
  { core, history: histories, catalogues, now }: EarnDeps,
  words: EarnWords<O, OfferRow, OrderRow>,
): EarnRoom<O, OfferRow, OrderRow> {
  return {
    core,
    catalogues,
    now,
    words,
    // the product's own terms stand in its offers as they stand in the kernel
    history: histories[words.product] as unknown as EarnHistory<O>,
    histories,
    upToDate: () => histories.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS),
  };
}

/** Record of a user's order, up to date; null where there is none. */
export async function recordOf<
  O extends FixedOffer,
  OfferRow extends EarnOfferRow,
  OrderRow extends EarnOrderRow,
>(
  { upToDate, history }: EarnRoom<O, OfferRow, OrderRow>,
  userId: number,
  orderId: number,
): Promise<EarnRecord<O> | null> {
  await upToDate();
  return history.order(userId, orderId);
}
