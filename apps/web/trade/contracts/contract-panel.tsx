import { newActKey } from '@candor/contract';
import { Button, Dialog, toasts } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useOpenContracts } from '../../data/index.ts';
import { RecordActs, RecordTabs } from '../orders/record-tabs.tsx';
import { ContractFills, ContractOrderHistory } from './contract-history.tsx';
import type { ContractMarket } from './contract-market.ts';
import { ContractOrders } from './contract-orders.tsx';
import { Positions } from './positions.tsx';
import { ContractSettlements } from './settlements.tsx';

/** Closes all positions, after a question. */
function CloseAll({ symbol }: { readonly symbol: string | undefined }) {
  const client = useClient();
  const intl = useIntl();
  const [asking, setAsking] = useState(false);
  const text = (id: string) => intl.formatMessage({ id });
  const close = useMutation({
    mutationFn: (key: string) =>
      client.call(
        'oneKeyClose',
        { body: { oneKeySymbolNameList: symbol === undefined ? [] : [symbol], contractType: 'u' } },
        { idempotencyKey: key },
      ),
    onSuccess: () => {
      setAsking(false);
      toasts.info(text('trade.contract.toast.closedAll'));
    },
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  return (
    <>
      <Button variant="plain" size="small" onClick={() => setAsking(true)}>
        {text('trade.contract.closeAll')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={text('trade.contract.closeAllTitle')}
        description={text('trade.contract.closeAllText')}
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
      />
    </>
  );
}

/** Positions, open orders, history, fills and settlements of the signed-in user. */
export function ContractPanel({ market }: { readonly market: ContractMarket }) {
  const intl = useIntl();
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
      {view === 'positions' && positions > 0 && <CloseAll symbol={filter.symbol} />}
    </RecordActs>
  );
  const label = intl.formatMessage({ id: 'trade.orders.views' });
  return <RecordTabs label={label} view={view} onView={setView} tabs={tabs} end={acts} />;
}
