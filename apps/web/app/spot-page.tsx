import type { MarketRow } from '@candor/api';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useMarkets } from '../data/index.ts';
import { AccountSwitch } from '../margin/account-switch.tsx';
import { choiceOf, type TradeAccount } from '../margin/margin-account.ts';
import { MarginForm, MarginPanel } from '../margin/terminal.ts';
import { useMarginNotices } from '../margin/use-margin-notices.ts';
import type { MarginAccountName } from '../markets/trade-search.ts';
import { OrdersPanel } from '../spot/orders-panel.tsx';
import { useDraftStore } from '../trade/draft/draft-store.ts';
import { OrderForm } from '../trade/form/order-form.tsx';
import { type TradeMarket, toTradeMarket } from '../trade/market/trade-market.ts';
import { MarketHeader } from '../trade/terminal/market-header.tsx';
import { NamedMarket, Terminal } from '../trade/terminal/terminal.tsx';

interface AccountProps {
  /** The account that orders are placed from. */
  readonly account: TradeAccount;
  readonly onAccountChange: (account: TradeAccount) => void;
}

/** The account that an address names, and the part of a search that names it. */
export interface MarginSearch {
  readonly margin?: MarginAccountName;
}

export interface SpotMarketProps extends AccountProps {
  /** False where the page's own bar names the market. */
  readonly hasHeader?: boolean;
}

interface AccountFormProps extends AccountProps {
  readonly market: TradeMarket;
  readonly onPlaced?: () => void;
}

/** The order form of the account that is chosen, and the choice. */
function AccountForm({ market, account, onAccountChange, ...placed }: AccountFormProps) {
  const draft = useDraftStore();
  // an order that waits for a price is of the spot account
  useEffect(() => {
    if (account !== 'spot') draft.change({ wait: null });
  }, [account, draft]);
  return (
    <div className="flex flex-col gap-3 low:gap-2">
      <AccountSwitch account={account} onChange={onAccountChange} />
      {account === 'spot' ? (
        <OrderForm market={market} {...placed} />
      ) : (
        <MarginForm key={account} market={market} choice={choiceOf(account, market.symbol)} {...placed} />
      )}
    </div>
  );
}

interface SpotTerminalProps extends SpotMarketProps {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
}

function SpotTerminal({ row, rows, account, onAccountChange, hasHeader = true }: SpotTerminalProps) {
  const market = useMemo(() => toTradeMarket(row), [row]);
  useMarginNotices();
  return (
    <Terminal
      market={market}
      rows={rows}
      type="spot"
      header={hasHeader && <MarketHeader market={market} />}
      records={
        account === 'spot' ? (
          <OrdersPanel market={market} />
        ) : (
          <MarginPanel key={account} market={market} choice={choiceOf(account, market.symbol)} />
        )
      }
      recordsTitle={account === 'spot' ? 'trade.orders.title' : 'margin.account'}
      sides={{ buy: 'trade.side.buy', sell: 'trade.side.sell' }}
      form={(onPlaced) => (
        <AccountForm
          market={market}
          account={account}
          onAccountChange={onAccountChange}
          {...(onPlaced === undefined ? {} : { onPlaced })}
        />
      )}
    />
  );
}

/** The spot terminal of a market by its name; undefined for the last one used. */
export function SpotMarket({ symbol, ...props }: SpotMarketProps & { readonly symbol: string | undefined }) {
  const markets = useMarkets();
  return (
    <NamedMarket listing={markets} rows={markets.data} symbol={symbol}>
      {(row, rows) => <SpotTerminal key={row.symbol} row={row} rows={rows} {...props} />}
    </NamedMarket>
  );
}

/** A search with the account that orders are placed from; the spot account is not named. */
export function withAccount<Search extends MarginSearch>(search: Search, account: TradeAccount) {
  const { margin: _, ...rest } = search;
  return account === 'spot' ? rest : { ...rest, margin: account };
}

const route = getRouteApi('/shell/trade/index');

/** The spot terminal of the market that the address names, with the account that the address names. */
export function SpotPage({ symbol }: { readonly symbol: string | undefined }) {
  const { margin = 'spot' } = route.useSearch();
  const navigate = route.useNavigate();
  const changeAccount = (account: TradeAccount) =>
    void navigate({ search: (search) => withAccount(search, account), replace: true });
  return <SpotMarket symbol={symbol} account={margin} onAccountChange={changeAccount} />;
}
