// A server of its own: it halts markets, needs the first operator, and is restarted.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'otplib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Addresses,
  begunDataDir,
  endAll,
  type RunningProgram,
  startProgram,
} from '../support/program.ts';
import { inLongRun } from '../support/suite.ts';
import { axeFaults, closePages, openBrowser, scrollsSideways, type Visit, visit } from './support/browser.ts';
import { choose, giveReason, menuLink } from './support/console-forms.ts';
import { walkDesks } from './support/desks.ts';
import { clientAt, PASSWORD } from './support/exchange.ts';
import { walkSecondsDesk } from './support/seconds-desk.ts';
import { mailOf, setupLink } from './support/setup-link.ts';

const REASON = 'Venue maintenance until 14:00 UTC';

let dataDir: string;
let program: RunningProgram;
let addresses: Addresses;
let password: string;
let browser: Browser;
let operator: Visit;
/** The operator whom the first one adds. */
let second: Visit;
/** The other operator of practice mode, whom nobody added. */
let approver: Visit | undefined;
let secret = '';

beforeAll(async () => {
  dataDir = await begunDataDir();
  program = await startProgram({ dataDir, command: [process.execPath, 'apps/server/main.ts'] });
  addresses = await program.ready();
  password = /First operator +operator +password (\S+)/.exec(program.output())?.[1] ?? '';
  browser = await openBrowser();
  operator = await visit(browser, addresses.consoleUrl, 'desktop');
}, 400_000);

afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
});

async function enterApprover(): Promise<Visit> {
  const words = /Second operator +operator2 +password (\S+)/.exec(program.output())?.[1] ?? '';
  const visited = await visit(browser, addresses.consoleUrl, 'desktop');
  const { page } = visited;
  await page.goto('/');
  await page.getByLabel('Name').fill('operator2');
  await page.locator('input[type=password]').fill(words);
  await page.getByRole('button', { name: 'Continue' }).click();
  const own = (await page.getByTestId('enrolment-secret').textContent())?.trim() ?? '';
  await page.getByLabel('Six-digit code').fill(await generate({ secret: own }));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
  return visited;
}

/** Approves what waits for a second operator. */
async function approve(): Promise<void> {
  approver ??= await enterApprover();
  const { page } = approver;
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await giveReason(page, 'Checked against the announcement', 'Approve');
  await page.getByText('No proposals').waitFor();
}

