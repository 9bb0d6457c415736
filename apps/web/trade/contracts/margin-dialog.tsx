import { newActKey, type PositionRow } from '@candor/contract';
import { isPositiveNumber } from '@candor/i18n';
import {
  Button,
  Detail,
  DetailList,
  Dialog,
  NumberField,
  SegmentedControl,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useOpenContracts } from '../../data/index.ts';

export interface PositionDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly position: PositionRow;
  readonly name: string;
}

/** Adds margin to an isolated position or takes it away. */
export function MarginDialog({ open, onOpenChange, position, name }: PositionDialogProps) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const account = useOpenContracts()?.account;
  const [flag, setFlag] = useState<'add' | 'reduce'>('add');
  const [money, setMoney] = useState('');
  const text = (id: string) => intl.formatMessage({ id });
  const adjust = useMutation({
    mutationFn: (key: string) =>
      client.call(
        'contractAdjustAmount',
        { query: { id: String(position.id), money, flag } },
        { idempotencyKey: key },
      ),
    onSuccess: () => {
      toasts.success(text('trade.contract.toast.margin'));
      setMoney('');
      onOpenChange(false);
    },
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  const usdt = (amount: string | null | undefined) => `${format.quantity(amount ?? null)} USDT`;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.contract.margin.title' }, { name })}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {text('trade.contract.dismiss')}
          </Button>
          <Button
            variant="primary"
            loading={adjust.isPending}
            disabled={!isPositiveNumber(money)}
            onClick={() => adjust.mutate(newActKey(Date.now()))}
          >
            {text(`trade.contract.margin.${flag}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label={text('trade.contract.margin.adjust')}
          value={flag}
          onValueChange={setFlag}
          segments={[
            { value: 'add', label: text('trade.contract.margin.add') },
            { value: 'reduce', label: text('trade.contract.margin.reduce') },
          ]}
        />
        <NumberField
          label={text('trade.contract.margin.amount')}
          value={money}
          onValueChange={setMoney}
          decimals={8}
          unit="USDT"
        />
        <DetailList>
          <Detail label={text('trade.contract.margin')}>{usdt(position.positionMargin)}</Detail>
          <Detail label={text('trade.form.available')}>{usdt(account?.available)}</Detail>
        </DetailList>
      </div>
    </Dialog>
  );
}
