import { TriangleAlert } from 'lucide-react';
import { type IntlShape, useIntl } from 'react-intl';
import type { TradeMarket } from './trade-market.ts';

/**
 * Says that a market is halted or takes only post-only orders, and the operator's reason. It lies over the chart, so that
 * nothing on the page moves when it comes or goes.
 */
export function SymbolStateNotice({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const words = stateWords(intl, market);
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-0 z-10">
      {words !== null && (
        <p className="flex items-center gap-2 border-b bg-warn-tint px-4 py-2 text-13 text-ink">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" strokeWidth={1.75} />
          <span className="min-w-0 wrap-anywhere">{words}</span>
        </p>
      )}
    </div>
  );
}

/** Why a market does not take every order now; null where it does. */
export function stateWords(intl: IntlShape, market: TradeMarket): string | null {
  if (market.state === 'trading') return null;
  return intl.formatMessage(
    { id: market.state === 'halted' ? 'trade.state.halted' : 'trade.state.postOnly' },
    { market: market.name, reason: market.stateReason },
  );
}
