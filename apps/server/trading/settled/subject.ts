import { settledCalls } from '@candor/api';
import { kyselyOf } from '../../base/database/index.ts';
import { defineSubject } from '../../gateway/subject.ts';
import { followContractFees } from './contract-fees.ts';
import { settledHandlers } from './handlers.ts';
import { followTickChain } from './tick-chain.ts';

/** The last settlements with all inputs, and the chain of ticks: what any browser can check. */
export const settled = defineSubject({
  calls: settledCalls,
  open: async (lifecycle, { core, pool }) => ({
    settledDb: kyselyOf(pool),
    contractFees: await lifecycle.stage(
      'the fees of contracts',
      () => followContractFees(core),
      (running) => running.stop(),
    ),
    tickChain: await lifecycle.stage(
      'the chain of ticks',
      () => followTickChain(core),
      (running) => running.stop(),
    ),
  }),
  handlers: settledHandlers,
});
