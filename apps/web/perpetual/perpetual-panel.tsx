import { ActMessage, Button, ConfirmDialog, toasts, useAct, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient, useOpenPerpetuals } from '../data/index.ts';
import { CancelAll } from '../trade/orders/cancel-all.tsx';
import { RecordActs, type RecordTab, RecordTabs } from '../trade/orders/record-tabs.tsx';
import { ClosedPositions } from './closed-positions.tsx';
import { PerpetualFills, PerpetualOrderHistory } from './perpetual-history.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import { PerpetualOrders } from './perpetual-orders.tsx';
import { Positions } from './positions.tsx';
import { PerpetualSettlements } from './settlements.tsx';

interface CloseAllProps {
  readonly market: PerpetualMarket;
  readonly onlyThis: boolean;
}

/** Closes all positions, or those of this contract where the list shows it alone, after a question that says which. */
function CloseAll({ market, onlyThis }: CloseAllProps) {
  const client = useClient();
  const intl = useIntl();
  const [asking, setAsking] = useState(false);
  const text = useText();
  const close = useAct({
    isShown: asking,
    mutationFn: (symbols: string[], sending) =>
      client.call('oneKeyClose', { body: { oneKeySymbolNameList: symbols, contractType: 'u' } }, sending),
    onSuccess: ({ open }) => {
      setAsking(false);
      if (open.length === 0) toasts.done(text('perpetual.toast.closedAll'));
      else {
        const positions = open.map(({ symbol_name, positionSide, quantity }) =>
          intl.formatMessage(
            { id: 'perpetual.openPart' },
            { name: symbol_name, side: positionSide, count: Number(quantity) },
          ),
        );
        toasts.error(
          intl.formatMessage(
            { id: 'perpetual.toast.stillOpen' },
            { count: open.length, positions: intl.formatList(positions) },
          ),
        );
      }
    },
  });
  const ask = () => {
    close.reset();
    setAsking(true);
  };
  return (
    <>
      <Button variant="plain" size="small" onClick={ask}>
        {text('perpetual.closeAll')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={
          onlyThis
            ? intl.formatMessage({ id: 'perpetual.closeAllThisTitle' }, { name: market.name })
            : text('perpetual.closeAllTitle')
        }
        description={text(onlyThis ? 'perpetual.closeAllThisText' : 'perpetual.closeAllText')}
        dismiss={text('perpetual.dismiss')}
        confirm={text('perpetual.closeAll')}
        variant="danger"
        loading={close.isPending}
        onConfirm={() => close.mutate(onlyThis ? [market.symbol] : [])}
      >
        <ActMessage phase={close.phase} error={close.error} />
      </ConfirmDialog>
    </>
  );
}

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
