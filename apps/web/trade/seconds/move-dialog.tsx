import { newActKey } from '@candor/contract';
import { isPositiveNumber, trimFigure } from '@candor/i18n';
import { Button, Detail, DetailList, Dialog, SegmentedControl, toasts, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { TransferAmount } from '../../assets/transfer-amount.tsx';
import { useMoveStake, useStakeBalances } from './use-seconds.ts';

export interface MoveDialogProps {
  readonly coin: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Moves coins from the spot wallet into the one for second contracts, and back. */
export function MoveDialog({ coin, open, onOpenChange }: MoveDialogProps) {
  const intl = useIntl();
  const format = useFormatters();
  const balances = useStakeBalances(coin);
  const [way, setWay] = useState<'in' | 'out'>('in');
  const [amount, setAmount] = useState('');
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const coins = (value: string | undefined) =>
    `${format.quantity(value === undefined ? null : trimFigure(value))} ${coin}`;
  const move = useMoveStake(() => {
    toasts.success(text('trade.sec.move.done', { amount: `${format.quantity(amount)} ${coin}` }));
    setAmount('');
    onOpenChange(false);
  });
  const edit = (change: () => void) => {
    move.reset();
    change();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={text('trade.sec.move.title', { coin })}
      footer={
        <Button
          loading={move.isPending}
          disabled={!isPositiveNumber(amount)}
          onClick={() => move.mutate({ coin, amount, way, key: newActKey(Date.now()) })}
        >
          {text('trade.sec.move.submit')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label={text('trade.sec.direction')}
          value={way}
          onValueChange={(next) => edit(() => setWay(next))}
          segments={[
            { value: 'in', label: text('trade.sec.move.in') },
            { value: 'out', label: text('trade.sec.move.out') },
          ]}
        />
        <TransferAmount
          label={text('trade.sec.move.amount')}
          coin={coin}
          most={(way === 'in' ? balances?.spot : balances?.second) ?? '0'}
          value={amount}
          onValueChange={(next) => edit(() => setAmount(next))}
          error={move.error === null ? undefined : wordsOf(intl, move.error)}
        />
        <DetailList>
          <Detail label={text('trade.sec.move.spot')}>{coins(balances?.spot)}</Detail>
          <Detail label={text('trade.sec.available')}>{coins(balances?.second)}</Detail>
        </DetailList>
      </div>
    </Dialog>
  );
}
