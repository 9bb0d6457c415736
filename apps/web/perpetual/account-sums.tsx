import { directionClass, directionOf, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useMasked } from '../common/eye.tsx';
import type { OpenPerpetuals } from './perpetual-terms.ts';
import { signedText } from './signed-amount.tsx';

/** The contract wallet over its positions, in one line: equity, profit, what is free, how near it is to its limit. */
export function AccountSums({ account, positions }: Pick<OpenPerpetuals, 'account' | 'positions'>) {
  const intl = useIntl();
  const format = useFormatters();
  const masked = useMasked();
  const figures = [
    ['perpetual.equity', `${masked(format.quantity(account.equity, 2))} USDT`],
    [
      'perpetual.pnl',
      <span key="pnl">
        <span className={directionClass[directionOf(account.unrealisedPnl)]}>
          {masked(signedText(format, account.unrealisedPnl, 2))}
        </span>{' '}
        USDT
      </span>,
    ],
    ['trade.form.available', `${masked(format.quantity(account.available, 2))} USDT`],
    // an isolated position has a ratio of its own, in its row
    ...(positions.some(({ marginMode }) => marginMode === 'cross') && account.marginRatio !== null
      ? [['perpetual.marginRatio', format.percent(account.marginRatio)] as const]
      : []),
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 border-b px-4 py-2 text-12">
      {figures.map(([id, figure]) => (
        <div key={id} className="flex gap-2 whitespace-nowrap">
          <dt className="text-ink-3">{intl.formatMessage({ id })}</dt>
          <dd className="figure">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
