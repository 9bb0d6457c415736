import { IconButton, useText } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { PanelLeft } from 'lucide-react';
import { useMarkets } from '../data/index.ts';
import { BesidePanel } from '../exchange/beside-panel.tsx';
import { usePanel } from '../exchange/use-panel.ts';
import { exchangePlace, MarketPlacesProvider } from '../markets/market-place.ts';
import { PerpetualPage } from '../perpetual/perpetual-page.tsx';
import { usePerpetualRows } from '../perpetual/use-perpetuals.ts';
import { useNamedRow } from '../trade/terminal/terminal.tsx';
import { SpotMarket, withAccount } from './spot-page.tsx';

const route = getRouteApi('/shell/exchange/index');

/** All markets beside the terminal of one of them, within the site's menu and above its footer. */
export function ExchangePage() {
  const { type = 'spot', symbol, margin } = route.useSearch();
  const navigate = route.useNavigate();
  const text = useText();
  const spot = useNamedRow(useMarkets().data, symbol);
  const contract = useNamedRow(usePerpetualRows().rows, symbol);
  const row = type === 'usta' ? contract : spot;
  const panel = usePanel(row?.symbol ?? '');
  return (
    <MarketPlacesProvider value={exchangePlace}>
      <div className="flex flex-1 flex-col lg:h-[max(44rem,calc(100dvh-5.25rem))] lg:flex-none">
        <div className="flex items-center gap-2 border-b px-3 py-1">
          <IconButton
            size="small"
            label={text(panel.hasPanel ? 'trade.markets.hide' : 'trade.markets.show')}
            aria-expanded={panel.hasPanel}
            onClick={() => panel.onPanelChange(!panel.hasPanel)}
          >
            <PanelLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </IconButton>
          <span className="text-13 text-ink-2">{text('trade.markets.title')}</span>
        </div>
        <BesidePanel {...panel} symbol={row?.symbol} product={type}>
          {type === 'usta' ? (
            <PerpetualPage symbol={symbol} />
          ) : (
            <SpotMarket
              symbol={symbol}
              account={margin ?? 'spot'}
              onAccountChange={(account) =>
                void navigate({ search: (search) => withAccount(search, account), replace: true })
              }
            />
          )}
        </BesidePanel>
      </div>
    </MarketPlacesProvider>
  );
}
