import { perpetualCalls } from '@candor/api';
import { reportsFault } from '../../base/work/passing.ts';
import { defineSubject } from '../../gateway/subject.ts';
import { createPerpetualFeed } from './feed.ts';
import { perpetualHandlers } from './handlers.ts';
import { followPerpetuals } from './listings.ts';
import { createPerpetualMarkets, type PerpetualMarketsDeps } from './markets.ts';
import { createPerpetuals } from './orders.ts';
import { createPerpetualRecords } from './records.ts';

export const perpetual = defineSubject({
  calls: perpetualCalls,
  open: async (lifecycle, { core, log }) => ({
    perpetualListings: await lifecycle.stage(
      'the listed perpetuals',
      () => followPerpetuals(core, reportsFault(log, 'the perpetuals were not read')),
      (running) => running.stop(),
    ),
  }),
  handlers(needs: PerpetualMarketsDeps) {
    const { core, history, catalogues, perpetualListings } = needs;
    return perpetualHandlers({
      perpetuals: createPerpetuals({ core, history, catalogues, listings: perpetualListings }),
      records: createPerpetualRecords(core, history, catalogues, perpetualListings),
      markets: createPerpetualMarkets(needs),
    });
  },
  feed: createPerpetualFeed,
});
