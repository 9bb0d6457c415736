import { swapCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import { defineSubject } from '../../gateway/subject.ts';
import { createSwaps, type SwapsDeps } from './swaps.ts';

export const swap = defineSubject({
  calls: swapCalls,
  handlers: (needs: SwapsDeps) => {
    const swaps = createSwaps(needs);
    return {
      getSwapOffer: () => swaps.offer(),
      quoteSwap: ({ session, body, idempotencyKey }) => swaps.quote(session.userId, body, idempotencyKey),
      acceptSwap: ({ session, body, idempotencyKey }) =>
        swaps.accept(session.userId, body.id, idempotencyKey),
      getSwapLog: ({ session, query }) => swaps.list(session.userId, pageOfRequest(query)),
      getSwapReceipt: ({ session, query }) => swaps.receipt(session.userId, query.id),
      getSwapChanges: ({ query }) => swaps.changes(pageOfRequest(query)),
    };
  },
});
