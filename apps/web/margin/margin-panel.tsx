import { type ActSending, Loaded, Skeleton } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient, useOpenMarginOrders } from '../data/index.ts';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { CancelAll } from '../trade/orders/cancel-all.tsx';
import { OpenOrderTable } from '../trade/orders/open-orders.tsx';
import { OrderHistoryTable } from '../trade/orders/order-history.tsx';
import { RecordActs, type RecordTab, RecordTabs } from '../trade/orders/record-tabs.tsx';
import { AccountPanel } from './account-panel.tsx';
import { BorrowOrders } from './borrow-orders.tsx';
import type { MarginChoice } from './margin-account.ts';
import { MarginReceipts } from './margin-receipts.tsx';
import { useMarginAccount, useMarginOrderHistory } from './use-margin.ts';

function History({ choice, symbol }: { readonly choice: MarginChoice; readonly symbol: string | undefined }) {
  const { query, rows } = useMarginOrderHistory({ kind: choice.kind, symbol: symbol ?? null });
  return <OrderHistoryTable query={query} rows={rows} />;
}

export interface MarginPanelProps {
  readonly market: TradeMarket;
  readonly choice: MarginChoice;
}

/** A margin account: how it stands, its open orders, what it borrowed, its past orders and its receipts. */
export function MarginPanel({ market, choice }: MarginPanelProps) {
  const intl = useIntl();
  const client = useClient();
  const [view, setView] = useState('account');
  const [onlyThis, setOnlyThis] = useState(false);
  const query = useMarginAccount(choice);
  const filter = onlyThis || choice.symbol !== null ? { symbol: market.symbol } : {};
  const orders = useOpenMarginOrders(choice.kind, filter.symbol);
  const open = orders?.length ?? 0;
  const accountView = (
    <Loaded query={query} data={query.account} skeleton={<Skeleton className="m-4 h-24" />}>
      {(account) => <AccountPanel choice={choice} account={account} market={market} />}
    </Loaded>
  );
  const tabs: RecordTab[] = [
    { value: 'account', title: 'margin.accounts', content: accountView },
    { value: 'open', title: 'trade.orders.open', count: open, content: <OpenOrderTable orders={orders} /> },
    { value: 'loans', title: 'margin.loans', content: <BorrowOrders choice={choice} /> },
    {
      value: 'history',
      title: 'trade.orders.history',
      content: <History choice={choice} symbol={filter.symbol} />,
    },
    { value: 'receipts', title: 'margin.receipts', content: <MarginReceipts /> },
  ];
  const all = useOpenMarginOrders(choice.kind) ?? [];
  const cancelAll = (symbol: string | null, sending: ActSending) =>
    client.call(
      'marginCancelAll',
      { params: { marginType: choice.kind }, body: symbol === null ? {} : { symbol } },
      sending,
    );
  const acts = (view === 'open' || view === 'history') && (
    <RecordActs onlyThis={onlyThis} {...(choice.symbol === null ? { onOnlyThis: setOnlyThis } : {})}>
      {view === 'open' && open > 0 && (
        <CancelAll
          orders={all}
          market={market}
          onlyThis={onlyThis}
          isSingle={choice.symbol !== null}
          cancelAll={cancelAll}
        />
      )}
    </RecordActs>
  );
  const label = intl.formatMessage({ id: 'trade.orders.views' });
  return <RecordTabs label={label} view={view} onView={setView} tabs={tabs} end={acts} />;
}
