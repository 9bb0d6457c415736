import type { MarketRow } from '@candor/api';
import { buttonClass, Change, cx, Menu, MenuItem, useFormatters, useText } from '@candor/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { ChevronDown, Maximize2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useTicker } from '../../data/index.ts';
import { AlertButton } from '../../markets/alert-button.tsx';
import { alertMarketOf } from '../../markets/alert-market.ts';
import { fullScreenPlace, useMarketPlaces } from '../../markets/market-place.ts';
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

interface FullScreenLinkProps {
  readonly row: MarketRow;
  readonly type: 'spot' | 'usta';
}

/** Leads to the market over the whole window; nothing there itself, and on a phone. */
function FullScreenLink({ row, type }: FullScreenLinkProps) {
  const text = useText();
  const { margin } = useSearch({ strict: false });
  if (useMarketPlaces() === fullScreenPlace) return null;
  return (
    <Link
      {...fullScreenPlace(row, type, margin)}
      aria-label={text('trade.fullScreen')}
      title={text('trade.fullScreen')}
      className={cx(buttonClass('plain', 'small'), 'w-7 touch:w-11 max-lg:hidden!')}
    >
      <Maximize2 aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
    </Link>
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
  const placeOf = useMarketPlaces();
  const { margin } = useSearch({ strict: false });
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
            <MenuItem key={row.id} link={<Link {...placeOf(row, type, margin)} />}>
              <Entry row={row} />
            </MenuItem>
          ))}
        </Menu>
      </h1>
      <MarketSearch />
      {type !== 'sec' && <AlertButton market={alertMarketOf(market.row)} />}
      {type !== 'sec' && <MarketChanges market={market} />}
      {type !== 'sec' && <FullScreenLink row={market.row} type={type} />}
    </div>
  );
}
