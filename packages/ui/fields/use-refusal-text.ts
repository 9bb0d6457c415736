import type { RefusedNumber } from '@candor/i18n';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useFormatters } from '../provider/use-formatters.ts';

/**
 * Returns the words for a number that a field refused, as the note of the field says them. One that could be two
 * numbers is only called unclear: the choice stands at its field.
 */
export function useRefusalText(): (refused: RefusedNumber | undefined) => string {
  const intl = useIntl();
  const { decimalSeparator } = useFormatters();
  return useCallback(
    (refused) => {
      const reason = refused?.reason ?? null;
      if (reason === null) return intl.formatMessage({ id: 'ui.number.unread' });
      const values = { mark: decimalSeparator, decimals: reason.decimals };
      return intl.formatMessage({ id: `ui.number.${reason.problem}` }, values);
    },
    [intl, decimalSeparator],
  );
}
