import { Button, toasts } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';

/** Cancels all open orders that are shown. */
export function CancelAll({ cancelAll }: { readonly cancelAll: () => Promise<unknown> }) {
  const intl = useIntl();
  const cancel = useMutation({
    mutationFn: cancelAll,
    onSuccess: () => toasts.info(intl.formatMessage({ id: 'trade.toast.cancelledAll' })),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
  return (
    <Button variant="plain" size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {intl.formatMessage({ id: 'trade.orders.cancelAll' })}
    </Button>
  );
}
