import { Sheet, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import type { FullScreenProduct } from './full-screen-symbol.ts';
import { MarketPanel } from './market-panel.tsx';

interface BesidePanelProps {
  readonly symbol: string | undefined;
  readonly product: FullScreenProduct;
  readonly hasPanel: boolean;
  readonly onPanelChange: (hasPanel: boolean) => void;
  /** The panel is a sheet over the page. */
  readonly isPhone: boolean;
  readonly children: ReactNode;
}

/** A terminal with the market panel beside it, on a phone in a sheet over it. */
export function BesidePanel(props: BesidePanelProps) {
  const { symbol, product, hasPanel, onPanelChange, isPhone, children } = props;
  const text = useText();
  const panel = <MarketPanel symbol={symbol} product={product} />;
  return (
    <div className="flex min-h-0 flex-1">
      {!isPhone && hasPanel && (
        <aside aria-label={text('trade.markets.title')} className="w-80 shrink-0 border-e">
          {panel}
        </aside>
      )}
      {isPhone && (
        <Sheet open={hasPanel} onOpenChange={onPanelChange} title={text('trade.markets.title')}>
          <div className="-mx-4 h-[70dvh]">{panel}</div>
        </Sheet>
      )}
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
    </div>
  );
}
