import { newActKey, type PositionRow } from '@candor/contract';
import { toasts, useFormatters } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient } from '../../data/index.ts';

/** Closes a whole position at the market, and says what became of it. */
export function useCloseAtMarket(onDone: () => void) {
  const client = useClient();
  const intl = useIntl();
  const close = useMutation({
    mutationFn: ({ id, key }: { readonly id: number; readonly key: string }) =>
      client.call('contractStopOrder', { query: { id: String(id) } }, { idempotencyKey: key }),
    onSuccess: (receipt) => {
      const id = receipt.status === 'filled' ? 'trade.contract.toast.closed' : 'trade.contract.toast.closing';
      toasts.info(intl.formatMessage({ id }));
      onDone();
    },
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  return {
    isPending: close.isPending,
    close: ({ id }: PositionRow) => close.mutate({ id, key: newActKey(Date.now()) }),
  };
}

/** Turns a position around, and says how much was closed and opened. */
export function useReverse(onDone: () => void) {
  const client = useClient();
  const intl = useIntl();
  const format = useFormatters();
  const reverse = useMutation({
    mutationFn: ({ position, key }: { readonly position: PositionRow; readonly key: string }) =>
      client.call(
        'reversePosition',
        { body: { id: position.id, quantity: position.openInterest } },
        { idempotencyKey: key },
      ),
    onSuccess: (receipt, { position }) => {
      const isWhole = receipt.openedQuantity === position.openInterest;
      const id = isWhole ? 'trade.contract.toast.reversed' : 'trade.contract.toast.reversedPart';
      const values = {
        closed: format.quantity(receipt.closedQuantity, 0),
        opened: format.quantity(receipt.openedQuantity, 0),
      };
      if (isWhole) toasts.success(intl.formatMessage({ id }, values));
      else toasts.info(intl.formatMessage({ id }, values));
      onDone();
    },
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  return {
    isPending: reverse.isPending,
    reverse: (position: PositionRow) => reverse.mutate({ position, key: newActKey(Date.now()) }),
  };
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
  const close = useMutation({
    mutationFn: ({ draft, key }: { readonly draft: CloseDraft; readonly key: string }) => {
      const { symbol, positionSide } = position;
      const { kind, price, quantity } = draft;
      const terms = kind === 'limit' ? ({ type: 'limit', price } as const) : ({ type: 'market' } as const);
      return client.call(
        'closeContract',
        { params: { positionSide }, body: { symbol, quantity, ...terms } },
        { idempotencyKey: key },
      );
    },
    onSuccess: (receipt, { draft }) => {
      if (receipt.status === 'open')
        toasts.info(intl.formatMessage({ id: 'trade.contract.toast.closeRests' }));
      else if (receipt.tradedQuantity === draft.quantity)
        toasts.success(intl.formatMessage({ id: 'trade.contract.toast.closedPart' }));
      else toasts.info(intl.formatMessage({ id: 'trade.contract.toast.closing' }));
      onDone();
    },
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  return {
    isPending: close.isPending,
    place: (draft: CloseDraft) => close.mutate({ draft, key: newActKey(Date.now()) }),
  };
}
