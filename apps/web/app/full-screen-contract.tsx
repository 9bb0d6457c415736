import { getRouteApi } from '@tanstack/react-router';
import { FullScreen } from '../exchange/full-screen.tsx';
import { fullScreenSymbol } from '../exchange/full-screen-symbol.ts';
import { PerpetualHeader } from '../perpetual/perpetual-header.tsx';
import { toPerpetualMarket } from '../perpetual/perpetual-market.ts';
import { PerpetualPage } from '../perpetual/perpetual-page.tsx';
import { usePerpetualRows } from '../perpetual/use-perpetuals.ts';
import { stripClass } from '../trade/terminal/market-header.tsx';
import { useNamedRow } from '../trade/terminal/terminal.tsx';

const route = getRouteApi('/shell/exchange/full-contract/$type');

/** The contract that the address names, over the whole window. */
export function FullScreenContract() {
  const { type } = route.useParams();
  const symbol = fullScreenSymbol(type, 'usta');
  const row = useNamedRow(usePerpetualRows().rows, symbol);
  return (
    <FullScreen
      product="usta"
      row={row}
      strip={(contract) => <PerpetualHeader market={toPerpetualMarket(contract)} className={stripClass} />}
    >
      <PerpetualPage symbol={symbol} hasHeader={false} />
    </FullScreen>
  );
}
