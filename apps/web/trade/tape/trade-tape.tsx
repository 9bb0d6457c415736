import type { PublicTrade } from '@candor/api';
import { useFormatters } from '@candor/ui';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { useTrades } from '../../data/index.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { useSizeHead } from '../market/use-size-head.ts';

const MAX_ROWS = 60;

interface RowProps {
  readonly trade: PublicTrade;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

const Row = memo(function Row({ trade, priceDecimals, quantityDecimals }: RowProps) {
  const format = useFormatters();
  const intl = useIntl();
  const ours = trade.source === 'ours';
  return (
    <li className="grid h-5 grid-cols-[1.1fr_1fr_1fr] items-center px-3 text-12 figure">
      <span className={trade.side === 'buy' ? 'text-up' : 'text-down'}>
        <span aria-hidden="true" className="mr-1">
          {trade.side === 'buy' ? '↑' : '↓'}
        </span>
        <span className="sr-only">{intl.formatMessage({ id: `trade.side.${trade.side}` })} </span>
        {format.price(trade.price, priceDecimals)}
      </span>
      <span className="text-right">{format.quantity(trade.qty, quantityDecimals)}</span>
      <span className="text-right text-ink-3">
        {ours && <span className="mr-1 text-accent">{intl.formatMessage({ id: 'trade.tape.ours' })}</span>}
        {format.time(trade.t)}
      </span>
    </li>
  );
});

/** The latest trades of the venues and of this exchange, newest first; ours say so. */
export function TradeTape({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const sizeHead = useSizeHead(market);
  const trades = useTrades(market.symbol) ?? [];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="grid grid-cols-[1.1fr_1fr_1fr] px-3 py-1 text-12 text-ink-3">
        <span>{intl.formatMessage({ id: 'trade.book.price' }, { coin: market.quote })}</span>
        <span className="text-right">{sizeHead('size')}</span>
        <span className="text-right">{intl.formatMessage({ id: 'trade.tape.time' })}</span>
      </div>
      <ol
        className="min-h-0 flex-1 overflow-hidden"
        aria-label={intl.formatMessage({ id: 'trade.tape.label' })}
      >
        {trades.slice(0, MAX_ROWS).map((trade) => (
          <Row
            key={trade.id}
            trade={trade}
            priceDecimals={market.priceDecimals}
            quantityDecimals={market.quantityDecimals}
          />
        ))}
      </ol>
    </div>
  );
}
