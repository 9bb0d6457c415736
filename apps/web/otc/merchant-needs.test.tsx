import type { MerchantApplication, OtcTermsRow } from '@candor/api';
import { type CustomerRoom, loadCustomerRoom, type Messages } from '@candor/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { MerchantNeeds } from './merchant-needs.tsx';

const ROOMS: readonly CustomerRoom[] = ['ui', 'error', 'menu', 'escrow', 'otc'];
const messages: Messages = Object.assign(
  {},
  ...(await Promise.all(ROOMS.map((room) => loadCustomerRoom('en', room)))),
);
const terms = { deposit: '2000', depositBackMs: 30 * 86_400_000 } as OtcTermsRow;
const application = { coin: 'USDT', deposit: '2000', free: '150', isVerified: true } as MerchantApplication;

/** Everything that the needs say. */
function said(of: MerchantApplication | null, by: OtcTermsRow | null | undefined): string {
  const markup = renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages}>
      <MerchantNeeds application={of} terms={by} />
    </IntlProvider>,
  );
  return markup.replace(/<[^>]*>/g, ' ');
}

it.each([null, application])('name the guarantee, and the days until it is free', (of) => {
  const text = said(of, terms);
  expect(text).toMatch(/A guarantee of 2,000(\.0+)? USDT/);
  expect(text).toContain('free again 30 days after you leave');
});

it('say no more than that OTC is closed while it has not begun, and not as a refusal says it of one currency', () => {
  const closed = messages['otc.closed'];
  expect(said(null, null).trim()).toBe(closed);
  expect(said({ ...application, coin: null, deposit: '0', free: '0' }, null).trim()).toBe(closed);
});

it.each([undefined, null])('say no time while the terms are not known, though the application is', (by) => {
  const text = said(application, by);
  expect(text).toMatch(/A guarantee of 2,000(\.0+)? USDT/);
  expect(text).not.toMatch(/day|minute/);
});
