import { languageTags, loadCustomerRoom, locales } from '@candor/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { Timeline } from './timeline.tsx';

const DAY_MS = 86_400_000;
const order = { beganMs: 100 * DAY_MS, endMs: 130 * DAY_MS, nowMs: 105 * DAY_MS };

it.each(locales)('names its mark and an early end in %s', async (locale) => {
  const earn = await loadCustomerRoom(locale, 'earn');
  const shown = (more: object) =>
    renderToStaticMarkup(
      <IntlProvider locale={languageTags[locale]} timeZone="UTC" messages={earn}>
        <Timeline {...order} {...more} />
      </IntlProvider>,
    );
  const [lock, ended] = [earn['earn.redeemable']!, earn['earn.ended']!];
  const says = (more: object) => [lock, ended].map((words) => shown(more).includes(words));
  expect(says({})).toEqual([false, false]);
  expect(says({ lockedUntilMs: 110 * DAY_MS })).toEqual([true, false]);
  expect(says({ lockedUntilMs: 110 * DAY_MS, endedMs: 112 * DAY_MS })).toEqual([true, true]);
  // days that are all locked end where the order does, and an order that matured ends there too
  expect(says({ lockedUntilMs: 130 * DAY_MS, endedMs: 130 * DAY_MS })).toEqual([false, false]);
  expect(shown({ dense: true, endedMs: 112 * DAY_MS })).toContain(ended);
});
