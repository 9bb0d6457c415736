import type { UserInfo } from '@candor/api';
import type { MenuEntry, ShellPlan } from './plan.ts';

const MERCHANT = 2;

/** The account menu of a user; merchants alone see the merchant entry. Logging out is not a page and not in here. */
export function accountEntries(
  plan: ShellPlan,
  user: Pick<UserInfo, 'is_merchant'> | null,
): readonly MenuEntry[] {
  return plan.menu('account').filter((entry) => !entry.forMerchants || user?.is_merchant === MERCHANT);
}
