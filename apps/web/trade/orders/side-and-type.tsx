import type { OrderRow } from '@candor/api';
import { useIntl } from 'react-intl';
import type { ShownType } from './order-type.ts';

/** "Post-only", "IOC" or "FOK", as codes of the field; nothing for an order that simply stands. */
export function OrderTerms({
  timeInForce,
  postOnly,
  type,
}: Pick<OrderRow, 'timeInForce' | 'postOnly' | 'type'>) {
  const intl = useIntl();
  const terms = postOnly
    ? intl.formatMessage({ id: 'trade.form.postOnly' })
    : type === 'limit' && timeInForce !== 'GTC'
      ? timeInForce
      : null;
  return terms === null ? null : <span className="block text-12 text-ink-3">{terms}</span>;
}

/** Marks an order of an OCO: it ends with its other one. */
export function PairMark({ twinOrderId }: Pick<OrderRow, 'twinOrderId'>) {
  const intl = useIntl();
  if (twinOrderId === null) return null;
  return <span className="ms-2 text-12 text-ink-3">{intl.formatMessage({ id: 'trade.orders.pair' })}</span>;
}

/** "Buy limit": the side in the colour of its direction, always also in words. */
export function SideAndType({ side, type }: { readonly side: 'buy' | 'sell'; readonly type: ShownType }) {
  const intl = useIntl();
  return (
    <span className="whitespace-nowrap">
      <span className={side === 'buy' ? 'text-up' : 'text-down'}>
        {intl.formatMessage({ id: `trade.side.${side}` })}
      </span>{' '}
      {intl.formatMessage({ id: `trade.type.${type}` })}
    </span>
  );
}
