import { listingCalls } from '@candor/api';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { ReviewKind } from '../../gateway/review/index.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Touches } from '../../operators/touches/index.ts';
import { createListings, type Listings } from './applications.ts';
import { listingHandlers } from './handlers.ts';
import { listingReview } from './review.ts';
import { migrations } from './schema.ts';

interface Base extends OpeningServices {
  readonly files: Files;
  readonly touches: Touches;
}

/** Applications for the listing of a token, and their kind in the operators' queue. */
export interface ListingRoom {
  readonly listings: Listings;
  readonly review: ReviewKind;
}

export const listing = defineSubject({
  calls: listingCalls,
  async open(_lifecycle, { pool, files, touches, reviews, now }: Base) {
    await migrate(pool, 'listing', migrations);
    const db = kyselyOf(pool);
    const room: ListingRoom = {
      listings: createListings({ db, files, reviews, now }),
      review: listingReview({ db, files, touches, reviews }),
    };
    return { listing: room };
  },
  handlers: listingHandlers,
});
