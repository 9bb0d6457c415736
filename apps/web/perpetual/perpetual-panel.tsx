import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient, useOpenPerpetuals } from '../data/index.ts';
import { CancelAll } from '../trade/orders/cancel-all.tsx';
import { RecordActs, type RecordTab, RecordTabs } from '../trade/orders/record-tabs.tsx';
import { CloseAll } from './close-all.tsx';
import { ClosedPositions } from './closed-positions.tsx';
import { PerpetualFills, PerpetualOrderHistory } from './perpetual-history.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import { PerpetualOrders } from './perpetual-orders.tsx';
import { Positions } from './positions.tsx';
import { PerpetualSettlements } from './settlements.tsx';

/** Positions, open orders, history, closed positions, fills and settlements of the signed-in user. */
export function PerpetualPanel({ market }: { readonly market: PerpetualMarket }) {
  const intl = useIntl();
  const client = useClient();
  const open = useOpenPerpetuals();
  const [view, setView] = useState('positions');
  const [onlyThis, setOnlyThis] = useState(false);
  const filter = onlyThis ? { symbol: market.symbol } : {};
  const positions = open?.positions.length ?? 0;
  const orders = open?.orders.length ?? 0;
  const tabs: RecordTab[] = [
    {
      value: 'positions',
      title: 'perpetual.positions',
      count: positions,
      content: <Positions {...filter} />,
    },
    { value: 'open', title: 'trade.orders.open', count: orders, content: <PerpetualOrders {...filter} /> },
    { value: 'history', title: 'trade.orders.history', content: <PerpetualOrderHistory {...filter} /> },
    { value: 'closed', title: 'perpetual.closed', content: <ClosedPositions {...filter} /> },
    { value: 'fills', title: 'trade.orders.fills', content: <PerpetualFills {...filter} /> },
    {
      value: 'settlements',
      title: 'perpetual.settlements',
      content: <PerpetualSettlements {...filter} />,
    },
  ];
  const acts = (
    <RecordActs onlyThis={onlyThis} onOnlyThis={setOnlyThis}>
      {view === 'positions' && positions > 0 && <CloseAll market={market} onlyThis={onlyThis} />}
      {view === 'open' && orders > 0 && (
        <CancelAll
          orders={open?.orders ?? []}
          market={market}
          onlyThis={onlyThis}
          note={intl.formatMessage({ id: 'trade.cancelAll.stopsStay' })}
          cancelAll={(symbol, once) =>
            client.call('cancelContract', { body: symbol === null ? {} : { symbol } }, once)
          }
        />
      )}
    </RecordActs>
  );
  const label = intl.formatMessage({ id: 'trade.orders.views' });
  return <RecordTabs label={label} view={view} onView={setView} tabs={tabs} end={acts} />;
}
