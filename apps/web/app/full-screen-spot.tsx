import { getRouteApi } from '@tanstack/react-router';
import { useMarkets } from '../data/index.ts';
import { FullScreen } from '../exchange/full-screen.tsx';
import { fullScreenSymbol } from '../exchange/full-screen-symbol.ts';
import { toTradeMarket } from '../trade/market/trade-market.ts';
import { MarketHeader, stripClass } from '../trade/terminal/market-header.tsx';
import { useNamedRow } from '../trade/terminal/terminal.tsx';
import { SpotMarket, withAccount } from './spot-page.tsx';

const route = getRouteApi('/shell/exchange/full-screen/$type');

/** The spot market that the address names, over the whole window. */
export function FullScreenSpot() {
  const { type } = route.useParams();
  const { margin } = route.useSearch();
  const navigate = route.useNavigate();
  const symbol = fullScreenSymbol(type, 'spot');
  const row = useNamedRow(useMarkets().data, symbol);
  return (
    <FullScreen
      product="spot"
      row={row}
      margin={margin}
      strip={(market) => <MarketHeader market={toTradeMarket(market)} className={stripClass} />}
    >
      <SpotMarket
        symbol={symbol}
        account={margin ?? 'spot'}
        onAccountChange={(account) =>
          void navigate({ search: (search) => withAccount(search, account), replace: true })
        }
        hasHeader={false}
      />
    </FullScreen>
  );
}
