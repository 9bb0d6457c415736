import type { CallOptions } from '@candor/api';
import { toasts } from '@candor/ui';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../common/error-words.ts';

/** A cancel depends on no price: while its row is shown it may still arrive this much later. */
const CANCEL_WINDOW_MS = 30_000;

/** Cancels orders of a kind by their ids, and knows which are being cancelled. */
export function useCancel(kind: string, call: (orderId: number, options: CallOptions) => Promise<unknown>) {
  const intl = useIntl();
  const mutationKey = ['cancel', kind];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (orderId: number) => call(orderId, { windowMs: CANCEL_WINDOW_MS }),
    onSuccess: () => toasts.noted(intl.formatMessage({ id: 'trade.toast.cancelled' })),
    onError: (error) => toasts.refused(wordsOf(intl, error)),
  });
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as number,
  });
  return { cancel: (orderId: number) => mutate(orderId), isPending: (id: number) => pending.includes(id) };
}
