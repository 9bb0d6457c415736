import { loadMessages, type Messages } from '@candor/i18n';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange, PASSWORD, TRADE, tokenOf } from './support/exchange.ts';

const exchange = openExchange();

const addressOf = (page: Page) => page.url().slice(exchange.url.length);

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').waitFor();
}

describe('addresses', () => {
  it('lead where the product says', () =>
    exchange.withVisit('desktop', async (page) => {
      for (const path of ['/', '/home', '/nothing/at/all']) {
        await page.goto(path);
        await page.waitForURL('**/home/index');
      }
      await page.goto('/invite/AB12CD');
      await page.waitForURL('**/user/register?invite_code=AB12CD');
      await expect.poll(() => page.getByLabel('Invite code').inputValue()).toBe('AB12CD');
      await page.goto('/assets/index?key=records');
      await page.waitForURL('**/user/login?from=*');
    }));

  it('of what is not open yet say so, and take nothing', () =>
    exchange.withVisit('desktop', async (page) => {
      await page.goto('/account/center/unknown');
      await page.getByRole('heading', { name: 'Not available yet' }).waitFor();
      expect(await page.locator('main input, main form').count()).toBe(0);
    }));
});

describe('the shell', () => {
  it('shows that it starts while its code is on the way, by day and by night', () =>
    exchange.withVisit('phone', async (page) => {
      let arrive = (): void => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.route('**/static/*.js', async (route) => {
        await arrived;
        await route.continue();
      });
      const mark = page.getByRole('img', { name: 'Candor' });
      for (const theme of ['day', 'night']) {
        await page.addInitScript((content) => {
          const kept = { dataType: 'string', content, type: 'local', datetime: Date.now() };
          localStorage.setItem('coin_web-theme', JSON.stringify(kept));
        }, theme);
        await page.goto(TRADE.spot, { waitUntil: 'commit' });
        await mark.waitFor();
        await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme);
        expect(await scrollsSideways(page)).toBe(false);
      }
      arrive();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await mark.count()).toBe(0);
      // axe looks at both themes, and leaves the page the one that it had
      expect(await axeFaults(page)).toEqual([]);
      expect(await page.locator('html').getAttribute('data-theme')).toBe('night');
    }));

  it('opens customer service without a login, and by keyboard', () =>
    exchange.withVisit('desktop', async (page) => {
      await page.goto('/home/index');
      await page.locator('header').getByRole('button', { name: 'Support' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Support' }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }));

  it('hides top bar and footer on login and registration, and the footer on the trade page', () =>
    exchange.withVisit('desktop', async (page) => {
      const parts = async () => ({
        top: await page.locator('header').filter({ hasText: 'Create account' }).count(),
        footer: await page.locator('footer').count(),
      });
      await page.goto('/home/index');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await parts()).toEqual({ top: 1, footer: 1 });
      await page.goto('/user/login');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await parts()).toEqual({ top: 0, footer: 0 });
      await page.goto(TRADE.spot);
      await page
        .getByRole('button', { name: 'Log in to trade' })
        .or(page.getByText('Log in to trade'))
        .first()
        .waitFor();
      expect(await parts()).toEqual({ top: 1, footer: 0 });
    }));

  it('shows every entry of its dropdowns in words', () =>
    exchange.withVisit('desktop', async (page) => {
      await exchange.signIn(page, { to: '/assets/index?key=overview' });
      for (const [button, entries] of [
        [
          page.getByRole('button', { name: 'Trade', exact: true }),
          { Spot: true, 'Flash contracts': true, 'USDT perpetuals': true },
        ],
        [
          page.getByRole('button', { name: 'Assets', exact: true }),
          { 'My assets': true, Deposit: true, 'Transaction history': true },
        ],
        [page.getByTestId('account-menu'), { Account: true, Security: true, 'Log out': true }],
      ] as const) {
        await button.click();
        for (const [entry, open] of Object.entries(entries)) {
          const name = open ? entry : `${entry} not available yet`;
          const item = page.getByRole('menuitem', { name, exact: true });
          await item.getByText(entry, { exact: true }).waitFor();
        }
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      }
    }));

  it('opens as a sheet on a phone, and closes when one goes somewhere', () =>
    exchange.withVisit('phone', async (page) => {
      await page.goto('/home/index');
      await openMenu(page);
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('link', { name: 'Markets' }).click();
      await page.waitForURL('**/quotes/index');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }));
});

describe('the keyboard', () => {
  it("goes through a phone's page, there and back, with nothing it reaches under a bar", () =>
    exchange.withVisit('phone', async (page) => {
      await page.goto('/quotes/index?tab=watchlist');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const last = page.locator('footer button').last();
      await last.waitFor();
      const covered = () =>
        page.locator(':focus').evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const middle = (left + right) / 2;
          const seen = [top + 4, bottom - 4].every((y) =>
            element.contains(element.ownerDocument.elementFromPoint(middle, y)),
          );
          return seen ? [] : [`${element.textContent} from ${top} to ${bottom}`];
        });
      const found: string[] = [];
      await page.locator('footer a').first().focus();
      const isThere = () => last.evaluate((element) => element.matches(':focus'));
      let steps = 0;
      // links of the footer may still come
      for (; steps < 60 && !(await isThere()); steps += 1) {
        found.push(...(await covered()));
        await page.keyboard.press('Tab');
      }
      expect(await isThere()).toBe(true);
      for (let step = 0; step < steps + 6; step += 1) {
        found.push(...(await covered()));
        await page.keyboard.press('Shift+Tab');
      }
      expect(found).toEqual([]);
    }));
});

