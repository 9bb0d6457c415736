import { newActKey, type PositionRow } from '@candor/contract';
import { toasts, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { type ActWatch, useAct } from '../../app/use-act.ts';
import { useClient } from '../../data/index.ts';

/** Closes a whole position at the market, and says what became of it. `isShown`: the dialog that shows its error is open. */
export function useCloseAtMarket(isShown: boolean, onDone: () => void) {
  const client = useClient();
  const intl = useIntl();
  const act = useAct({
    isShown,
    mutationFn: ({ id, key }: { readonly id: number; readonly key: string }, watch) =>
      client.call('contractStopOrder', { query: { id: String(id) } }, { idempotencyKey: key, ...watch }),
    onSuccess: (receipt) => {
      const id = receipt.status === 'filled' ? 'trade.contract.toast.closed' : 'trade.contract.toast.closing';
      toasts.noted(intl.formatMessage({ id }));
      onDone();
    },
  });
  return { act, close: ({ id }: PositionRow) => act.mutate({ id, key: newActKey(Date.now()) }) };
}

/** Turns a position around, and says how much was closed and opened. `isShown`: the dialog that shows its error is open. */
export function useReverse(isShown: boolean, onDone: () => void) {
  const client = useClient();
  const intl = useIntl();
  const format = useFormatters();
  const act = useAct({
    isShown,
    mutationFn: ({ position, key }: { readonly position: PositionRow; readonly key: string }, watch) =>
      client.call(
        'reversePosition',
        { body: { id: position.id, quantity: position.openInterest } },
        { idempotencyKey: key, ...watch },
      ),
    onSuccess: (receipt, { position }) => {
      const isWhole = receipt.openedQuantity === position.openInterest;
      const id = isWhole ? 'trade.contract.toast.reversed' : 'trade.contract.toast.reversedPart';
      const values = {
        closed: format.quantity(receipt.closedQuantity, 0),
        opened: format.quantity(receipt.openedQuantity, 0),
      };
      if (isWhole) toasts.done(intl.formatMessage({ id }, values));
      else toasts.noted(intl.formatMessage({ id }, values));
      onDone();
    },
  });
  return { act, reverse: (position: PositionRow) => act.mutate({ position, key: newActKey(Date.now()) }) };
}

export interface CloseDraft {
  readonly kind: 'limit' | 'market';
  readonly price: string;
  /** Whole contracts. */
  readonly quantity: string;
}

/** Closes a part of a position, or rests an order that does. */
export function useCloseOrder(position: PositionRow, onDone: () => void) {
  const client = useClient();
  const intl = useIntl();
  const act = useAct({
    mutationFn: ({ draft, key }: { readonly draft: CloseDraft; readonly key: string }, watch: ActWatch) => {
      const { symbol, positionSide } = position;
      const { kind, price, quantity } = draft;
      const terms = kind === 'limit' ? ({ type: 'limit', price } as const) : ({ type: 'market' } as const);
      return client.call(
        'closeContract',
        { params: { positionSide }, body: { symbol, quantity, ...terms } },
        { idempotencyKey: key, ...watch },
      );
    },
    onSuccess: (receipt, { draft }) => {
      if (receipt.status === 'open')
        toasts.noted(intl.formatMessage({ id: 'trade.contract.toast.closeRests' }));
      else if (receipt.tradedQuantity === draft.quantity)
        toasts.done(intl.formatMessage({ id: 'trade.contract.toast.closedPart' }));
      else toasts.noted(intl.formatMessage({ id: 'trade.contract.toast.closing' }));
      onDone();
    },
  });
  return { act, place: (draft: CloseDraft) => act.mutate({ draft, key: newActKey(Date.now()) }) };
}
