import { depositCalls } from '@candor/api';
import { migrate } from '../../base/database/index.ts';
import { defineSubject } from '../../gateway/subject.ts';
import { createFaucet } from './faucet.ts';
import { depositHandlers } from './handlers.ts';
import { migrations } from './migrations.ts';
import { createDeposits } from './reads.ts';

export const deposits = defineSubject({
  calls: depositCalls,
  open: async (_lifecycle, { pool, catalogues }) => {
    await migrate(pool, 'deposits', migrations);
    const reads = createDeposits(pool, catalogues);
    return { deposits: reads, faucet: createFaucet(pool, reads) };
  },
  handlers: depositHandlers,
});
