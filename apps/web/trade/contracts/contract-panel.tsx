import {
  Button,
  Checkbox,
  Dialog,
  EmptyState,
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
import { useClient, useOpenContracts, useSignedIn } from '../../data/index.ts';
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
              onClick={() => close.mutate(crypto.randomUUID())}
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
  const signedIn = useSignedIn();
  const open = useOpenContracts();
  const [view, setView] = useState('positions');
  const [onlyThis, setOnlyThis] = useState(false);
  const symbol = onlyThis ? market.symbol : undefined;
  const filter = symbol === undefined ? {} : { symbol };
  const text = (id: string) => intl.formatMessage({ id });
  const counted = (count: number) =>
    count > 0 ? <span className="figure">{intl.formatNumber(count)}</span> : null;

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
          signedIn && (
            <span className="flex items-center gap-3 whitespace-nowrap max-sm:hidden">
              <Checkbox checked={onlyThis} onCheckedChange={setOnlyThis}>
                {text('trade.orders.onlyThis')}
              </Checkbox>
              {view === 'positions' && (open?.positions.length ?? 0) > 0 && <CloseAll symbol={symbol} />}
            </span>
          )
        }
      >
        <Tab value="positions">
          {text('trade.contract.positions')} {counted(open?.positions.length ?? 0)}
        </Tab>
        <Tab value="open">
          {text('trade.orders.open')} {counted(open?.orders.length ?? 0)}
        </Tab>
        <Tab value="history">{text('trade.orders.history')}</Tab>
        <Tab value="fills">{text('trade.orders.fills')}</Tab>
        <Tab value="settlements">{text('trade.contract.settlements')}</Tab>
      </TabList>
      {panel('positions', <Positions {...filter} />)}
      {panel('open', <ContractOrders {...filter} />)}
      {panel('history', <ContractOrderHistory {...filter} />)}
      {panel('fills', <ContractFills {...filter} />)}
      {panel('settlements', <ContractSettlements {...filter} />)}
    </Tabs>
  );
}
