// Own server: it needs two operators, and starts again days later.
import { setTimeout } from 'node:timers/promises';
import type { Calls, Client } from '@candor/api';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { axeFaults, closePages, openBrowser, savedBy, scrollsSideways, visit } from './support/browser.ts';
import { giveReason } from './support/console-forms.ts';
import { clientAt, newAccount, PASSWORD, signInAt } from './support/exchange.ts';
import { filled } from './support/fills.ts';
import { openOperators } from './support/operators.ts';
import { sizesInTurn } from './support/sizes.ts';
import { TurnedProgram } from './support/turned-program.ts';

const TEAM = '/account/center/contractAgents/agentManagement';
const DAY_MS = 86_400_000;
const ROOM_MS = 30_000;
const REWARDS = '/account/center/reward-center';
let browser: Browser;
let turned: TurnedProgram;

beforeAll(async () => {
  browser = await openBrowser();
});
// one whose days have passed never goes back
beforeEach(async () => {
  turned = await TurnedProgram.begin(browser);
});
afterEach(async () => {
  await closePages(browser);
  await turned?.end();
});

async function expectOrder(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

/** Base units of a decimal amount with eight places. */
function units(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  return BigInt(whole + part.padEnd(8, '0'));
}

/** Registers with an invite code. Returns a client of the new account and its own code. */
async function invited(url: string, inviteCode: string) {
  const body = {
    type: 'account',
    account: newAccount('friend'),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    invite_code: inviteCode,
  } as const;
  const { satoken } = await clientAt(url, null).call('register', { body });
  const client = clientAt(url, satoken);
  return { account: body.account, client, code: (await client.call('getInfo')).user.invite_code };
}

/** Takes practice funds, as soon as the account is open. */
const funded = (client: Client<Calls>) =>
  eventually(() => client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '5000' } }));

/** Buys Bitcoin and returns the fee in its base units. */
async function trade(client: Client<Calls>): Promise<bigint> {
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '2000' } as const;
  await filled(() => client.call('currencyOrderSubmit', { body }));
  const { records } = await client.call('getMyBill', { query: { kind: 'fee' } });
  return records.reduce((sum, { amount }) => sum + units(amount), 0n);
}

/** Waits over a midnight that is near: both trades are of one day. */
async function oneDay(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < ROOM_MS) await setTimeout(left);
}

