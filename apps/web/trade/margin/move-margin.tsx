import { newActKey } from '@candor/contract';
import { isPositiveNumber } from '@candor/i18n';
import { Button, Dialog, SegmentedControl, Select, toasts, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { TransferAmount } from '../../assets/transfer-amount.tsx';
import { useBalances, useCurrencyAccounts } from '../../data/index.ts';
import type { MarginChoice } from './margin-account.ts';
import { useMoveMargin } from './use-margin.ts';

export interface MoveMarginProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly choice: MarginChoice;
  readonly coins: readonly string[];
}

/** Moves a coin between the spot account and a margin account, at most what a debt lets go. */
export function MoveMargin({ open, onOpenChange, choice, coins }: MoveMarginProps) {
  const intl = useIntl();
  const format = useFormatters();
  const balances = useBalances();
  const places = useCurrencyAccounts().data?.list;
  const [way, setWay] = useState<'in' | 'out'>('in');
  const [coin, setCoin] = useState(coins[0] ?? '');
  const [amount, setAmount] = useState('');
  const move = useMoveMargin(choice);
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const type = choice.symbol === null ? '4' : '6';
  const place = places?.find(
    (row) => row.type === type && row.coin === coin && (row.symbol ?? null) === choice.symbol,
  );
  const most = way === 'in' ? (balances?.get(coin)?.available ?? '0') : (place?.transferable ?? '0');
  const edit = (change: () => void) => {
    move.reset();
    change();
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (move.isPending || !isPositiveNumber(amount)) return;
    move.mutate(
      { coin, amount, way, key: newActKey(Date.now()) },
      {
        onSuccess: (moved) => {
          toasts.success(text('transfer.done', { amount: format.quantity(moved.amount), coin: moved.coin }));
          setAmount('');
          onOpenChange(false);
        },
      },
    );
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={text('trade.sec.move')}>
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <SegmentedControl
          label={text('trade.sec.move')}
          value={way}
          onValueChange={(next) => edit(() => setWay(next))}
          segments={[
            { value: 'in', label: text('trade.margin.moveIn') },
            { value: 'out', label: text('trade.margin.moveOut') },
          ]}
        />
        <Select
          label={text('assets.coin')}
          value={coin}
          onValueChange={(next) => edit(() => setCoin(next))}
          options={coins.map((value) => ({ value, label: value }))}
        />
        <TransferAmount
          label={text('trade.form.amount')}
          coin={coin}
          most={most}
          value={amount}
          onValueChange={(next) => edit(() => setAmount(next))}
          error={move.error === null ? undefined : wordsOf(intl, move.error)}
        />
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          loading={move.isPending}
          disabled={!isPositiveNumber(amount)}
        >
          {text('trade.sec.move.submit')}
        </Button>
      </form>
    </Dialog>
  );
}
