import { toasts } from '@candor/ui';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useSaysItself, useServices } from '../data/index.ts';
import { useAccountName } from './margin-receipts.tsx';

/** Kinds of notices that are shown at once; steps of a sale that follow are in its receipts. */
const SAID = new Set(['call', 'sale', 'cancelled']);

/** Says in a toast when a margin account is called or sold, or orders of it were cancelled. */
export function useMarginNotices() {
  const intl = useIntl();
  const { account } = useServices();
  const nameOf = useAccountName();
  useSaysItself('margin-call');
  useSaysItself('forced-sale');
  useEffect(() => {
    const sales = new Set<number>();
    return account.onMarginNotice((notice) => {
      if (!SAID.has(notice.kind)) return;
      const { saleId } = notice;
      // a sale that goes on sends a notice with every tick
      if (saleId !== null && sales.has(saleId)) return;
      if (saleId !== null) sales.add(saleId);
      const isRelief = notice.kind === 'call' && notice.receipt.includes('"called":false');
      const id = `margin.notice.${isRelief ? 'relief' : notice.kind}`;
      const words = intl.formatMessage({ id }, { account: nameOf(notice) });
      if (isRelief) toasts.info(words);
      else toasts.error(words);
    });
  }, [account, intl, nameOf]);
}
