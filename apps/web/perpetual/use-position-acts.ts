import type { CallData, Calls, PositionRow } from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { toasts, useAct, useActForm, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useClient, useServices } from '../data/index.ts';

/** Contracts that a close filled, and those that are still open. */
function leftOf(closed: string, asked: string) {
  return { closed: Number(closed), left: Number(asked) - Number(closed) };
}

/** Closes a whole position at the market, and says what became of it. `isShown`: the dialog that shows its error is open. */
export function useCloseAtMarket(isShown: boolean, onDone: () => void) {
  const client = useClient();
  const { notices } = useServices();
  const intl = useIntl();
  const act = useAct({
    isShown,
    mutationFn: ({ id }: Pick<PositionRow, 'id' | 'openInterest'>, sending) =>
      client.call('contractStopOrder', { query: { id: String(id) } }, sending),
    onSuccess: ({ orderId, status, tradedQuantity }, { openInterest }) => {
      if (status === 'filled') notices.saidHere.filled('contract', orderId);
      if (status === 'filled') toasts.noted(intl.formatMessage({ id: 'perpetual.toast.closed' }));
      else
        toasts.error(
          intl.formatMessage({ id: 'perpetual.toast.closing' }, leftOf(tradedQuantity, openInterest)),
        );
      onDone();
    },
  });
  return { act, close: ({ id, openInterest }: PositionRow) => act.mutate({ id, openInterest }) };
}

/** Turns a position around, and says how much was closed and opened. `isShown`: the dialog that shows its error is open. */
export function useReverse(isShown: boolean, onDone: () => void) {
  const client = useClient();
  const intl = useIntl();
  const format = useFormatters();
  const act = useAct({
    isShown,
    mutationFn: (order: { readonly id: number; readonly quantity: string }, sending) =>
      client.call('reversePosition', { body: order }, sending),
    onSuccess: (receipt, { quantity }) => {
      const isWhole = receipt.openedQuantity === quantity;
      const id = isWhole ? 'perpetual.toast.reversed' : 'perpetual.toast.reversedPart';
      const values = {
        closed: format.quantity(receipt.closedQuantity, 0),
        opened: format.quantity(receipt.openedQuantity, 0),
      };
      if (isWhole) toasts.done(intl.formatMessage({ id }, values));
      else toasts.noted(intl.formatMessage({ id }, values));
      onDone();
    },
  });
  const reverse = ({ id, openInterest }: PositionRow) => act.mutate({ id, quantity: openInterest });
  return { act, reverse };
}

interface CloseValues {
  readonly price: TypedNumber;
  /** Whole contracts. */
  readonly quantity: TypedNumber;
}

/** The form that closes a part of a position, or rests an order that does; at first all that is `closable`. */
export function useCloseOrder(
  position: PositionRow,
  kind: 'limit' | 'market',
  closable: number,
  onDone: () => void,
) {
  const client = useClient();
  const intl = useIntl();
  return useActForm<CloseValues, CallData<Calls['closeContract']>>({
    defaultValues: { price: position.markPrice ?? '', quantity: String(closable) },
    beside: kind,
    places: {
      PRICE_OUT_OF_BAND: 'price',
      PRICE_INVALID: 'price',
      PERPETUAL_PRICE_BEYOND_LIQUIDATION: 'price',
      PERPETUAL_QUANTITY_WHOLE: 'quantity',
      PERPETUAL_REDUCE_ONLY_REJECTED: 'quantity',
    },
    send: ({ price, quantity }, sending) => {
      const { symbol, positionSide } = position;
      const terms = kind === 'limit' ? ({ type: 'limit', price } as const) : ({ type: 'market' } as const);
      return client.call(
        'closeContract',
        { params: { positionSide }, body: { symbol, quantity, ...terms } },
        sending,
      );
    },
    onDone: (receipt, { quantity }) => {
      if (receipt.status === 'open') toasts.noted(intl.formatMessage({ id: 'perpetual.toast.closeRests' }));
      else if (receipt.tradedQuantity === quantity)
        toasts.done(intl.formatMessage({ id: 'perpetual.toast.closedPart' }));
      else
        toasts.error(
          intl.formatMessage({ id: 'perpetual.toast.closing' }, leftOf(receipt.tradedQuantity, quantity)),
        );
      onDone();
    },
  });
}
