import type { ReviewKind } from '../../gateway/review/index.ts';
import type { Listings } from './applications.ts';

/** Applications for the listing of a token, and their kind in the operators' queue. */
export interface ListingRoom {
  readonly listings: Listings;
  readonly review: ReviewKind;
}
