import { newActKey } from '@candor/contract';
import { Button, Dialog, toasts } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../../app/act-message.tsx';
import { useAct } from '../../app/use-act.ts';
import { useClient, useOpenContracts } from '../../data/index.ts';
import { CancelAll } from '../orders/cancel-all.tsx';
import { RecordActs, RecordTabs } from '../orders/record-tabs.tsx';
import { ContractFills, ContractOrderHistory } from './contract-history.tsx';
import type { ContractMarket } from './contract-market.ts';
import { ContractOrders } from './contract-orders.tsx';
import { Positions } from './positions.tsx';
import { ContractSettlements } from './settlements.tsx';

interface CloseAllProps {
  readonly market: ContractMarket;
  readonly onlyThis: boolean;
}

/** Closes all positions, or those of this contract where the list shows it alone, after a question that says which. */
function CloseAll({ market, onlyThis }: CloseAllProps) {
  const client = useClient();
  const intl = useIntl();
  const [asking, setAsking] = useState(false);
  const text = (id: string) => intl.formatMessage({ id });
  const close = useAct({
    isShown: asking,
    mutationFn: (key: string, watch) =>
      client.call(
        'oneKeyClose',
        { body: { oneKeySymbolNameList: onlyThis ? [market.symbol] : [], contractType: 'u' } },
        { idempotencyKey: key, ...watch },
      ),
    onSuccess: () => {
      setAsking(false);
      toasts.noted(text('trade.contract.toast.closedAll'));
    },
  });
  const ask = () => {
    close.reset();
    setAsking(true);
  };
  return (
    <>
      <Button variant="plain" size="small" onClick={ask}>
        {text('trade.contract.closeAll')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={
          onlyThis
            ? intl.formatMessage({ id: 'trade.contract.closeAllThisTitle' }, { name: market.name })
            : text('trade.contract.closeAllTitle')
        }
        description={text(onlyThis ? 'trade.contract.closeAllThisText' : 'trade.contract.closeAllText')}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {text('trade.contract.dismiss')}
            </Button>
            <Button
              variant="danger"
              loading={close.isPending}
              onClick={() => close.mutate(newActKey(Date.now()))}
            >
              {text('trade.contract.closeAll')}
            </Button>
          </>
        }
      >
        <ActMessage phase={close.phase} error={close.error} />
      </Dialog>
    </>
  );
}

/** Positions, open orders, history, fills and settlements of the signed-in user. */
export function ContractPanel({ market }: { readonly market: ContractMarket }) {
  const intl = useIntl();
  const client = useClient();
  const open = useOpenContracts();
  const [view, setView] = useState('positions');
  const [onlyThis, setOnlyThis] = useState(false);
  const filter = onlyThis ? { symbol: market.symbol } : {};
  const positions = open?.positions.length ?? 0;
  const orders = open?.orders.length ?? 0;
  const tabs = [
    {
      value: 'positions',
      title: 'trade.contract.positions',
      count: positions,
      content: <Positions {...filter} />,
    },
    { value: 'open', title: 'trade.orders.open', count: orders, content: <ContractOrders {...filter} /> },
    { value: 'history', title: 'trade.orders.history', content: <ContractOrderHistory {...filter} /> },
    { value: 'fills', title: 'trade.orders.fills', content: <ContractFills {...filter} /> },
    {
      value: 'settlements',
      title: 'trade.contract.settlements',
      content: <ContractSettlements {...filter} />,
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
