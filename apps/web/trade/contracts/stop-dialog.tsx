import { Button, Dialog, NumberField, toasts, useFormatters } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useOpenContracts } from '../../data/index.ts';
import type { PositionDialogProps } from './margin-dialog.tsx';

/** Sets, replaces and cancels the stop-profit and the stop-loss of a position. */
export function StopDialog({
  open,
  onOpenChange,
  position,
  name,
  priceDecimals,
}: PositionDialogProps & { readonly priceDecimals: number }) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const stops = useOpenContracts()?.stops.filter((stop) => stop.positionId === position.id) ?? [];
  const [stopProfit, setStopProfit] = useState('');
  const [stopLoss, setStopLoss] = useState('');
  const text = (id: string) => intl.formatMessage({ id });
  const set = useMutation({
    mutationFn: (key: string) =>
      client.call(
        'contractLossSett',
        {
          body: {
            id: position.id,
            ...(stopProfit === '' ? {} : { stopProfit }),
            ...(stopLoss === '' ? {} : { stopLoss }),
          },
        },
        { idempotencyKey: key },
      ),
    onSuccess: () => {
      toasts.success(text('trade.contract.toast.stops'));
      setStopProfit('');
      setStopLoss('');
      onOpenChange(false);
    },
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  const cancel = useMutation({
    mutationFn: (id: number) => client.call('contractLossCancel', { query: { id: String(id) } }),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  const field = (kind: 'profit' | 'loss', value: string, change: (value: string) => void) => (
    <NumberField
      label={text(`trade.contract.stop.${kind}`)}
      value={value}
      onValueChange={change}
      decimals={priceDecimals}
      unit="USDT"
    />
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.contract.stops.title' }, { name })}
      description={text('trade.contract.stops.text')}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {text('trade.contract.dismiss')}
          </Button>
          <Button
            variant="primary"
            loading={set.isPending}
            disabled={stopProfit === '' && stopLoss === ''}
            onClick={() => set.mutate(crypto.randomUUID())}
          >
            {text('trade.contract.stops.set')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {field('profit', stopProfit, setStopProfit)}
        {field('loss', stopLoss, setStopLoss)}
        {stops.length > 0 && (
          <ul className="flex flex-col divide-y text-13">
            {stops.map((stop) => (
              <li key={stop.id} className="flex items-center justify-between gap-3 py-2">
                <span>
                  {text(`trade.contract.stop.${stop.kind}`)}{' '}
                  <span className="figure">{format.price(stop.triggerPrice, priceDecimals)}</span>
                </span>
                <Button
                  variant="plain"
                  size="small"
                  loading={cancel.isPending && cancel.variables === stop.id}
                  onClick={() => cancel.mutate(stop.id)}
                >
                  {text('trade.orders.cancel')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