describe('the language', () => {
  it('changes at once, is kept, and is there from the first text after a restart', () =>
    exchange.withVisit('desktop', async (page) => {
      const german: Messages = await loadMessages('de');
      await page.goto('/home/index');
      await page.getByTestId('language-menu').click();
      await expect.poll(() => page.getByRole('menuitemradio').count()).toBe(13);
      await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
      await page.getByRole('heading', { level: 1, name: german['home.heading']! }).waitFor();

      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(window, { headingsSeen: seen });
        new MutationObserver(() => {
          const heading = document.querySelector('#root h1')?.textContent;
          if (heading && seen.at(-1) !== heading) seen.push(heading);
        }).observe(document, { childList: true, subtree: true, characterData: true });
      });
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de-DE');
      const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('coin_web-tenant') ?? '{}'));
      expect(kept).toMatchObject({ dataType: 'string', content: 'candor', type: 'local' });
      expect(
        await page.evaluate(() => (window as unknown as { headingsSeen: string[] }).headingsSeen),
      ).toEqual([german['home.heading']]);
    }));
});

describe('a session', () => {
  it('that ends at the server leads to the start with a message, and back in', () =>
    exchange.withVisit('desktop', async (page) => {
      const words = await loadMessages('en');
      const { account, token } = await exchange.signIn(page, { to: '/assets/index?key=overview' });
      await page.getByTestId('account-menu').waitFor();
      await fetch(`${exchange.url}/api/user/logout`, {
        method: 'POST',
        headers: { authorization: token, satoken: token },
      });
      await page.waitForURL('**/home/index');
      await page.getByText(words['shell.sessionEnded']!).waitFor();
      expect(await tokenOf(page)).toBe('');
      await page.getByRole('link', { name: 'Log in' }).first().click();
      await page.getByLabel('Account name').fill(account);
      await page.getByLabel('Password', { exact: true }).fill('wrong-Tea-42');
      await page.keyboard.press('Enter');
      await page.getByText('Wrong account or password.').waitFor();
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByTestId('account-menu').waitFor();
    }));

  it('whose token the server does not know leads to the home page, as a visitor', () =>
    exchange.withVisit('desktop', async (page) => {
      await page.addInitScript(() => {
        if (sessionStorage.getItem('planted') !== null) return;
        sessionStorage.setItem('planted', 'yes');
        const record = { dataType: 'string', content: 'not-a-token', type: 'local', datetime: Date.now() };
        localStorage.setItem('coin_web-token', JSON.stringify(record));
      });
      await page.goto('/assets/index?key=overview');
      await page.waitForURL('**/home/index');
      await page.getByRole('link', { name: 'Log in' }).waitFor();
    }));
});

describe('assets', () => {
  it('are masked everywhere, also after a restart', () =>
    exchange.withVisit('desktop', async (page) => {
      await exchange.signIn(page, { to: '/assets/index?key=overview' });
      await page.getByRole('button', { name: 'Hide amounts' }).click();
      await page.getByTestId('total-value').filter({ hasText: '***' }).waitFor();
      await page.reload();
      await page.getByTestId('total-value').filter({ hasText: '***' }).waitFor();
      const cells = page.getByRole('row').filter({ hasText: 'BTC' }).getByRole('cell');
      await expect.poll(async () => (await cells.allTextContents()).slice(1, 5).join('')).toMatch(/^\*+$/);
    }));
});

