import type { MarketRow } from '@candor/api';
import { useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { usePricesOld } from '../data/index.ts';
import { fullScreenPlace, MarketPlacesProvider, tradePlace } from '../markets/market-place.ts';
import type { MarginAccountName } from '../markets/trade-search.ts';
import { AccountBars } from '../shell/account-bars.tsx';
import { OperationsBar } from '../shell/operations-bar.tsx';
import { OLD_PRICES } from '../trade/market/old-prices.ts';
import { BesidePanel } from './beside-panel.tsx';
import { FullScreenBar } from './full-screen-bar.tsx';
import type { FullScreenProduct } from './full-screen-symbol.ts';
import { usePanel } from './use-panel.ts';

interface FullScreenProps<R extends MarketRow> {
  readonly product: FullScreenProduct;
  /** The market that the address names; undefined while it is not known, and where it is not listed. */
  readonly row: R | undefined;
  readonly margin?: MarginAccountName | undefined;
  /** Name and price of the market in one line. */
  readonly strip: (row: R) => ReactNode;
  readonly children: ReactNode;
}

/** A market over the whole window, under a bar of its own in place of the site's menu. */
export function FullScreen<R extends MarketRow>(props: FullScreenProps<R>) {
  const { product, row, margin, strip, children } = props;
  const text = useText();
  const isOld = usePricesOld();
  const panel = usePanel(row?.symbol ?? '');
  const exit =
    row === undefined
      ? ({ to: '/trade/index', search: { type: product } } as const)
      : tradePlace(row, product, margin);
  return (
    <MarketPlacesProvider value={fullScreenPlace}>
      <div className="flex min-h-dvh flex-1 flex-col lg:min-h-0">
        <FullScreenBar exit={exit} hasPanel={panel.hasPanel} onPanelChange={panel.onPanelChange}>
          {row === undefined && <p className="truncate text-16 font-semibold">{text('trade.exchange')}</p>}
          {row !== undefined && !panel.isPhone && <div className={isOld ? OLD_PRICES : ''}>{strip(row)}</div>}
        </FullScreenBar>
        <OperationsBar wide />
        <AccountBars />
        <BesidePanel {...panel} symbol={row?.symbol} product={product}>
          {children}
        </BesidePanel>
      </div>
    </MarketPlacesProvider>
  );
}
