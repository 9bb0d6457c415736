import { userBillKinds } from '@candor/api';
import { expect, it } from 'vitest';
import { billPlace } from '../assets/bills/bill-place.ts';
import { assetsSearch } from '../assets/search.ts';
import { orderGroups } from './order-centre.tsx';

const WALLETS = ['spot', 'contract', 'margin-cross', 'margin-isolated'] as const;

it('every line with an order leads to a list of what is done, which its group has and its address keeps', () => {
  for (const kind of userBillKinds)
    for (const wallet of WALLETS) {
      const place = billPlace({ kind, wallet });
      if (place?.page !== 'orders') continue;
      const { of, list } = place;
      expect(
        orderGroups[of].lists.map(({ value }) => value),
        `${kind} of ${wallet}`,
      ).toContain(list);
      expect(list).not.toBe('open');
      expect(assetsSearch({ key: 'tradeOrder', of, list })).toEqual({ key: 'tradeOrder', of, list });
    }
});
