import type { OrderRow } from '@candor/api';
import { useIntl } from 'react-intl';

/** How an order ended, and why it was refused where it was. */
export function OrderEnd({ order }: { readonly order: Pick<OrderRow, 'rejectKey' | 'status'> }) {
  const intl = useIntl();
  return (
    <>
      {intl.formatMessage({ id: `trade.status.${order.status}` })}
      {order.rejectKey !== null && (
        <span className="block text-12 text-ink-3 whitespace-normal">
          {intl.formatMessage({ id: `error.${order.rejectKey}` })}
        </span>
      )}
    </>
  );
}
