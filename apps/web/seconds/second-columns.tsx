import type { SecondRow } from '@candor/api';
import { type Column, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useMasked } from '../common/eye.tsx';
import { periodText } from '../common/period-text.ts';
import { useMarketNames } from '../trade/orders/market-names.ts';
import { profitClass, signed } from './second-words.ts';

/** The columns that open and past contracts share; a card begins with the market, its direction beside it. */
export function useSecondColumns() {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const masked = useMasked();
  const market = useMarketNames();
  const price = ({ symbol }: SecondRow, value: string | null) =>
    format.price(value, market(symbol).priceDecimals);
  const columns = {
    market: { head: 'trade.orders.market', card: 'title', cell: (contract) => contract.symbol_name },
    direction: {
      head: 'seconds.direction',
      card: 'corner',
      cell: ({ side, periodSeconds }) => (
        <>
          <span className={side === 'up' ? 'text-up' : 'text-down'}>{text(`seconds.${side}`)}</span>{' '}
          {periodText(intl, periodSeconds)}
        </>
      ),
    },
    stake: {
      head: 'seconds.quantity',
      kind: 'figure',
      cell: ({ quantity, coin }) => `${masked(format.count(quantity))} ${coin}`,
    },
    openPrice: {
      head: 'seconds.openPrice',
      kind: 'figure',
      cell: (contract) => price(contract, contract.openPrice),
    },
  } satisfies Record<string, Column<SecondRow>>;
  /** The profit or loss of a contract with its sign; a dash while it is not known. */
  const profit = ({ profitLoss, coin }: SecondRow) => (
    <span className={profitClass(profitLoss)}>
      {profitLoss === null ? '–' : `${masked(signed(profitLoss, format.quantity(profitLoss)))} ${coin}`}
    </span>
  );
  return { columns, price, profit };
}
