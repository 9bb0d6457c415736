import { financeCalls } from '../earn/desk-calls.ts';
import { EarnScreen } from '../earn/earn-screen.tsx';

/** Finance products: the pools that pay, and the offers of each zone. */
export const FinanceScreen = () => <EarnScreen desk={financeCalls} />;
