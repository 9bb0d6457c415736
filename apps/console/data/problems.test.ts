import { CallError, errors } from '@candor/api';
import { languageTags, loadMessages, locales } from '@candor/i18n';
import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { wordsOf } from './problems.ts';

it.each(locales)('sends no operator to own orders after a fault of the server, in %s', async (locale) => {
  const messages = { ...(await loadMessages(locale)) };
  const intl = createIntl({ locale: languageTags[locale], messages });
  const words = (code: number) => wordsOf(intl, new CallError('getOperatorLog', code, 'x', null));
  expect(words(errors.INTERNAL.code)).toBe(messages['console.shell.failed.server']);
  expect(words(errors.INTERNAL.code)).not.toBe(messages['error.INTERNAL']);
  expect(words(errors.UNAVAILABLE.code)).toBe(messages['error.UNAVAILABLE']);
});
