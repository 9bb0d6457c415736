import { useIntl } from 'react-intl';

/** "Buy limit": the side in the colour of its direction, always also in words. */
export function SideAndType({
  side,
  type,
}: {
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'market';
}) {
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
