import type { MarketRow } from '@candor/contract';
import { EmptyState, ErrorState, Skeleton, TextLink } from '@candor/ui';
import { useEffect, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useMediaQuery } from '../../app/use-media-query.ts';
import { useMarkets, useServices, useTicker } from '../../data/index.ts';
import { OrderForm } from '../form/order-form.tsx';
import { AccountSwitch } from '../margin/account-switch.tsx';
import { choiceOf, type TradeAccount } from '../margin/margin-account.ts';
import { MarginForm } from '../margin/margin-form.tsx';
import { MarginPanel } from '../margin/margin-panel.tsx';
import { useMarginNotices } from '../margin/use-margin-notices.ts';
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

interface TerminalProps extends Omit<TradePageProps, 'symbol'> {
  readonly market: TradeMarket;
  readonly rows: readonly MarketRow[];
}

function Terminal({ market, rows, account, onAccountChange }: TerminalProps) {
  const phone = useMediaQuery(NARROW);
  const { preferences } = useServices();
  const draft = useMemo(() => createDraftStore(market), [market]);
  useLiveTitle(market);
  useMarginNotices();
  // an order that waits for a price is of the spot account
  useEffect(() => {
    if (account !== 'spot') draft.change({ wait: null });
  }, [account, draft]);
  useEffect(() => {
    preferences.change({ currentCoin: market.base.toLowerCase() });
  }, [preferences, market.base]);
  const choice = account === 'spot' ? null : choiceOf(account, market.symbol);
  const records =
    choice === null ? (
      <OrdersPanel market={market} />
    ) : (
      <MarginPanel key={account} market={market} choice={choice} />
    );
  const form = (onPlaced?: () => void) => {
    const placed = onPlaced === undefined ? {} : { onPlaced };
    return (
      <div className="flex flex-col gap-3">
        <AccountSwitch account={account} onChange={onAccountChange} />
        {choice === null ? (
          <OrderForm market={market} {...placed} />
        ) : (
          <MarginForm key={account} market={market} choice={choice} {...placed} />
        )}
      </div>
    );
  };
  return (
    <DraftProvider value={draft}>
      <SymbolStateNotice market={market} />
      {phone ? (
        <TradePhone
          market={market}
          switcher={<SymbolSwitcher market={market} rows={rows} type="spot" />}
          records={records}
          recordsTitle={choice === null ? 'trade.orders.title' : 'trade.margin.account'}
          sides={{ buy: 'trade.side.buy', sell: 'trade.side.sell' }}
          form={form}
        />
      ) : (
        <TradeDesktop
          market={market}
          header={<MarketHeader market={market} />}
          records={records}
          form={form()}
        />
      )}
    </DraftProvider>
  );
}

export interface TradePageProps {
  readonly symbol: string;
  /** The account that orders are placed from. */
  readonly account: TradeAccount;
  readonly onAccountChange: (account: TradeAccount) => void;
}

/** The spot terminal of the market that the address names. */
export function TradePage({ symbol, account, onAccountChange }: TradePageProps) {
  const intl = useIntl();
  const markets = useMarkets();
  const rows = markets.data;
  const row = rows === undefined ? undefined : findMarket(rows, symbol);
  const market = useMemo(() => (row === undefined ? undefined : toTradeMarket(row)), [row]);
  if (market !== undefined) {
    return <Terminal key={market.symbol} {...{ market, account, onAccountChange }} rows={rows ?? []} />;
  }
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
