import { marketCalls } from '@candor/api';
import type { DepthSource } from '../../engine/ports.ts';
import { defineSubject } from '../../gateway/subject.ts';
import type { Identity } from '../../users/identity/index.ts';
import { createPerpetualMarkets, type PerpetualMarketsDeps } from '../perpetual/index.ts';
import { createSeconds, type SecondsDeps } from '../seconds/index.ts';
import { marketHandlers } from './handlers.ts';
import { createMarketRows } from './listed-rows.ts';

interface Needs extends PerpetualMarketsDeps, SecondsDeps {
  readonly depth: DepthSource;
  readonly identity: Pick<Identity, 'favourites'>;
}

export const market = defineSubject({
  calls: marketCalls,
  handlers(needs: Needs) {
    const perpetualMarkets = createPerpetualMarkets(needs);
    const { favourites } = needs.identity;
    return marketHandlers({
      ...needs,
      perpetualMarkets,
      rows: createMarketRows({ ...needs, perpetualMarkets, favourites }),
      seconds: createSeconds(needs),
    });
  },
});
