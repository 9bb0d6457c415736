import type { MarketRow } from '@candor/contract';
import { EmptyState, ErrorState, Skeleton, TextLink } from '@candor/ui';
import { useEffect, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useMediaQuery } from '../../app/use-media-query.ts';
import { useMarkets, useServices, useTicker } from '../../data/index.ts';
import { OrderForm } from '../form/order-form.tsx';
import { OrdersPanel } from '../orders/orders-panel.tsx';
import { createDraftStore, DraftProvider } from './draft-store.ts';
import { MarketHeader } from './market-header.tsx';
import { SymbolStateNotice } from './symbol-state-notice.tsx';
import { SymbolSwitcher } from './symbol-switcher.tsx';
import { TradeDesktop } from './trade-desktop.tsx';
import { findMarket, type TradeMarket, toTradeMarket } from './trade-market.ts';
import { TradePhone } from './trade-phone.tsx';

/** Too little width for panels side by side. */
export const NARROW = '(width < 64rem)';

/** Puts the live price into the title while the market is shown. */
export function useLiveTitle(market: TradeMarket) {
  const last = useTicker(market.symbol)?.last;
  useEffect(() => {
    if (last !== undefined) document.title = `${last} ${market.name} · Candor`;
  }, [last, market.name]);
}

function Terminal({ market, rows }: { readonly market: TradeMarket; readonly rows: readonly MarketRow[] }) {
  const phone = useMediaQuery(NARROW);
  const { preferences } = useServices();
  const draft = useMemo(() => createDraftStore(market), [market]);
  useLiveTitle(market);
  useEffect(() => {
    preferences.change({ currentCoin: market.base.toLowerCase() });
  }, [preferences, market.base]);
  return (
    <DraftProvider value={draft}>
      <SymbolStateNotice market={market} />
      {phone ? (
        <TradePhone
          market={market}
          switcher={<SymbolSwitcher market={market} rows={rows} type="spot" />}
          records={<OrdersPanel market={market} />}
          recordsTitle="trade.orders.title"
          sides={{ buy: 'trade.side.buy', sell: 'trade.side.sell' }}
          form={(onPlaced) => <OrderForm market={market} onPlaced={onPlaced} />}
        />
      ) : (
        <TradeDesktop
          market={market}
          header={<MarketHeader market={market} />}
          records={<OrdersPanel market={market} />}
          form={<OrderForm market={market} />}
        />
      )}
    </DraftProvider>
  );
}

/** The spot terminal of the market that the address names. */
export function TradePage({ symbol }: { readonly symbol: string }) {
  const intl = useIntl();
  const markets = useMarkets();
  const rows = markets.data;
  const row = rows === undefined ? undefined : findMarket(rows, symbol);
  const market = useMemo(() => (row === undefined ? undefined : toTradeMarket(row)), [row]);
  if (market !== undefined) return <Terminal key={market.symbol} market={market} rows={rows ?? []} />;
  if (markets.isError) {
    return (
      <ErrorState
        title={intl.formatMessage({ id: 'trade.page.failed' })}
        text={wordsOf(intl, markets.error)}
        onRetry={() => markets.refetch()}
        retrying={markets.isFetching}
      />
    );
  }
  if (rows !== undefined) {
    return (
      <EmptyState
        title={intl.formatMessage({ id: 'trade.page.none' })}
        action={<TextLink href="/home/index">{intl.formatMessage({ id: 'trade.page.home' })}</TextLink>}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3 p-4" aria-busy="true">
      <Skeleton className="h-8 w-80" />
      <Skeleton className="h-120 w-full" />
    </div>
  );
}
