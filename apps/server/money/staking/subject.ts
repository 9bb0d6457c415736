import { stakingCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { stakingHandlers } from './handlers.ts';
import { createStaking, type StakingDeps } from './staking.ts';

export const staking = defineSubject({
  calls: stakingCalls,
  handlers: (needs: StakingDeps) => stakingHandlers(createStaking(needs)),
});
