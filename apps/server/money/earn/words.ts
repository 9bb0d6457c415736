import type { EarnOfferRow, EarnOrderRow, ErrorKey } from '@candor/api';
import type { EarnProduct, FixedOffer, FixedOfferView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { EarnRecord } from '@candor/projections';
import type { Catalogue } from '../../engine/catalogue/index.ts';

/** A record as a row is made of it. */
export type RowRecord<O extends FixedOffer> = Omit<EarnRecord<O>, 'beganSeq'>;

/** A product of orders with a cycle, in its own words: its refusals, and the rows that users get. */
export interface EarnWords<
  O extends FixedOffer = FixedOffer,
  OfferRow extends EarnOfferRow = EarnOfferRow,
  OrderRow extends EarnOrderRow = EarnOrderRow,
> {
  readonly product: EarnProduct;
  readonly errors: Readonly<Record<'offerUnknown' | 'termsChanged' | 'unknown', ErrorKey>>;
  /** SHA-256 of the terms of an offer: what its user accepts. */
  termsHash(catalogue: Catalogue, offer: Omit<O, 'opensMs' | 'closesMs'>): string;
  /** `free` is the free part of the pool that pays it. */
  offerRow(catalogue: Catalogue, offer: O & FixedOfferView, free: Amount, nowMs: number): OfferRow;
  orderRow(catalogue: Catalogue, record: RowRecord<O>): OrderRow;
}
