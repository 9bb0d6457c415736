import type { MarketRow } from '@candor/api';
import { buttonClass, Change, Menu, MenuItem, useFormatters } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useTicker } from '../../data/index.ts';
import { MarketChanges } from '../market/market-changes.tsx';
import type { TradeMarket } from '../market/trade-market.ts';
import { MarketSearch } from '../search/market-search.tsx';

function Entry({ row }: { readonly row: MarketRow }) {
  const format = useFormatters();
  const ticker = useTicker(row.symbol);
  return (
    <span className="grid w-72 grid-cols-[1fr_auto_5rem] items-baseline gap-3">
      <span className="font-medium">{row.symbol_name}</span>
      <span className="figure">{format.price(ticker?.last ?? row.close, row.full_cou)}</span>
      <span className="text-end">
        <Change percent={ticker?.changePercent24h ?? row.zdf} />
      </span>
    </span>
  );
}

export interface SymbolSwitcherProps {
  readonly market: TradeMarket;
  /** All markets of the product. */
  readonly rows: readonly MarketRow[];
  readonly type: 'spot' | 'usta' | 'sec';
}

/** The market's name, which drops into all markets of its product with their prices. */
export function SymbolSwitcher({ market, rows, type }: SymbolSwitcherProps) {
  const intl = useIntl();
  // spot and contracts of a market have one name
  const product = type === 'usta' ? intl.formatMessage({ id: 'perpetual.perpetual' }) : null;
  const named = product === null ? market.name : `${market.name} ${product}`;
  return (
    <div className="flex items-center gap-1">
      <h1 className="text-20 font-semibold">
        <Menu
          trigger={
            <button
              type="button"
              className={`${buttonClass('plain', 'medium')} -ml-3 px-3! text-20! font-semibold! text-ink!`}
              aria-label={intl.formatMessage({ id: 'trade.switchMarket' }, { market: named })}
            >
              {market.name}{' '}
              {product !== null && <span className="text-12 font-normal text-ink-3">{product}</span>}
              <ChevronDown aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.75} />
            </button>
          }
        >
          {rows.map((row) => (
            <MenuItem
              key={row.id}
              link={
                <Link
                  to="/trade/index"
                  search={({ margin }) => ({
                    type,
                    symbol: row.base_symbol.toLowerCase(),
                    ...(type === 'spot' && margin !== undefined ? { margin } : {}),
                  })}
                />
              }
            >
              <Entry row={row} />
            </MenuItem>
          ))}
        </Menu>
      </h1>
      <MarketSearch />
      {type !== 'sec' && <MarketChanges market={market} />}
    </div>
  );
}