it.each(sizesInTurn('agents'))(
  'two operators name an agent; three generations and the agent are paid to the last unit, in pages and files, on a %s',
  async (size) => {
    const today = await turned.startIn(0);
    const staff = { browser, url: today.consoleUrl, output: turned.output, dataDir: turned.dataDir };
    const operators = await openOperators(staff);
    const [fay, fin] = [await operators.add('fay', 'finance'), await operators.add('fin', 'finance')];
    const { page, context } = await visit(browser, today.url, size);
    const { account, client } = await signInAt(today.url, page, { to: TEAM });
    const { user } = await client.call('getInfo');
    const terms = await client.call('getPromotion');

    // the share is proposed at the desk by one operator and approved by another
    await fay.page.goto('/referral');
    await fay.page.getByRole('button', { name: 'Add agent', exact: true }).click();
    const form = fay.page.getByRole('dialog', { name: 'Add agent' });
    await form.getByLabel('User', { exact: true }).fill(String(user.userId));
    await form.getByLabel('Own share', { exact: true }).fill('12.5');
    await form.getByRole('status').waitFor();
    await giveReason(fay.page, 'Runs a community of traders', 'Propose');
    expect((await client.call('getPromotion')).agent).toBeNull();
    await fin.page.goto('/approvals');
    await fin.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await giveReason(fin.page, 'Checked against the contract', 'Approve');
    await expect.poll(async () => (await client.call('getPromotion')).agent?.sharePercent).toBe('12.5');
    await fin.page.goto('/referral');
    await fin.page.getByRole('row', { name: /12\.5/ }).waitFor();
    expect(await axeFaults(fin.page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Agent share', exact: true }).waitFor();
    await page.getByText('12.5%', { exact: true }).first().waitFor();
    await expectOrder(page);

    const first = await invited(today.url, user.invite_code);
    const second = await invited(today.url, first.code);
    const third = await invited(today.url, second.code);
    const fourth = await invited(today.url, third.code);
    await Promise.all([funded(first.client), funded(fourth.client)]);
    await oneDay();
    const fees = [await trade(first.client), await trade(fourth.client)] as const;
    await context.close();

    // a day ends before anybody sees the sums of its people
    await turned.startIn(2);
    const visited = await turned.back(account, TEAM, size);
    const own = visited.client;

    // above the first one only generation 1 is paid, above the fourth one all three: what the cap leaves is the agent's
    const percent = (text: string) => units(text) / 10n ** 6n;
    const all = terms.generations.reduce((sum, { sharePercent }) => sum + percent(sharePercent), 0n);
    const left = percent(terms.capPercent) - all;
    const share = left < 1_250n ? left : 1_250n;
    const due = [(fees[0] * 1_250n) / 10_000n, (fees[1] * share) / 10_000n] as const;
    const { records: days } = await own.call('getAgentDays', { query: {} });
    const day = days.find(({ coin }) => coin === 'BTC')!;
    expect(day).toMatchObject({ payers: 2 });
    expect(units(day.fees)).toBe(fees[0] + fees[1]);
    expect(units(day.commission)).toBe(due[0] + due[1]);
    await visited.page
      .getByRole('table', { name: 'Your team by day' })
      .getByText(`${day.commission} BTC`)
      .waitFor();
    await expectOrder(visited.page);

    const section = (name: string) =>
      visited.page
        .getByRole('heading', { level: 2, name, exact: true })
        .locator('xpath=ancestor::section[1]');
    const file = (name: string) => section(name).getByRole('button', { name: 'Download CSV' });
    const byDay = await savedBy(visited.page, file('Your team by day'));
    expect(byDay.name).toMatch(/^agent-days-/);
    expect(byDay.rows).toMatchObject([{ coin: 'BTC', payers: '2', commission: day.commission }]);

    // the tree is walked to its end, and the file has all of it
    const tree = section('Whole team');
    for (let depth = 1; depth < 4; depth++) await tree.getByRole('button', { name: /: Invited 1$/ }).click();
    await expect.poll(() => tree.getByRole('button', { name: /^› / }).count()).toBe(3);
    await expectOrder(visited.page);
    const team = await savedBy(visited.page, file('Whole team'));
    expect(team.name).toMatch(/^team-/);
    expect(team.rows.map(({ depth }) => depth)).toEqual(['1', '2', '3', '4']);
    expect(team.rows.map((row) => units(row.fees || '0'))).toEqual([fees[0], 0n, 0n, fees[1]]);
    expect(team.rows.map((row) => units(row.commission || '0'))).toEqual([due[0], 0n, 0n, due[1]]);
    expect(team.rows.slice(1).map(({ invitedBy }) => invitedBy)).toEqual(
      team.rows.slice(0, -1).map(({ member }) => member),
    );
    expect(visited.complaints).toEqual([]);
    await visited.context.close();

    // those who brought the fourth one have their shares of the day, each by a receipt that recomputes
    const earners = [third, second, first];
    for (const [at, { account: earner }] of earners.entries()) {
      const generation = at + 1;
      const share = percent(terms.generations[at]!.sharePercent);
      const earned = (fees[1] * share) / 10_000n;
      const seen = await turned.back(earner, REWARDS, size);
      const { accumulatedRevenue } = await seen.client.call('getPromotion');
      expect(accumulatedRevenue.map(({ coin, amount }) => [coin, units(amount)])).toEqual([['BTC', earned]]);
      const { records } = await seen.client.call('getRebates', { query: {} });
      expect(records).toMatchObject([{ generation, coin: 'BTC', carriedMillionths: 0 }]);
      const [{ fees: charged, amount }] = records as [(typeof records)[0]];
      expect([units(charged), units(amount)]).toEqual([fees[1], earned]);
      const totals = seen.page.getByRole('heading', { level: 2, name: 'Your earnings', exact: true });
      await totals.locator('xpath=ancestor::section[1]').getByText(`${amount} BTC`).first().waitFor();
      await seen.page
        .getByRole('button', { name: /^Verified/ })
        .first()
        .click();
      const receipt = seen.page.getByRole('dialog', { name: /^Rebate/ });
      await receipt.getByText(`${amount} = ${amount} BTC`, { exact: true }).waitFor();
      await receipt.getByText(`Generation ${generation}`, { exact: true }).waitFor();
      await expectOrder(seen.page);
      expect(seen.complaints).toEqual([]);
      await seen.context.close();
    }
  },
);
