import { useIntl } from 'react-intl';
import type { ShownType } from './order-type.ts';

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
