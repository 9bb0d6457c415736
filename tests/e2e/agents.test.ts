// Own server: it needs two operators, and starts again days later.
import { join } from 'node:path';
import type { Calls, Client } from '@candor/api';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { begunDataDir, endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { axeFaults, closePages, openBrowser, savedBy, scrollsSideways, visit } from './support/browser.ts';
import { giveReason } from './support/console-forms.ts';
import { clientAt, newAccount, PASSWORD, signInAt, tokenOf } from './support/exchange.ts';
import { openOperators } from './support/operators.ts';
import { sizesInTurn } from './support/sizes.ts';

const DAY_MS = 86_400_000;
const TEAM = '/account/center/contractAgents/agentManagement';
let dataDir: string;
let browser: Browser;
let program: RunningProgram;

beforeAll(async () => {
  dataDir = await begunDataDir();
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
});

/** Starts the program so many days after today. */
async function startIn(days: number): Promise<{ url: string; consoleUrl: string }> {
  if (program !== undefined) {
    program.child.kill('SIGTERM');
    await program.ended;
  }
  const preload = join(import.meta.dirname, '..', 'support', 'turned-clock.ts');
  program = await startProgram({
    dataDir,
    command: [process.execPath, '--import', preload, 'apps/server/main.ts'],
    env: { REGISTRATIONS_PER_HOUR: '10000', TURNED_CLOCK_MS: String(days * DAY_MS) },
  });
  return program.ready();
}

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
  return { client, code: (await client.call('getInfo')).user.invite_code };
}

/** Buys Bitcoin and returns the fee in its base units. */
async function trade(client: Client<Calls>): Promise<bigint> {
  await eventually(() => client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '5000' } }));
  const { status } = await client.call('currencyOrderSubmit', {
    body: { symbol: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '2000' },
  });
  expect(status).toBe('filled');
  const { records } = await client.call('getMyBill', { query: { kind: 'fee' } });
  return records.reduce((sum, { amount }) => sum + units(amount), 0n);
}

it.each(sizesInTurn('agents'))(
  'two operators name an agent, whose team, days and files are right to the last unit on a %s',
  async (size) => {
    const today = await startIn(0);
    const staff = { browser, url: today.consoleUrl, output: program.output(), dataDir };
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
    const fees = [await trade(first.client), await trade(fourth.client)] as const;
    await context.close();

    // a day ends before anybody sees the sums of its people
    const { url } = await startIn(2);
    const visited = await visit(browser, url, size);
    await visited.page.goto(`/user/login?from=${encodeURIComponent(TEAM)}`);
    await visited.page.getByLabel('Account name').fill(account);
    await visited.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visited.page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await visited.page.waitForURL(`**${TEAM}`);
    const own = clientAt(url, await tokenOf(visited.page));

    // above the first one only generation 1 is paid, above the fourth one all three: what the cap leaves is the agent's
    const percent = (text: string) => units(text) / 10n ** 6n;
    const all = terms.generations.reduce((sum, { sharePercent }) => sum + percent(sharePercent), 0n);
    const left = percent(terms.capPercent) - all;
    const share = left < 1_250n ? left : 1_250n;
    const due = [(fees[0] * 1_250n) / 10_000n, (fees[1] * share) / 10_000n] as const;
    const { records: days } = await own.call('getAgentDays', { query: {} });
    const day = days.find(({ coin }) => coin === 'BTC')!;
    expect(day).toMatchObject({ payers: 2, isRunning: false });
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
  },
);