describe('quotes', () => {
  it('are found by /, sorted by price, and starred only by users', () =>
    exchange.withVisit('desktop', async (page) => {
      await page.goto('/quotes/index');
      await page.getByRole('row').filter({ hasText: 'DOGE' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('doge');
      await page.waitForURL('**/quotes/index?*q=doge*');
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
      await page.keyboard.press('Escape');
      const price = page.getByRole('columnheader', { name: 'Price, USDT', exact: true });
      await price.getByRole('button').click();
      await expect.poll(() => price.getAttribute('aria-sort')).toBe('descending');
      await page.getByRole('button', { name: 'ETH/USDT on watchlist' }).click();
      await page.waitForURL('**/user/login?from=*');
      expect(addressOf(page)).toContain('quotes');
    }));
});

describe('language and theme', () => {
  const shown = (page: Page) =>
    page.evaluate(() => {
      const { lang, dataset } = document.documentElement;
      return `${lang} ${dataset.theme}`;
    });
  const german = { locale: 'de-DE', colorScheme: 'dark' } as const;

  it('are those of the device until a visitor chooses', async () => {
    const { page, context, complaints } = await exchange.visit('desktop', german);
    try {
      await page.goto('/home/index');
      await page.getByTestId('language-menu').getByText('Deutsch').waitFor();
      await expect.poll(() => shown(page)).toBe('de-DE night');
      await page.emulateMedia({ colorScheme: 'light' });
      await expect.poll(() => shown(page)).toBe('de-DE day');
      await page.getByRole('button', { name: 'Dunkles Design' }).click();
      await page.getByTestId('language-menu').click();
      await page.getByRole('menuitemradio', { name: 'Français' }).click();
      await expect.poll(() => shown(page)).toBe('fr-FR night');
      await page.reload();
      await page.getByTestId('language-menu').getByText('Français').waitFor();
      await expect.poll(() => shown(page)).toBe('fr-FR night');
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });

  it('skip what the house offers no more, and leave the account’s language until the user chooses', async () => {
    const { page, context, complaints } = await exchange.visit('desktop', german);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/setLanguage')) sent.push(request.postData() ?? '');
    });
    try {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'languages', { get: () => ['de-DE', 'fr-FR', 'en'] });
      });
      await page.route('**/api/common/getSystemConfig', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        const { t_app_language: offered } = answer.data as { t_app_language: { dictValue: string }[] };
        const others = offered.filter(({ dictValue }) => dictValue !== 'de');
        await route.fulfill({
          response,
          json: { ...answer, data: { ...answer.data, t_app_language: others } },
        });
      });
      await exchange.signIn(page, { to: '/assets/index?key=overview' });
      await page.getByTestId('language-menu').getByText('Français').waitFor();
      await expect.poll(() => shown(page)).toBe('fr-FR night');
      await page.getByTestId('language-menu').click();
      await expect.poll(() => page.getByRole('menuitemradio').count()).toBe(12);
      const stored = page.waitForResponse('**/api/user/setLanguage');
      await page.getByRole('menuitemradio', { name: 'Italiano' }).click();
      expect((await stored).status()).toBe(200);
      expect(sent.map((body) => JSON.parse(body).language)).toEqual(['it']);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });

  it('are English where the device names no language of ours', async () => {
    const { page, context } = await exchange.visit('desktop', { locale: 'sv-SE' });
    try {
      await page.goto('/home/index');
      await page.getByTestId('language-menu').getByText('English').waitFor();
      await expect.poll(() => shown(page)).toBe('en-US day');
    } finally {
      await context.close();
    }
  });

  it('are those of the device in the console too, until an operator chooses', async () => {
    const { page, context } = await exchange.visitConsole(german);
    try {
      await page.goto('/');
      await page.getByRole('button', { name: 'Helles Design' }).waitFor();
      await expect.poll(() => shown(page)).toBe('de-DE night');
      await page.getByRole('button', { name: 'Helles Design' }).click();
      await expect.poll(() => shown(page)).toBe('de-DE day');
      await page.reload();
      await page.getByRole('button', { name: 'Dunkles Design' }).waitFor();
      await expect.poll(() => shown(page)).toBe('de-DE day');
    } finally {
      await context.close();
    }
  });
});

describe('the trade page', () => {
  it('loads the code of its product alone, and that of margin accounts once one is chosen', () =>
    exchange.withVisit('desktop', async (page) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await exchange.signIn(page, { to: TRADE.spot });
      const chart = await page.getByRole('img', { name: /BTC\/USDT/ }).elementHandle();
      const named = await page.locator('meta[name="first-files"]').getAttribute('content');
      const { trade } = JSON.parse(named ?? '') as { trade: Record<string, string[]> };
      const own = (type: string) => trade[type]!.filter((file) => !trade.spot!.includes(file));
      for (const type of ['margin', 'sec', 'usta']) {
        expect(own(type).length, type).toBeGreaterThan(0);
        expect(own(type).filter((file) => requested.includes(file))).toEqual([]);
      }
      await page.getByRole('radio', { name: 'Cross', exact: true }).click();
      await page.getByRole('tab', { name: 'Loans' }).waitFor();
      expect(own('margin').filter((file) => !requested.includes(file))).toEqual([]);
      // the terminal stays: nothing was drawn again but the form and the panel
      expect(await chart?.evaluate((element) => element.isConnected)).toBe(true);
      for (const type of ['sec', 'usta'])
        expect(own(type).filter((file) => requested.includes(file) && !trade.margin!.includes(file))).toEqual(
          [],
        );
    }));
});
