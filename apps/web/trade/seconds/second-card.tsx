import type { SecondRow } from '@candor/contract';
import { useFormatters } from '@candor/ui';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useMarketNames } from '../orders/market-names.ts';
import { periodText, profitClass, signed } from './second-words.ts';

export interface SecondCardProps {
  readonly contract: SecondRow;
  /** At the right of the first line: the countdown, or the result. */
  readonly aside: ReactNode;
  /** The price at the end: the current one, or the close. */
  readonly endPrice: string | null;
  readonly endLabel: string;
  readonly children?: ReactNode;
}

/** One contract on a phone, where a row of a table would not fit. */
export function SecondCard({ contract, aside, endPrice, endLabel, children }: SecondCardProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const { profitLoss } = contract;
  const { priceDecimals } = useMarketNames()(contract.symbol);
  const pair = (label: string, value: ReactNode) => (
    <div className="flex flex-col">
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="text-13 figure">{value}</dd>
    </div>
  );
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-baseline justify-between gap-3 text-14">
        <span>
          <span className="font-medium">{contract.symbol_name}</span>{' '}
          <span className={contract.side === 'up' ? 'text-up' : 'text-down'}>
            {text(`trade.sec.${contract.side}`)}
          </span>{' '}
          {periodText(intl, contract.periodSeconds)}
        </span>
        {aside}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {pair(text('trade.sec.quantity'), `${format.count(contract.quantity)} ${contract.coin}`)}
        {pair(
          text('trade.sec.profitLoss'),
          <span className={profitClass(profitLoss)}>
            {profitLoss === null
              ? '–'
              : `${signed(profitLoss, format.quantity(profitLoss))} ${contract.coin}`}
          </span>,
        )}
        {pair(text('trade.sec.openPrice'), format.price(contract.openPrice, priceDecimals))}
        {pair(endLabel, format.price(endPrice, priceDecimals))}
      </dl>
      {children}
    </li>
  );
}
