import type { OwnOrder } from '@candor/api';
import type { MessageId, TypedNumber } from '@candor/i18n';
import { ActDialog, FormField, NumberField, toasts, useActForm, useText } from '@candor/ui';
import { useClient } from '../../data/index.ts';
import type { MarketName } from './market-names.ts';

/** Fields of the errors that name none. */
const places = {
  PRICE_OUT_OF_BAND: 'price',
  PRICE_INVALID: 'price',
  POST_ONLY_WOULD_TAKE: 'price',
  QUANTITY_INVALID: 'quantity',
  QUANTITY_ABOVE_MAXIMUM: 'quantity',
  QUANTITY_BELOW_FILLED: 'quantity',
  NOTIONAL_TOO_SMALL: 'quantity',
  INSUFFICIENT_BALANCE: 'quantity',
  TRIGGER_WOULD_FIRE: 'triggerPrice',
  TRIGGER_INVALID: 'triggerPrice',
} as const;

export interface AmendDialogProps {
  readonly order: OwnOrder;
  readonly market: MarketName;
  readonly onOpenChange: (open: boolean) => void;
}

/** Returns true if an order can be changed: a pair cannot, and of a market order only its trigger. */
export function isAmendable(order: OwnOrder): boolean {
  return order.twinOrderId === null;
}

/** Changes price, quantity and trigger of an open order; what is left as it is is not sent. */
export function AmendDialog({ order, market, onOpenChange }: AmendDialogProps) {
  const client = useClient();
  const text = useText();
  const before = {
    price: order.price ?? '',
    quantity: order.quantity ?? '',
    triggerPrice: order.trigger?.price ?? '',
  };
  type Name = keyof typeof before;
  const changesOf = (values: Record<Name, TypedNumber>) =>
    Object.entries(values).filter(([name, value]) => value !== before[name as Name]);
  const act = useActForm<Record<Name, TypedNumber>>({
    defaultValues: before,
    places,
    send: (values, sending) =>
      client.call(
        'amendEntrust',
        {
          body: {
            symbol: order.symbol,
            orderId: order.orderId,
            ...(Object.fromEntries(changesOf(values)) as Partial<typeof before>),
          },
        },
        sending,
      ),
    onDone: () => {
      toasts.done(text('trade.toast.amended'));
      onOpenChange(false);
    },
  });
  const field = (label: MessageId, name: Name, decimals: number, unit: string) => (
    <FormField
      act={act}
      name={name}
      prompt={name === 'quantity' ? 'ui.required.amount' : 'ui.required.price'}
    >
      {(props) => <NumberField {...props} label={text(label)} decimals={decimals} unit={unit} />}
    </FormField>
  );
  return (
    <ActDialog
      act={act}
      onOpenChange={onOpenChange}
      title={text('trade.orders.editTitle', { market: market.name })}
      description={text('trade.orders.editText')}
      dismiss={text('trade.orders.keep')}
      submit={text('trade.orders.save')}
      disabled={changesOf(act.form.watch()).length === 0}
    >
      {before.triggerPrice !== '' &&
        order.status === 'waiting' &&
        field('trade.form.triggerPrice', 'triggerPrice', market.priceDecimals, market.quote)}
      {before.price !== '' && field('trade.form.price', 'price', market.priceDecimals, market.quote)}
      {before.quantity !== '' && field('trade.form.amount', 'quantity', market.quantityDecimals, market.base)}
    </ActDialog>
  );
}
