import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient, useOpenOrders } from '../data/index.ts';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { CancelAll } from '../trade/orders/cancel-all.tsx';
import { Fills } from '../trade/orders/fills.tsx';
import { OpenOrders } from '../trade/orders/open-orders.tsx';
import { OrderHistory } from '../trade/orders/order-history.tsx';
import { RecordActs, type RecordTab, RecordTabs } from '../trade/orders/record-tabs.tsx';
import { Assets } from './assets.tsx';

/** Open orders, history, fills and assets of the signed-in user. */
export function OrdersPanel({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const client = useClient();
  const [view, setView] = useState('open');
  const [onlyThis, setOnlyThis] = useState(false);
  const filter = onlyThis ? { symbol: market.symbol } : {};
  const orders = useOpenOrders() ?? [];
  const open = onlyThis ? orders.filter(({ symbol }) => symbol === market.symbol).length : orders.length;
  const tabs: RecordTab[] = [
    { value: 'open', title: 'trade.orders.open', count: open, content: <OpenOrders {...filter} /> },
    { value: 'history', title: 'trade.orders.history', content: <OrderHistory {...filter} /> },
    { value: 'fills', title: 'trade.orders.fills', content: <Fills {...filter} /> },
    { value: 'assets', title: 'trade.orders.assets', content: <Assets /> },
  ];
  const acts = view !== 'assets' && (
    <RecordActs onlyThis={onlyThis} onOnlyThis={setOnlyThis}>
      {view === 'open' && open > 0 && (
        <CancelAll
          orders={orders}
          market={market}
          onlyThis={onlyThis}
          cancelAll={(symbol, once) =>
            client.call('cancelAllEntrust', { body: symbol === null ? {} : { symbol } }, once)
          }
        />
      )}
    </RecordActs>
  );
  const label = intl.formatMessage({ id: 'trade.orders.views' });
  return <RecordTabs label={label} view={view} onView={setView} tabs={tabs} end={acts} />;
}
