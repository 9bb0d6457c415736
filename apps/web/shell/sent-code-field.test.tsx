import { languageTags, loadCustomerRoom, locales } from '@candor/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { SentCodeField } from './sent-code-field.tsx';

const field = {
  value: '',
  onValueChange: () => {},
  onBlur: () => {},
  name: 'answer',
  ref: () => {},
  error: undefined,
};
const idle = { isKept: false, isSent: false, isSending: false, waitSeconds: 0 };
const TO = 'ad****rg';

it.each(locales)('says where the code goes, and when another one may be asked for, in %s', async (locale) => {
  const messages = await loadCustomerRoom(locale, 'shell');
  const shown = (state: Partial<typeof idle>) => {
    const markup = renderToStaticMarkup(
      <IntlProvider locale={languageTags[locale]} messages={messages}>
        <SentCodeField {...field} label="x" to={TO} onSend={() => {}} {...idle} {...state} />
      </IntlProvider>,
    );
    const [, attributes = '', words = ''] = /<button([^>]*)>([^<]*)</.exec(markup) ?? [];
    return { markup, words, isOff: / disabled=/.test(attributes) };
  };
  const before = shown({});
  const waiting = shown({ isSent: true, waitSeconds: 59 });
  const again = shown({ isSent: true });
  const kept = shown({ isSent: true, isKept: true });
  for (const { markup } of [before, waiting, again, kept]) expect(markup).toContain(TO);
  expect(new Set([before, again, kept].map(({ markup }) => markup)).size).toBe(3);
  expect(waiting).toMatchObject({ isOff: true, words: expect.stringContaining('59') });
  expect(before.isOff || again.isOff).toBe(false);
  expect(shown({ isSending: true }).isOff).toBe(true);
  expect(again.words).not.toBe(before.words);
});
