import type { MarketRow } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import { EmptyState, ErrorState, loneLinkClass, Skeleton } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../common/error-words.ts';
import { useMediaQuery } from '../../common/use-media-query.ts';
import { useMarketStates, usePreference, useServices, useTicker } from '../../data/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import type { PriceLine } from '../chart/price-line.ts';
import type { Side } from '../draft/draft.ts';
import { createDraftStore, DraftProvider } from '../draft/draft-store.ts';
import { findMarket, type TradeMarket, withLiveState } from '../market/trade-market.ts';
import { useLiveTitle } from '../market/use-live-title.ts';
import { SymbolSwitcher, type SymbolSwitcherProps } from './symbol-switcher.tsx';
import { TradeDesktop } from './trade-desktop.tsx';
import { TradePhone } from './trade-phone.tsx';

/** Too little width for panels side by side. */
export const NARROW = '(width < 64rem)';

/** Keeps the tape coming, also where it is not in view: its newest trade is the last price of the whole page. */
function useWatchedTape(symbol: string) {
  const { market } = useServices();
  useEffect(() => market.watchTrades(symbol), [market, symbol]);
}

/** The parts that a product puts into the frame of its page. */
export interface TerminalProps {
  readonly market: TradeMarket;
  /** All markets of the product. */
  readonly rows: readonly MarketRow[];
  readonly type: SymbolSwitcherProps['type'];
  readonly header: React.ReactNode;
  /** Further figures on a phone, by the ids of their names. */
  readonly figures?: readonly { readonly id: MessageId; readonly value: React.ReactNode }[];
  /** The user's open and past orders, and the id of their name. */
  readonly records: React.ReactNode;
  readonly recordsTitle: MessageId;
  /** The ids of what a phone's two buttons say. */
  readonly sides: Readonly<Record<Side, MessageId>>;
  readonly form: (onPlaced?: () => void) => React.ReactNode;
  /** Lines of the chart beside the open orders'. */
  readonly lines?: readonly PriceLine[];
}

/** The frame of a trade page: chart, book, form and records, side by side or under each other. */
export function Terminal(props: TerminalProps) {
  const { market, rows, type, form } = props;
  const phone = useMediaQuery(NARROW);
  const { preferences } = useServices();
  // not by the market's row, whose statistics are replaced each minute: the draft must stay
  const [draft] = useState(() => createDraftStore(market));
  useLiveTitle(market, useTicker(market.symbol)?.last, type === 'usta' ? 'perpetual.perpetual' : null);
  useWatchedTape(market.symbol);
  useEffect(() => {
    preferences.change({ currentCoin: market.base.toLowerCase() });
  }, [preferences, market.base]);
  return (
    <DraftProvider value={draft}>
      {phone ? (
        <TradePhone {...props} switcher={<SymbolSwitcher market={market} rows={rows} type={type} />} />
      ) : (
        <TradeDesktop {...props} form={form()} />
      )}
    </DraftProvider>
  );
}

/** A product's list of markets, as far as it is known. */
export interface MarketListing {
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  refetch(): unknown;
}

/** Says that the address names a market that is not listed here, rather than showing another one. */
export function UnknownMarket({ symbol }: { readonly symbol: string }) {
  const intl = useIntl();
  usePageTitle('menu.trade');
  return (
    <EmptyState
      title={intl.formatMessage({ id: 'trade.page.unknown' }, { symbol: symbol.slice(0, 20).toUpperCase() })}
      text={intl.formatMessage({ id: 'trade.page.unknownText' })}
      heading="h1"
      action={
        <Link to="/quotes/index" className={loneLinkClass}>
          {intl.formatMessage({ id: 'trade.page.markets' })}
        </Link>
      }
    />
  );
}

/** Returns the row that an address names, with its live state; undefined before there is one, and where there is none. */
export function useNamedRow<R extends MarketRow>(
  rows: readonly R[] | undefined,
  symbol: string | undefined,
): R | undefined {
  const lastCoin = usePreference('currentCoin');
  const listed =
    rows && (symbol === undefined ? (findMarket(rows, lastCoin) ?? rows[0]) : findMarket(rows, symbol));
  const states = useMarketStates();
  return useMemo(() => listed && withLiveState(listed, states), [listed, states]);
}

/** The row that an address names, once there is one; before, and where there is none, what there is to say. */
export function NamedMarket<R extends MarketRow>({
  listing,
  rows,
  symbol,
  children,
}: {
  readonly listing: MarketListing;
  readonly rows: readonly R[] | undefined;
  /** Symbol as the address names it; undefined for the last one used. */
  readonly symbol: string | undefined;
  readonly children: (row: R, rows: readonly R[]) => React.ReactNode;
}) {
  const intl = useIntl();
  const row = useNamedRow(rows, symbol);
  if (rows !== undefined && row !== undefined) return children(row, rows);
  if (listing.isError) {
    return (
      <ErrorState
        title={intl.formatMessage({ id: 'trade.page.failed' })}
        text={wordsOf(intl, listing.error)}
        heading="h1"
        onRetry={() => listing.refetch()}
        retrying={listing.isFetching}
      />
    );
  }
  if (rows !== undefined && symbol !== undefined && rows.length > 0) return <UnknownMarket symbol={symbol} />;
  if (rows !== undefined) {
    return (
      <EmptyState
        title={intl.formatMessage({ id: 'trade.page.none' })}
        heading="h1"
        action={
          <Link to="/home/index" className={loneLinkClass}>
            {intl.formatMessage({ id: 'trade.page.home' })}
          </Link>
        }
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
