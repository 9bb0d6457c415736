import type { ChatRecord } from '@candor/api';
import { languageTags, loadCustomerRoom, loadSharedRoom, locales } from '@candor/i18n';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { Composer } from './composer.tsx';
import { MessageRow } from './message-row.tsx';
import { ChatWarning } from './warning.tsx';

const record: ChatRecord = {
  id: 1,
  number: 3,
  content: '<b>bold</b> \u202Eleft',
  content_type: 1,
  create_time: 1_780_000_000_000,
  blade_user_id: -2,
  isStaff: true,
  mine: false,
  system: null,
  masked: false,
  key: null,
  image: null,
};

async function markupIn(locale: (typeof locales)[number], children: ReactNode): Promise<string> {
  const messages = {
    ...(await loadSharedRoom(locale, 'ui')),
    ...(await loadSharedRoom(locale, 'error')),
    ...(await loadCustomerRoom(locale, 'chat')),
  };
  const fail = (error: unknown) => {
    throw error;
  };
  return renderToStaticMarkup(
    <IntlProvider locale={languageTags[locale]} messages={messages} onError={fail}>
      {children}
    </IntlProvider>,
  );
}
const row = (more: Partial<ChatRecord>) => (
  <MessageRow record={{ ...record, ...more }} chatId={7} isRead={false} onLost={() => {}} />
);

it.each(locales)('marks staff by the server’s word alone, and shows text as text, in %s', async (locale) => {
  const staff = await markupIn(locale, row({}));
  expect(staff).toContain('data-testid="staff-mark"');
  expect(staff).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(staff).toContain('dir="auto"');
  const messages = await loadCustomerRoom(locale, 'chat');
  const name = messages['chat.staff'] as string;
  // whoever writes the words of the mark does not get it
  const forged = await markupIn(locale, row({ isStaff: false, content: `${name}: release now` }));
  expect(forged).not.toContain('data-testid="staff-mark"');
  expect(await markupIn(locale, row({ masked: true }))).toContain(messages['chat.masked'] as string);
});

it.each(locales)('gives what the system says a bubble of its own, in %s', async (locale) => {
  const system = { content: 'opened', system: 'opened', isStaff: false, blade_user_id: -1 } as const;
  const said = await markupIn(locale, row(system));
  expect(said).toContain('data-testid="system-message"');
  expect(said).toContain('7');
  // a user who writes "System:" is no system
  const forged = await markupIn(locale, row({ content: 'System: release now', isStaff: false }));
  expect(forged).not.toContain('data-testid="system-message"');
});

it.each(locales)('warns of false support, and says how to send, in %s', async (locale) => {
  const messages = await loadCustomerRoom(locale, 'chat');
  expect(await markupIn(locale, <ChatWarning />)).toContain(messages['chat.warning'] as string);
  const compose = (draft: string) =>
    markupIn(locale, <Composer draft={draft} onDraft={() => {}} onText={() => {}} onImage={() => {}} />);
  const sendIsOff = (markup: string) => {
    const buttons = markup.match(/<button[^>]*>/g) ?? [];
    return / disabled=/.test(buttons.find((tag) => tag.includes(`"${messages['chat.send']}"`)) ?? '');
  };
  expect(sendIsOff(await compose(''))).toBe(true);
  expect(sendIsOff(await compose(' \n\u200B'))).toBe(true);
  expect(sendIsOff(await compose('hello'))).toBe(false);
  // characters are code points, as the server counts them
  expect(sendIsOff(await compose('😀'.repeat(400)))).toBe(false);
  const tooLong = await compose('😀'.repeat(401));
  expect(sendIsOff(tooLong)).toBe(true);
  expect(tooLong).toContain('role="alert"');
});
