import { mt5Calls } from '@candor/api';
import type { FeedKind } from '@candor/kernel';
import { defineSubject } from '../../gateway/subject.ts';
import { type Mt5Needs, mt5Handlers } from './handlers.ts';
import type { Mt5Feed } from './mt5-feed.ts';
import { recordedMt5 } from './recorded.ts';
import { simulatedMt5 } from './simulated.ts';

export const mt5 = defineSubject({
  calls: mt5Calls,
  open: async (_lifecycle, { mt5Candles, catalogues }) => {
    const recorded = mt5Candles === null ? null : await recordedMt5(mt5Candles);
    /** Made-up prices stand beside a made-up market alone, recorded ones beside a replay; live ones nobody delivers. */
    const pairFeed = (kind: FeedKind): Mt5Feed | null => {
      if (kind === 'simulator') return simulatedMt5(catalogues.current().seedHash ?? '');
      return kind === 'replay' ? recorded : null;
    };
    return { pairFeed };
  },
  handlers: (needs: Mt5Needs) => mt5Handlers(needs),
});
