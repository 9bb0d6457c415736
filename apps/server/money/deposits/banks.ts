import type { RechargeBank } from '@candor/api';
import type { Mode } from '@candor/kernel';

/** The account that practice mode brings along. It does not exist: nothing can be paid to it. */
const PRACTICE_BANK: RechargeBank = {
  bank: 'practice-bank',
  bankName: 'Practice Bank',
  holder: 'Candor Practice',
  account: '0000 0000 0000 0001',
  swiftCode: 'PRACXX00',
  currency: 'USD',
  coin: 'USDT',
  minimum: '10',
  maximum: '50000',
  practice: true,
};

/** Above this, in the coin of a bank's account, two operators approve a recharge. */
export const FOUR_EYES_ABOVE = '1000';

/** Returns the accounts that users of this mode pay to. A real house has none until its accounts are configured. */
export function banksOf(mode: Mode): readonly RechargeBank[] {
  return mode === 'practice' ? [PRACTICE_BANK] : [];
}
