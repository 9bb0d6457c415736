import { Finance } from '../assets/finance.tsx';
import type { FinancePart } from '../assets/finance-part.ts';
import { minedFinance } from '../defi/finance-part.ts';
import { investedFinance } from '../finance/finance-part.ts';
import { stakingFinance } from '../staking/finance-part.ts';

/** Earn assets by product: a product that holds coins for its users adds its line. */
export const financeParts: readonly FinancePart[] = [stakingFinance, investedFinance, minedFinance];

/** Earn assets as a panel of the assets page. */
export function FinancePanel() {
  return <Finance parts={financeParts} />;
}
