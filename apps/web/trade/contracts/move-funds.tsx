import { newActKey } from '@candor/contract';
import { isPositiveNumber } from '@candor/i18n';
import { Button, Dialog, SegmentedControl } from '@candor/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { TransferAmount } from '../../assets/transfer-amount.tsx';
import { queryKeys, useBalances, useClient, useOpenContracts } from '../../data/index.ts';

/** A button that moves USDT between the spot account and the contract account. */
export function MoveFunds() {
  const intl = useIntl();
  const client = useClient();
  const queries = useQueryClient();
  const spot = useBalances()?.get('USDT')?.available ?? '0';
  const contract = useOpenContracts()?.account.available ?? '0';
  const [open, setOpen] = useState(false);
  const [to, setTo] = useState<'2' | '1'>('2');
  const [amount, setAmount] = useState('');
  const text = (id: string) => intl.formatMessage({ id });
  const move = useMutation({
    mutationFn: (key: string) =>
      client.call(
        'transfer',
        { query: { from: to === '2' ? '1' : '2', to, coin: 'USDT', amount } },
        { idempotencyKey: key },
      ),
    onSuccess: () => {
      setAmount('');
      setOpen(false);
      return queries.invalidateQueries({ queryKey: queryKeys.balances });
    },
  });
  const edit = (change: () => void) => {
    move.reset();
    change();
  };
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {text('trade.contract.transfer')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={text('trade.contract.transfer')}
        footer={
          <Button
            variant="primary"
            loading={move.isPending}
            disabled={!isPositiveNumber(amount)}
            onClick={() => move.mutate(newActKey(Date.now()))}
          >
            {text('trade.contract.transferNow')}
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <SegmentedControl
            label={text('trade.contract.transfer')}
            value={to}
            onValueChange={(next) => edit(() => setTo(next))}
            segments={[
              { value: '2', label: text('trade.contract.transferIn') },
              { value: '1', label: text('trade.contract.transferOut') },
            ]}
          />
          <TransferAmount
            label={text('trade.contract.margin.amount')}
            coin="USDT"
            most={to === '2' ? spot : contract}
            value={amount}
            onValueChange={(next) => edit(() => setAmount(next))}
            error={move.error === null ? undefined : wordsOf(intl, move.error)}
          />
        </div>
      </Dialog>
    </>
  );
}
