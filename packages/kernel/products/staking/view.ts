import type { FixedView } from '../../earn/terms.ts';

/** View of staking for others. */
export type StakingView = FixedView;
