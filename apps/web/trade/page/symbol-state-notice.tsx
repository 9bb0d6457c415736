import { TriangleAlert } from 'lucide-react';
import { useIntl } from 'react-intl';
import type { TradeMarket } from './trade-market.ts';

/** Says that a market is halted or takes only post-only orders, and the operator's reason. */
export function SymbolStateNotice({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  if (market.state === 'trading') return null;
  return (
    <p role="status" className="flex items-center gap-2 border-b bg-warn-tint px-4 py-2 text-13 text-ink">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" strokeWidth={1.75} />
      {intl.formatMessage(
        { id: market.state === 'halted' ? 'trade.state.halted' : 'trade.state.postOnly' },
        { market: market.name, reason: market.stateReason },
      )}
    </p>
  );
}
