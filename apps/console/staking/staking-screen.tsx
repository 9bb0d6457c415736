import { stakingCalls } from '../earn/desk-calls.ts';
import { EarnScreen } from '../earn/earn-screen.tsx';

/** Staking: the pools that pay, and the offers that orders begin by. */
export const StakingScreen = () => <EarnScreen desk={stakingCalls} />;
