import { languageTags, loadCustomerRoom, locales } from '@candor/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { ExitTable } from './exit-table.tsx';

const terms = { coin: 'USDT', scale: 8, dailyPpm: 300, cycleDays: 14, exitPpm: 500_000 };

it.each(locales)('says from when an order can be left, and what that costs, in %s', async (locale) => {
  const [earn, ui] = await Promise.all([loadCustomerRoom(locale, 'earn'), loadCustomerRoom(locale, 'ui')]);
  const shown = (lockDays: number) => {
    const markup = renderToStaticMarkup(
      <IntlProvider locale={languageTags[locale]} messages={{ ...earn, ...ui }}>
        <ExitTable terms={{ ...terms, lockDays }} amount="1000" example="100" />
      </IntlProvider>,
    );
    return { text: /<p[^>]*>(.*?)<\/p>/.exec(markup)?.[1], rows: markup.match(/<tr/g)?.length };
  };
  const [open, locked, whole] = [shown(0), shown(3), shown(14)];
  // a head, the days at which an order can be left, and its maturity
  expect([open.rows, locked.rows, whole.rows]).toEqual([7, 6, 2]);
  expect(new Set([open.text, locked.text, whole.text]).size).toBe(3);
  expect(locked.text).toContain('3');
  expect(whole.text).toContain('14');
});
