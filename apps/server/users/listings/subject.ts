import { listingCalls } from '@candor/api';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Touches } from '../../operators/touches/index.ts';
import { createListings } from './applications.ts';
import { listingHandlers } from './handlers.ts';
import { listingReview } from './review.ts';
import type { ListingRoom } from './room.ts';
import { migrations } from './schema.ts';

interface Base extends OpeningServices {
  readonly files: Files;
  readonly touches: Touches;
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
