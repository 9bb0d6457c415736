import { toasts } from '@candor/ui';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';

/** Cancels orders of a kind by their ids, and knows which are being cancelled. */
export function useCancel(kind: string, call: (orderId: number) => Promise<unknown>) {
  const intl = useIntl();
  const mutationKey = ['cancel', kind];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: call,
    onSuccess: () => toasts.info(intl.formatMessage({ id: 'trade.toast.cancelled' })),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as number,
  });
  return { cancel: (orderId: number) => mutate(orderId), isPending: (id: number) => pending.includes(id) };
}
