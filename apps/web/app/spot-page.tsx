import type { MarketRow } from '@candor/api';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useMarkets } from '../data/index.ts';
import { AccountSwitch } from '../margin/account-switch.tsx';
import { choiceOf, type TradeAccount } from '../margin/margin-account.ts';
import { MarginForm, MarginPanel } from '../margin/terminal.ts';
import { useMarginNotices } from '../margin/use-margin-notices.ts';
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

interface SpotTerminalProps extends AccountProps {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
}

function SpotTerminal({ row, rows, account, onAccountChange }: SpotTerminalProps) {
  const market = useMemo(() => toTradeMarket(row), [row]);
  useMarginNotices();
  return (
    <Terminal
      market={market}
      rows={rows}
      type="spot"
      header={<MarketHeader market={market} />}
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
          {...{ market, account, onAccountChange }}
          {...(onPlaced === undefined ? {} : { onPlaced })}
        />
      )}
    />
  );
}

const route = getRouteApi('/shell/trade/index');

/** The spot terminal of the market that the address names, with the account that the address names. */
export function SpotPage({ symbol }: { readonly symbol: string | undefined }) {
  const { margin = 'spot' } = route.useSearch();
  const navigate = route.useNavigate();
  const markets = useMarkets();
  const changeAccount = (account: TradeAccount) =>
    void navigate({
      search: ({ margin: _, ...rest }) => (account === 'spot' ? rest : { ...rest, margin: account }),
      replace: true,
    });
  return (
    <NamedMarket listing={markets} rows={markets.data} symbol={symbol}>
      {(row, rows) => (
        <SpotTerminal
          key={row.symbol}
          row={row}
          rows={rows}
          account={margin}
          onAccountChange={changeAccount}
        />
      )}
    </NamedMarket>
  );
}
