import {
  Button,
  Checkbox,
  EmptyState,
  Skeleton,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  TextLink,
  toasts,
} from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useOpenMarginOrders, useSignedIn } from '../../data/index.ts';
import { OpenOrderTable } from '../orders/open-orders.tsx';
import { OrderHistoryTable } from '../orders/order-history.tsx';
import type { TradeMarket } from '../page/trade-market.ts';
import { AccountPanel } from './account-panel.tsx';
import { BorrowOrders } from './borrow-orders.tsx';
import type { MarginChoice } from './margin-account.ts';
import { MarginReceipts } from './margin-receipts.tsx';
import { useMarginAccount, useMarginOrderHistory } from './use-margin.ts';

function CancelAll({
  choice,
  symbol,
}: {
  readonly choice: MarginChoice;
  readonly symbol: string | undefined;
}) {
  const client = useClient();
  const intl = useIntl();
  const cancel = useMutation({
    mutationFn: () =>
      client.call('marginCancelAll', {
        params: { marginType: choice.kind },
        body: symbol === undefined ? {} : { symbol },
      }),
    onSuccess: () => toasts.info(intl.formatMessage({ id: 'trade.toast.cancelledAll' })),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  return (
    <Button variant="plain" size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {intl.formatMessage({ id: 'trade.orders.cancelAll' })}
    </Button>
  );
}

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
  const signedIn = useSignedIn();
  const [view, setView] = useState('account');
  const [onlyThis, setOnlyThis] = useState(false);
  const { account } = useMarginAccount(choice);
  const symbol = onlyThis || choice.symbol !== null ? market.symbol : undefined;
  const orders = useOpenMarginOrders(choice.kind, symbol);
  const open = orders?.length ?? 0;
  const text = (id: string) => intl.formatMessage({ id });
  const panel = (value: string, content: React.ReactNode) => (
    <TabPanel value={value} className="min-h-0 flex-1 overflow-hidden">
      {signedIn ? (
        content
      ) : (
        <EmptyState
          title={text('trade.orders.signedOut')}
          action={<TextLink href="/user/login">{text('trade.form.login')}</TextLink>}
        />
      )}
    </TabPanel>
  );
  const isOfOrders = view === 'open' || view === 'history';
  return (
    <Tabs value={view} onValueChange={setView} className="flex h-full min-h-0 flex-col">
      <TabList
        label={text('trade.orders.views')}
        size="small"
        className="px-4"
        end={
          signedIn &&
          isOfOrders && (
            <span className="flex items-center gap-3 whitespace-nowrap max-sm:hidden">
              {choice.symbol === null && (
                <Checkbox checked={onlyThis} onCheckedChange={setOnlyThis}>
                  {text('trade.orders.onlyThis')}
                </Checkbox>
              )}
              {view === 'open' && open > 0 && <CancelAll choice={choice} symbol={symbol} />}
            </span>
          )
        }
      >
        <Tab value="account">{text('trade.margin.accounts')}</Tab>
        <Tab value="open">
          {text('trade.orders.open')}
          {open > 0 && <span className="figure">{intl.formatNumber(open)}</span>}
        </Tab>
        <Tab value="loans">{text('trade.margin.loans')}</Tab>
        <Tab value="history">{text('trade.orders.history')}</Tab>
        <Tab value="receipts">{text('trade.margin.receipts')}</Tab>
      </TabList>
      {panel(
        'account',
        account === undefined ? (
          <Skeleton className="m-4 h-24" />
        ) : (
          <AccountPanel choice={choice} account={account} market={market} />
        ),
      )}
      {panel('open', <OpenOrderTable orders={orders} />)}
      {panel('loans', <BorrowOrders choice={choice} />)}
      {panel('history', <History choice={choice} symbol={symbol} />)}
      {panel('receipts', <MarginReceipts />)}
    </Tabs>
  );
}
