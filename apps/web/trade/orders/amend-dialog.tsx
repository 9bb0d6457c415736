import { newActKey, type OwnOrder } from '@candor/contract';
import { isRefusedNumber } from '@candor/i18n';
import { Button, Dialog, NumberField, toasts } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../../app/act-message.tsx';
import { faultField } from '../../app/fault-field.ts';
import { useAct } from '../../app/use-act.ts';
import { useClient } from '../../data/index.ts';
import type { MarketName } from './market-names.ts';

export interface AmendDialogProps {
  readonly order: OwnOrder;
  readonly market: MarketName;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Whether an order can be changed: a pair cannot, and of a market order only what it waits for. */
export function isAmendable(order: OwnOrder): boolean {
  return order.twinOrderId === null;
}

/** Changes price, quantity and trigger of an open order; what is left as it is is not sent. */
export function AmendDialog({ order, market, open, onOpenChange }: AmendDialogProps) {
  const intl = useIntl();
  const client = useClient();
  const before = {
    price: order.price ?? '',
    quantity: order.quantity ?? '',
    triggerPrice: order.trigger?.price ?? '',
  };
  const [draft, setDraft] = useState(before);
  const changed = Object.entries(draft).filter(
    ([field, value]) => value !== '' && value !== before[field as keyof typeof before],
  );
  const text = (id: string) => intl.formatMessage({ id });
  const amend = useAct({
    mutationFn: (key: string, watch) =>
      client.call(
        'amendEntrust',
        { body: { symbol: order.symbol, orderId: order.orderId, ...Object.fromEntries(changed) } },
        { idempotencyKey: key, ...watch },
      ),
    onSuccess: () => {
      toasts.done(text('trade.toast.amended'));
      onOpenChange(false);
    },
  });
  const field = (label: string, name: keyof typeof before, decimals: number, unit: string) => (
    <NumberField
      label={text(label)}
      value={draft[name]}
      onValueChange={(value) => {
        amend.reset();
        setDraft({ ...draft, [name]: value });
      }}
      marked={faultField(amend.error) === (name === 'triggerPrice' ? 'trigger' : name)}
      decimals={decimals}
      unit={unit}
    />
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.orders.editTitle' }, { market: market.name })}
      description={text('trade.orders.editText')}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {text('trade.orders.keep')}
          </Button>
          <Button
            variant="primary"
            loading={amend.isPending}
            disabled={changed.length === 0 || changed.some(([, value]) => isRefusedNumber(value))}
            onClick={() => amend.mutate(newActKey(Date.now()))}
          >
            {text('trade.orders.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {before.triggerPrice !== '' &&
          order.status === 'waiting' &&
          field('trade.form.triggerPrice', 'triggerPrice', market.priceDecimals, market.quote)}
        {before.price !== '' && field('trade.form.price', 'price', market.priceDecimals, market.quote)}
        {before.quantity !== '' &&
          field('trade.form.amount', 'quantity', market.quantityDecimals, market.base)}
        <ActMessage phase={amend.phase} error={amend.error} />
      </div>
    </Dialog>
  );
}
