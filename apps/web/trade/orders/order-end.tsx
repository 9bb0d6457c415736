import type { ContractOrderRow, OrderRow } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import { useIntl } from 'react-intl';

export type EndedOrder = Pick<OrderRow, 'rejectKey' | 'status' | 'tradedQuantity'> & {
  readonly endReason: OrderRow['endReason'] | ContractOrderRow['endReason'];
};

/** Returns the message id of an order's end: one of which a part filled says so first, whatever ended the rest. */
export function statusOf({ status, tradedQuantity }: EndedOrder): MessageId {
  const isPart = (status === 'cancelled' || status === 'expired') && Number(tradedQuantity) > 0;
  return `trade.status.${isPart ? 'partially-filled' : status}`;
}

/** Why the order, or the rest of it, ended; null where the status says all. */
export function reasonOf({ endReason, rejectKey, tradedQuantity }: EndedOrder): MessageId | null {
  // the words of a refusal name the minimum of that moment, which no row has
  if (rejectKey === 'NOTIONAL_TOO_SMALL') return 'trade.ended.notional';
  if (rejectKey !== null) return `error.${rejectKey}` as MessageId;
  if (endReason === 'cancelled') return Number(tradedQuantity) > 0 ? 'trade.ended.cancelled' : null;
  if (endReason === null || endReason === 'filled' || endReason === 'rejected') return null;
  return `trade.ended.${endReason}`;
}

/** End of an order, and its reason where its owner did not end it. */
export function OrderEnd({ order }: { readonly order: EndedOrder }) {
  const intl = useIntl();
  const reason = reasonOf(order);
  return (
    <>
      {intl.formatMessage({ id: statusOf(order) })}
      {reason !== null && (
        <span className="block min-w-22 text-12 text-ink-3 whitespace-normal">
          {intl.formatMessage({ id: reason })}
        </span>
      )}
    </>
  );
}