describe('an operator', () => {
  it('is let in only with a second factor, which the first login enrols', async () => {
    const { page } = operator;
    await page.goto('/');
    await page.getByLabel('Name').fill('operator');
    await page.locator('input[type=password]').fill(password);
    expect.soft(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    secret = (await page.getByTestId('enrolment-secret').textContent())?.trim() ?? '';
    expect.soft(await axeFaults(page)).toEqual([]);
    const code = page.getByLabel('Six-digit code');
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(existsSync(join(dataDir, 'operator-login.json'))).toBe(true);
    await code.fill('000000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The code is wrong or has already been used.').waitFor();
    await code.fill(await generate({ secret }));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await scrollsSideways(page)).toBe(false);
    expect(existsSync(join(dataDir, 'operator-login.json'))).toBe(false);
  });

  it('finds every screen by its address, goes back and forward, and stays signed in over a reload', async () => {
    const { page } = operator;
    const selected = async (name: string) => {
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await expect.poll(() => menuLink(page, name).getAttribute('aria-current')).toBe('page');
      expect(await page.title()).toContain(name);
    };
    await menuLink(page, 'Markets').click();
    await page.waitForURL('**/markets');
    await menuLink(page, 'Operator log').click();
    await page.waitForURL('**/log');
    await page.goBack();
    await selected('Markets');
    await page
      .getByRole('row', { name: /BTC\/USDT/ })
      .first()
      .waitFor();
    await page.goForward();
    await selected('Operator log');
    await page.reload();
    await page.getByText(/chain intact/).waitFor();
    await selected('Operator log');
    await page.getByRole('row', { name: /Login failed operator from [\d.:a-f]+ · Wrong code –/ }).waitFor();
    await page.goto('/account');
    await selected('Account');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.goto('/log?act=loginFailed');
    await page.getByRole('row', { name: /Login failed/ }).waitFor();
    expect(await page.getByRole('row', { name: /2FA set up/ }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    await page.waitForURL('**/log');
    await page.getByRole('row', { name: /2FA set up/ }).waitFor();
    await page.goto('/nowhere');
    await page.getByText('Page not found').waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
    const other = await operator.context.newPage();
    await other.goto(addresses.consoleUrl);
    await other.getByLabel('Name').waitFor();
    await other.close();
  });

  it('sees where a change of the password goes wrong, and the devices that are known', async () => {
    const { page } = operator;
    await menuLink(page, 'Account').click();
    await page.getByText('This device').waitFor();
    await page.getByLabel('Current password').fill('not the right one');
    await page.getByLabel('New password', { exact: true }).fill('a long walk by the sea');
    await page.getByLabel('Six-digit code').fill('000000');
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await scrollsSideways(page)).toBe(false);
    await page.getByRole('main').getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The current password is wrong.').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('Six-digit code').fill('000000');
    await page.getByRole('main').getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The code is wrong or has already been used.').waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    // The step of the login's own code is used: the next one's code is good as well.
    await page.getByLabel('Six-digit code').fill(await generate({ secret, epoch: Date.now() / 1000 + 30 }));
    await page.getByRole('main').getByRole('button', { name: 'Change password' }).click();
    await page.getByText(/^Password changed/).waitFor();
  });

  it('sees every coin add up to 0', async () => {
    await operator.page.goto('/');
    await operator.page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
    const sums = await operator.page
      .getByRole('table', { name: 'Ledger sums' })
      .locator('tbody tr td:nth-child(2)')
      .allTextContents();
    expect(sums.length).toBe(11);
    for (const sum of sums) expect(sum).toMatch(/^0\.0+$/);
  });

  inLongRun(() => {
    it('finds every desk in order, on a desktop and a phone, by day and by night', async () => {
      await walkDesks(operator.page);
    });
  });

  it('reads the state of the house in another language', async () => {
    const { page } = operator;
    await page.goto('/');
    await page.getByText('Simulator', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page
      .getByRole('heading', { name: 'Kontensummen je Coin' })
      .or(page.getByText('Demo', { exact: true }))
      .first()
      .waitFor();
    const facts = page.locator('dd:not(:has([lang="en"]))');
    const words = (await facts.allTextContents()).join(' ');
    expect(words).toContain('Simulation');
    expect(words).not.toMatch(/ready|running|practice|simulator/);
    await page.getByRole('combobox', { name: 'Sprache' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
  });

  it('keeps filter and order of the markets in the address', async () => {
    const { page } = operator;
    await menuLink(page, 'Markets').click();
    const names = async () => {
      const cells = page.getByRole('table', { name: 'Markets' }).locator('tbody tr td:first-child');
      await cells.first().waitFor();
      return cells.allTextContents();
    };
    await page.getByText('Spot', { exact: true }).first().click();
    await page.waitForURL('**/markets?kind=spot');
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await page.waitForURL('**/markets?kind=spot&sort=-symbol');
    await page.reload();
    const shown = await names();
    expect(shown.length).toBeGreaterThan(3);
    expect(shown).toEqual(shown.toSorted().toReversed());
    expect(shown.join()).not.toContain('PERP');
  });

  it('proposes a correction of a balance, and is told where there is no such user', async () => {
    const { page } = operator;
    await menuLink(page, 'Corrections').click();
    await page.getByRole('button', { name: 'New correction' }).click();
    await page.getByLabel('User ID').fill('999999999');
    await page.getByLabel('Coin', { exact: true }).fill('USDT');
    await page.getByLabel('Amount').fill('12.5');
    await page.getByLabel('Reason').fill(REASON);
    await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    const cause = page.getByRole('combobox', { name: 'Cause' });
    await expect.poll(() => cause.getAttribute('aria-invalid')).toBe('true');
    await choose(page, 'Cause', 'Our mistake');
    expect.soft(await axeFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await page.getByRole('dialog').getByText('Not found.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is told at the reason that it is too short, and sends nothing', async () => {
    const { page } = operator;
    await page.goto('/markets?sort=symbol');
    await page
      .getByRole('row', { name: /BTC\/USDT/ })
      .first()
      .getByRole('button', { name: 'Change' })
      .click();
    await page.getByLabel('Reason').fill('no..!');
    await page.keyboard.press('Enter');
    await page.getByText('Enter at least 5 letters or digits.').waitFor();
    const reason = page.getByLabel('Reason');
    expect(await reason.evaluate((field) => field === document.activeElement)).toBe(true);
    expect.soft(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const opener = page
      .getByRole('row', { name: /BTC\/USDT/ })
      .first()
      .getByRole('button', { name: 'Change' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('halts a market with a reason that users read, and the log holds it', async () => {
    const { page } = operator;
    await menuLink(page, 'Markets').click();
    await page
      .getByRole('row', { name: /BTC\/USDT/ })
      .getByRole('button', { name: 'Change' })
      .click();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Halted' }).click();
    await page.getByLabel('Reason').fill(REASON);
    await page.getByRole('button', { name: 'Change state' }).click();
    await page.getByRole('row', { name: /BTC\/USDT.*Halted/ }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    await menuLink(page, 'Operator log').click();
    await page.getByText(/chain intact/).waitFor();
    await page.getByRole('row', { name: new RegExp(REASON) }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);

    const user = await visit(browser, addresses.url, 'desktop');
    await user.page.goto('/trade/index?type=spot&symbol=btc');
    await user.page.getByText(REASON).waitFor();
    await user.page.getByRole('button', { name: 'Market changes' }).click();
    const changes = user.page.getByRole('dialog', { name: 'Changes to BTC/USDT' });
    await changes.getByRole('row').filter({ hasText: 'Trading halted' }).getByText(REASON).waitFor();
    await changes.getByRole('row').filter({ hasText: 'Listed' }).waitFor();
    expect.soft(await axeFaults(user.page)).toEqual([]);
    await user.context.close();

    // whoever opens it again gives a reason of its own
    await menuLink(page, 'Markets').click();
    const halted = page.getByRole('row', { name: /BTC\/USDT.*Halted/ });
    await halted.getByText(REASON).waitFor();
    await halted.getByRole('button', { name: 'Change' }).click();
    const reason = page.getByRole('dialog').getByLabel('Reason');
    await expect.poll(() => reason.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await reason.waitFor({ state: 'detached' });
  });

  it('adds another one, who sets up alone by the link of the mail and sees the pages of the role', async () => {
    const { page } = operator;
    await menuLink(page, 'Operators and roles').click();
    await page.getByRole('button', { name: 'Add operator' }).click();
    await page.getByLabel('Login name').fill('fiona');
    await page.getByLabel('Email').fill(mailOf('fiona'));
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Finance' }).click();
    await giveReason(page, 'Fiona keeps the books', 'Propose');
    await page.getByText('Logged. The link is on its way.').waitFor();
    await page.getByRole('row', { name: /fiona Finance Awaiting setup fiona@operators.test/ }).waitFor();
    await page.getByRole('button', { name: 'fiona: Send new link' }).waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    const link = `/setup#${await setupLink(dataDir, 'fiona')}`;

    const stranger = await visit(browser, addresses.consoleUrl, 'phone');
    await stranger.page.goto(`${link.slice(0, -4)}AAAA`);
    await stranger.page.getByText('This link doesn’t work').waitFor();
    expect.soft(await axeFaults(stranger.page)).toEqual([]);
    await stranger.page.getByRole('button', { name: 'Go to login' }).click();
    await stranger.page.getByRole('heading', { name: 'Operator login' }).waitFor();
    second = await visit(browser, addresses.consoleUrl, 'desktop');
    await second.page.goto(link);
    await second.page.getByText('Your login name is fiona.').waitFor();
    const own = (await second.page.getByTestId('enrolment-secret').textContent())?.trim() ?? '';
    await second.page.getByLabel('Your own password').fill('correct horse battery staple');
    await second.page.getByLabel('Six-digit code').fill(await generate({ secret: own }));
    expect.soft(await axeFaults(second.page)).toEqual([]);
    await second.page.getByRole('button', { name: 'Log in' }).click();
    await second.page.getByRole('heading', { name: 'Ledger sums' }).waitFor();
    await menuLink(second.page, 'Approvals').waitFor();
    expect(await menuLink(second.page, 'Operators and roles').count()).toBe(0);
    expect(await menuLink(second.page, 'Operator log').count()).toBe(0);
    // its address says so, in place of a table that never comes
    await second.page.goto('/log');
    await second.page.getByRole('heading', { name: 'Operator log' }).waitFor();
    await second.page.getByText('Your role doesn’t').waitFor();
    expect(await second.page.getByRole('table').count()).toBe(0);
    expect(second.complaints).toEqual([]);
    await second.page.goto('/');
  });

  it('changes the spread of a coin, moves inventory and a rate, each with a reason', async () => {
    const { page } = operator;
    await menuLink(page, 'Conversions').click();
    await page.getByRole('button', { name: 'ETH: Terms' }).click();
    await page.getByLabel('Spread').fill('0.75');
    await giveReason(page, 'Thin markets over the holidays', 'Propose');
    await approve();
    await page.getByRole('row', { name: /ETH.*0\.75%.*500 \/ 1,000/ }).waitFor();
    await page.getByRole('button', { name: 'ETH: Move inventory' }).click();
    await page.getByLabel('Amount').fill('100');
    await giveReason(page, 'More Ether for the holidays', 'Propose');
    await approve();
    await page.getByRole('row', { name: /ETH.*600 \/ 1,000/ }).waitFor();

    await menuLink(page, 'Exchange rates').click();
    await page.getByRole('button', { name: 'EUR: Change rate' }).click();
    await page.getByLabel('Units per 1 USD').fill('0.9');
    await page.getByLabel('Rate date (YYYY-MM-DD)').fill('2025-06-30');
    await giveReason(page, 'The reference rate of that day', 'Change rate');
    await page.getByRole('row', { name: /EUR.* 0\.90? 2025-06-30/ }).waitFor();
    await menuLink(page, 'Operator log').click();
    await page.getByText(/EUR: 0\.96256 → 0\.9/).waitFor();
  });

  inLongRun(() => {
    it('changes what second contracts offer, halts them and fills the pool, all with reasons that users read', async () => {
      const user = await visit(browser, addresses.url, 'phone');
      await walkSecondsDesk(operator.page, user.page, approve);
      await user.context.close();
    });
  });

  inLongRun(() => {
    it('finds after a restart its users, and prints the first password no more', async () => {
      const body = {
        type: 'account',
        account: 'restarted',
        password: PASSWORD,
        confirmPassword: PASSWORD,
      } as const;
      const { satoken } = await clientAt(addresses.url, null).call('register', { body });
      const funds = { coin: 'USDT', amount: '5000' };
      const own = clientAt(addresses.url, satoken);
      // the account in the journal opens a moment after the registration
      await expect
        .poll(() => own.call('takePracticeFunds', { body: funds }).catch(() => null))
        .not.toBeNull();
      await own.call('addOptional', { params: { symbolId: '2', flag: '1' } });
      const known = async (url: string) => {
        const client = clientAt(url, satoken);
        const { list } = await client.call('getMyBalance', { query: {} });
        const favourites = await client.call('getOptional');
        return {
          list: list.map(({ coin, amount }) => [coin, amount]),
          favourites: favourites.map(({ id }) => id),
        };
      };
      const before = await known(addresses.url);
      expect(before.list).toContainEqual(['USDT', '5000']);
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
      const again = await startProgram({ dataDir, command: [process.execPath, 'apps/server/main.ts'] });
      const { url } = await again.ready();
      expect(again.output()).toContain('Operator console');
      expect(again.output()).not.toContain('First operator');
      expect(again.output()).not.toContain(password);
      expect(await known(url)).toEqual(before);
      const { page, context } = await visit(browser, url, 'desktop');
      await page.goto('/trade/index?type=spot&symbol=eth');
      await page.getByTestId('order-book').getByRole('listitem').first().waitFor();
      await context.close();
    });
  });
});
