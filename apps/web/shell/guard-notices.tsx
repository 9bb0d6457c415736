import { toasts, useFormatters } from '@candor/ui';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useServices } from '../data/index.ts';

/** Says on every page what a stop that fired left open, and when it waits for its trigger again. */
export function GuardNotices() {
  const intl = useIntl();
  const format = useFormatters();
  const { account } = useServices();
  useEffect(
    () =>
      account.onGuardKept(({ product, state, symbol_name: name, left }) => {
        if (state === 'armed') {
          toasts.info(intl.formatMessage({ id: 'shell.guard.armed' }, { name }));
          return;
        }
        const [coin = ''] = name.split('/');
        const words =
          product === 'contract'
            ? intl.formatMessage({ id: 'shell.guard.contract' }, { name, count: Number(left) })
            : intl.formatMessage({ id: 'shell.guard.spot' }, { name, quantity: format.quantity(left), coin });
        toasts.error(words);
      }),
    [account, intl, format],
  );
  return null;
}
