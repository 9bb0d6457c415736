import { mt5Calls } from '@candor/api';
import { formatDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { MarketSource } from '../../engine/ports.ts';
import { defineSubject } from '../../gateway/subject.ts';
import type { Mt5Feed } from './mt5-feed.ts';
import { recordedMt5 } from './recorded.ts';
import { simulatedMt5 } from './simulated.ts';

interface Needs {
  readonly catalogues: CatalogueFollower;
  readonly market: Pick<MarketSource, 'feedKind'>;
  readonly recordedPairs: Mt5Feed | null;
  readonly now: () => number;
}

export const mt5 = defineSubject({
  calls: mt5Calls,
  open: async (_lifecycle, { mt5Candles }) => ({
    recordedPairs: mt5Candles === null ? null : await recordedMt5(mt5Candles),
  }),
  handlers: ({ catalogues, market, recordedPairs, now }: Needs) => ({
    getMt5Amount({ query: { coin } }) {
      const feed = feedOf();
      if (feed === null) throw new Refusal('MT5_UNAVAILABLE');
      const price = feed.priceAt(coin, now());
      if (price === null) throw new Refusal('UNKNOWN_COIN');
      const { amount, open, decimals, marketMs } = price;
      return {
        coin,
        market: 'mt5' as const,
        amount: formatDecimal(amount, decimals),
        open: formatDecimal(open, decimals),
        source: feed.source,
        marketTime: marketMs,
        time: now(),
      };

      /** Made-up prices stand beside a made-up market alone, recorded ones beside a replay; live ones nobody delivers. */
      function feedOf(): Mt5Feed | null {
        const { seedHash } = catalogues.current();
        if (market.feedKind() === 'simulator') return simulatedMt5(seedHash ?? '');
        return market.feedKind() === 'replay' ? recordedPairs : null;
      }
    },
  }),
});
