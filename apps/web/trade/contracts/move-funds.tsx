import { newActKey } from '@candor/contract';
import { Button, Dialog, NumberField, SegmentedControl, toasts, useFormatters } from '@candor/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { queryKeys, useBalances, useClient, useOpenContracts } from '../../data/index.ts';

/** A button that moves USDT between the spot account and the contract account. */
export function MoveFunds() {
  const intl = useIntl();
  const format = useFormatters();
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
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
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
            disabled={!/[1-9]/.test(amount)}
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
            onValueChange={setTo}
            segments={[
              { value: '2', label: text('trade.contract.transferIn') },
              { value: '1', label: text('trade.contract.transferOut') },
            ]}
          />
          <NumberField
            label={text('trade.contract.margin.amount')}
            value={amount}
            onValueChange={setAmount}
            decimals={8}
            unit="USDT"
            description={`${text('trade.form.available')} ${format.quantity(to === '2' ? spot : contract)} USDT`}
          />
        </div>
      </Dialog>
    </>
  );
}
