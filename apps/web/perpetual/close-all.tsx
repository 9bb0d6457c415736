import { ActMessage, Button, ConfirmDialog, Detail, DetailList, toasts, useAct, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient } from '../data/index.ts';
import { units, usdtText } from '../trade/draft/contract-terms.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { SignedAmount } from './signed-amount.tsx';
import { usePerpetualNames } from './use-perpetuals.ts';
import { useValuedPerpetuals } from './use-valued.ts';

/** Every position that would close, each with its profit or loss at the mark, and their sum. */
function Closing({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const named = usePerpetualNames();
  const open = useValuedPerpetuals();
  const positions = (open?.positions ?? []).filter(
    (position) => symbol === undefined || position.symbol === symbol,
  );
  const sum = usdtText(positions.reduce((total, { unrealisedPnl }) => total + units(unrealisedPnl), 0n));
  return (
    <DetailList>
      {positions.map(({ id, symbol: contract, positionSide, openInterest, unrealisedPnl }) => (
        <Detail
          key={id}
          label={intl.formatMessage(
            { id: 'perpetual.openPart' },
            { name: named(contract).name, side: positionSide, count: Number(openInterest) },
          )}
        >
          <SignedAmount amount={unrealisedPnl} /> USDT
        </Detail>
      ))}
      {positions.length > 0 && (
        <Detail label={intl.formatMessage({ id: 'perpetual.pnl' })} strong>
          <SignedAmount amount={sum} /> USDT
        </Detail>
      )}
    </DetailList>
  );
}

interface CloseAllProps {
  readonly market: PerpetualMarket;
  readonly onlyThis: boolean;
}

/** Closes all positions, or those of this contract where the list shows it alone, after a question that says which. */
export function CloseAll({ market, onlyThis }: CloseAllProps) {
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
        <Closing {...(onlyThis ? { symbol: market.symbol } : {})} />
        <ActMessage phase={close.phase} error={close.error} />
      </ConfirmDialog>
    </>
  );
}
