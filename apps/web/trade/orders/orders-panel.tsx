import { Button, Checkbox, EmptyState, Tab, TabList, TabPanel, Tabs, TextLink, toasts } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useOpenOrders, useSignedIn } from '../../data/index.ts';
import type { TradeMarket } from '../page/trade-market.ts';
import { Assets } from './assets.tsx';
import { Fills } from './fills.tsx';
import { OpenOrders } from './open-orders.tsx';
import { OrderHistory } from './order-history.tsx';

function CancelAll({ symbol }: { readonly symbol: string | undefined }) {
  const client = useClient();
  const intl = useIntl();
  const cancel = useMutation({
    mutationFn: () => client.call('cancelAllEntrust', { body: symbol === undefined ? {} : { symbol } }),
    onSuccess: () => toasts.info(intl.formatMessage({ id: 'trade.toast.cancelledAll' })),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  return (
    <Button variant="plain" size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {intl.formatMessage({ id: 'trade.orders.cancelAll' })}
    </Button>
  );
}

/** Open orders, history, fills and assets of the signed-in user. */
export function OrdersPanel({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const signedIn = useSignedIn();
  const [view, setView] = useState('open');
  const [onlyThis, setOnlyThis] = useState(false);
  const symbol = onlyThis ? market.symbol : undefined;
  const open = useOpenOrders(symbol)?.length ?? 0;
  const text = (id: string) => intl.formatMessage({ id });
  const filter = symbol === undefined ? {} : { symbol };

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

  return (
    <Tabs value={view} onValueChange={setView} className="flex h-full min-h-0 flex-col">
      <TabList
        label={text('trade.orders.views')}
        size="small"
        className="px-4"
        end={
          signedIn &&
          view !== 'assets' && (
            <span className="flex items-center gap-3 whitespace-nowrap max-sm:hidden">
              <Checkbox checked={onlyThis} onCheckedChange={setOnlyThis}>
                {text('trade.orders.onlyThis')}
              </Checkbox>
              {view === 'open' && open > 0 && <CancelAll symbol={symbol} />}
            </span>
          )
        }
      >
        <Tab value="open">
          {text('trade.orders.open')}
          {open > 0 && <span className="figure">{intl.formatNumber(open)}</span>}
        </Tab>
        <Tab value="history">{text('trade.orders.history')}</Tab>
        <Tab value="fills">{text('trade.orders.fills')}</Tab>
        <Tab value="assets">{text('trade.orders.assets')}</Tab>
      </TabList>
      {panel('open', <OpenOrders {...filter} />)}
      {panel('history', <OrderHistory {...filter} />)}
      {panel('fills', <Fills {...filter} />)}
      {panel('assets', <Assets />)}
    </Tabs>
  );
}
