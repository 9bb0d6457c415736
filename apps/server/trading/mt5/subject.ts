import { mt5Calls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { type Mt5Needs, mt5Handlers } from './handlers.ts';
import { recordedMt5 } from './recorded.ts';

export const mt5 = defineSubject({
  calls: mt5Calls,
  open: async (_lifecycle, { mt5Candles }) => ({
    recordedPairs: mt5Candles === null ? null : await recordedMt5(mt5Candles),
  }),
  handlers: (needs: Mt5Needs) => mt5Handlers(needs),
});
