import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { errorText } from '../../data/index.ts';

/** Says an error in the user's language. */
export function useErrorWords(): (error: unknown) => string {
  const intl = useIntl();
  return useCallback(
    (error) => {
      const text = errorText(error);
      return text.fallback ?? intl.formatMessage({ id: text.id }, text.values);
    },
    [intl],
  );
}
