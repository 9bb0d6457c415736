import { settledCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { settledHandlers } from './handlers.ts';
import { followTickChain } from './tick-chain.ts';

/** The last settlements with all inputs, and the chain of ticks: what any browser can check. */
export const settled = defineSubject({
  calls: settledCalls,
  open: async (lifecycle, { core }) => ({
    tickChain: await lifecycle.stage(
      'the chain of ticks',
      () => followTickChain(core),
      (running) => running.stop(),
    ),
  }),
  handlers: settledHandlers,
});
