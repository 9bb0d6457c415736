import type { SecondRow } from '@candor/api';
import {
  Button,
  cx,
  EmptyState,
  ErrorState,
  loneLinkClass,
  Sheet,
  Skeleton,
  toasts,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { useMediaQuery } from '../common/use-media-query.ts';
import {
  useMarketStates,
  useMarkets,
  usePreference,
  usePricesOld,
  useSaysItself,
  useServices,
  useTicker,
} from '../data/index.ts';
import { OLD_PRICES } from '../trade/market/old-prices.ts';
import { findMarket, type TradeMarket, toTradeMarket, withLiveState } from '../trade/market/trade-market.ts';
import { useLiveTitle } from '../trade/market/use-live-title.ts';
import { Statistic } from '../trade/terminal/market-header.tsx';
import { SymbolSwitcher } from '../trade/terminal/symbol-switcher.tsx';
import { UnknownMarket } from '../trade/terminal/terminal.tsx';
import { IndexChart } from './index-chart.tsx';
import { type Direction, SecondsForm, type SecondTicket } from './seconds-form.tsx';
import { SecondsLists } from './seconds-lists.tsx';
import { useOffers, useSecondsInStep } from './use-seconds.ts';

const NARROW = '(width < 64rem)';
const NO_TICKET: SecondTicket = { direction: 'up', period: null, quantity: '' };

/** Name of the market, and its index: contracts open and close by it. */
function Header({
  market,
  offered,
}: {
  readonly market: TradeMarket;
  readonly offered: ReadonlySet<string>;
}) {
  const format = useFormatters();
  const ticker = useTicker(market.symbol);
  const old = usePricesOld();
  const rows = (useMarkets().data ?? []).filter(({ symbol }) => offered.has(symbol));
  const price = (value: string | null | undefined) => format.price(value, market.priceDecimals);
  const text = useText();
  return (
    <header
      className={cx('flex flex-wrap items-center gap-x-6 gap-y-2 border-b px-4 py-2', old && OLD_PRICES)}
    >
      <SymbolSwitcher market={market} rows={rows} type="sec" />
      <dl className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-2">
        <Statistic label={text('trade.price.index')}>
          {ticker?.index === null ? text('trade.stat.stale') : price(ticker?.index)}
        </Statistic>
      </dl>
    </header>
  );
}

interface ViewProps {
  readonly market: TradeMarket;
  readonly offered: ReadonlySet<string>;
  readonly ticket: SecondTicket;
  readonly onTicketChange: (ticket: SecondTicket) => void;
}

function Desk({ market, offered, ticket, onTicketChange }: ViewProps) {
  const intl = useIntl();
  return (
    <div className="flex min-h-120 flex-1 flex-col">
      <Header market={market} offered={offered} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="min-h-0 flex-3">
            <IndexChart market={market} />
          </div>
          <div className="min-h-0 flex-2 border-t">
            <SecondsLists market={market} />
          </div>
        </div>
        <section
          aria-label={intl.formatMessage({ id: 'seconds.ticket' })}
          className="relative w-80 shrink-0 overflow-y-auto border-l px-4 pt-4"
        >
          <SecondsForm market={market} ticket={ticket} onTicketChange={onTicketChange} />
        </section>
      </div>
    </div>
  );
}

/** Chart and contracts under each other; two buttons open the ticket in a sheet. */
function Phone({ market, offered, ticket, onTicketChange }: ViewProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const start = (direction: Direction) => {
    onTicketChange({ ...ticket, direction });
    setOpen(true);
  };
  return (
    <div className="flex flex-col pb-20">
      <Header market={market} offered={offered} />
      <div className="h-80">
        <IndexChart market={market} />
      </div>
      <div className="min-h-80 border-t">
        <SecondsLists market={market} />
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-2 gap-3 border-t bg-paper p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {(['up', 'down'] as const).map((each) => (
          <Button key={each} variant="quiet" size="large" onClick={() => start(each)}>
            {intl.formatMessage({ id: `seconds.${each}` })}
          </Button>
        ))}
      </div>
      <Sheet open={open} onOpenChange={setOpen} title={market.name}>
        <SecondsForm
          market={market}
          ticket={ticket}
          onTicketChange={onTicketChange}
          onOpened={() => setOpen(false)}
        />
      </Sheet>
    </div>
  );
}

function Terminal({
  market,
  offered,
}: {
  readonly market: TradeMarket;
  readonly offered: ReadonlySet<string>;
}) {
  const intl = useIntl();
  const format = useFormatters();
  const phone = useMediaQuery(NARROW);
  const [ticket, setTicket] = useState<SecondTicket>(NO_TICKET);
  const { preferences } = useServices();
  useLiveTitle(market, useTicker(market.symbol)?.index, 'menu.flash');
  useEffect(() => {
    preferences.change({ currentCoin: market.base.toLowerCase() });
  }, [preferences, market.base]);
  const onEnded = useCallback(
    (contract: SecondRow) => {
      const amount = (contract.profitLoss ?? '0').replace('-', '');
      const values = { market: contract.symbol_name, amount: `${format.quantity(amount)} ${contract.coin}` };
      const back = contract.result === 'even' || contract.result === 'void';
      toasts.info(intl.formatMessage({ id: `seconds.toast.${back ? 'refund' : contract.result}` }, values));
    },
    [intl, format],
  );
  useSecondsInStep(onEnded);
  useSaysItself('second-settled');
  const View = phone ? Phone : Desk;
  return <View market={market} offered={offered} ticket={ticket} onTicketChange={setTicket} />;
}

/** Second contracts on the market that the address names, or the first that has any. */
export function SecondsPage({ symbol }: { readonly symbol: string | undefined }) {
  const intl = useIntl();
  const markets = useMarkets();
  const states = useMarketStates();
  const lastCoin = usePreference('currentCoin');
  const offers = useOffers();
  const offered = useMemo(
    () => new Set(offers.data?.records.map((offer) => offer.symbol) ?? []),
    [offers.data],
  );
  const rows = markets.data;
  const row = useMemo(() => {
    const among = rows?.filter((each) => offered.has(each.symbol)) ?? [];
    const listed =
      symbol === undefined ? (findMarket(among, lastCoin) ?? among[0]) : findMarket(among, symbol);
    return listed && withLiveState(listed, states);
  }, [rows, offered, symbol, lastCoin, states]);
  const market = useMemo(() => (row === undefined ? undefined : toTradeMarket(row)), [row]);
  if (market !== undefined) return <Terminal key={market.symbol} market={market} offered={offered} />;
  const failed = [markets, offers].find((query) => query.isError);
  if (failed !== undefined) {
    return (
      <ErrorState
        title={intl.formatMessage({ id: 'trade.page.failed' })}
        text={wordsOf(intl, failed.error)}
        heading="h1"
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  }
  if (rows !== undefined && symbol !== undefined && offered.size > 0)
    return <UnknownMarket symbol={symbol} />;
  if (rows !== undefined && offers.data !== undefined) {
    return (
      <EmptyState
        title={intl.formatMessage({ id: 'seconds.closed' })}
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
