import type { MessageId } from '@candor/i18n';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';

/** Values for the placeholders of a message; amounts are given already formatted. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a message in the language on the page. An id that no catalogue has does not compile. */
export type Text = (id: MessageId, values?: TextValues) => string;

/** The texts of the language on the page; the same function until the language changes. */
export function useText(): Text {
  const { formatMessage } = useIntl();
  return useMemo(() => (id, values) => formatMessage({ id }, values), [formatMessage]);
}
