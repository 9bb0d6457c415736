import type { listingCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { ListingRoom } from './room.ts';

export interface ListingNeeds {
  readonly listing: ListingRoom;
}

export function listingHandlers({ listing: { listings } }: ListingNeeds): Handlers<typeof listingCalls> {
  return {
    getListings: ({ session, query }) => listings.list(session.userId, pageOfRequest(query)),
    getListing: ({ session, query: { id } }) => listings.one(session.userId, id),
    saveListing: ({ session, body: { of, form }, idempotencyKey }) =>
      listings.save(session.userId, of ?? null, form, idempotencyKey),
    sendListing: ({ session, body }) => listings.send(session.userId, body),
    withdrawListing: ({ session, body: { id } }) => listings.withdraw(session.userId, id),
  };
}
