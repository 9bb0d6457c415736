// A server of its own: it needs operators, and a mail server that refuses for a while.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '../api/support/photos.ts';
import { type Mailbox, openMailbox } from '../messages/support/mailbox.ts';
import { eventually } from '../support/patience.ts';
import { type Addresses, begunDataDir, endAll, startProgram } from '../support/program.ts';
import { inLongRun } from '../support/suite.ts';
import { axeFaults, closePages, openBrowser, scrollsSideways, type Visit, visit } from './support/browser.ts';
import { walkForm, walkOffice, walkSupport } from './support/chat-walk.ts';
import { choose, giveReason } from './support/console-forms.ts';
import { clientAt, PASSWORD, type SignedIn, type SignIn, signInAt, TRADE } from './support/exchange.ts';
import { type Operators, openOperators, type Seat } from './support/operators.ts';

/** Whose mail is refused from the start, so that it waits for its next try once it is looked for. */
const LATE = 'late@example.org';
let dataDir: string;
let addresses: Addresses;
let browser: Browser;
let mailbox: Mailbox;
let operators: Operators;
let fiona: Seat;
let rita: Seat;
let first: Seat;
let second: Seat;

beforeAll(async () => {
  dataDir = await begunDataDir();
  mailbox = await openMailbox();
  const program = await startProgram({
    dataDir,
    command: [process.execPath, 'apps/server/main.ts'],
    env: { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, REGISTRATIONS_PER_HOUR: '10000' },
  });
  addresses = await program.ready();
  browser = await openBrowser();
  operators = await openOperators({
    browser,
    url: addresses.consoleUrl,
    output: program.output(),
    dataDir,
  });
  [first, second] = [await operators.seatFirst(), await operators.seatSecond()];
  fiona = await operators.add('fiona', 'finance');
  rita = await operators.add('rita', 'risk');
  mailbox.refuse(451);
  await clientAt(addresses.url, null).call('sendEmailCode', { query: { type: 'register', email: LATE } });
}, 400_000);

afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
  await mailbox?.stop();
});

/** A new user at a page. */
async function newUser(options: SignIn): Promise<Visit & SignedIn & { readonly userId: number }> {
  const seat = await visit(browser, addresses.url, 'desktop');
  const signedIn = await signInAt(addresses.url, seat.page, options);
  const { user } = await signedIn.client.call('getInfo');
  return { ...seat, ...signedIn, userId: user.userId };
}

/** Shows that a proposal waits for another operator, and has the other one approve it. */
async function approve(proposer: Seat, other: Seat, diff: RegExp, asksCode = false): Promise<void> {
  await proposer.page.goto('/approvals');
  await proposer.page.getByRole('button', { name: 'Withdraw proposal', exact: true }).waitFor();
  expect(await proposer.page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  await other.page.goto('/approvals');
  await other.page.getByRole('row', { name: diff }).waitFor();
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click();
  if (asksCode) await other.page.getByLabel('Six-digit code').fill(await other.nextCode());
  await giveReason(other.page, 'Checked against the ticket', 'Approve');
  await other.page.getByText('No proposals').waitFor();
}

describe('two operators', () => {
  it('of practice mode credit a user whose bills name the reason, and nothing before the second one agrees', async () => {
    const reason = 'Fee charged twice on order 4711';
    const user = await newUser({ to: '/assets/index?key=records', funds: { USDT: '100' } });
    const balance = async () => {
      const { list } = await user.client.call('getMyBalance', { query: { type: '0' } });
      return list.find(({ coin }) => coin === 'USDT')?.amount;
    };
    const { page } = second;
    await page.goto('/corrections');
    await page.getByRole('button', { name: 'New correction' }).click();
    await page.getByLabel('User ID').fill(String(user.userId));
    await page.getByLabel('Coin', { exact: true }).fill('USDT');
    await page.getByLabel('Amount').fill('12.5');
    await choose(page, 'Cause', 'Our mistake');
    await giveReason(page, reason, 'Propose');
    expect(await balance()).toBe('100');

    await approve(second, first, new RegExp(`${user.userId}.*12\\.5.*${reason}`), true);
    await expect.poll(balance).toBe('112.5');
    await expect
      .poll(async () => {
        await user.page.reload();
        await user.page.getByRole('row').filter({ hasText: '100' }).first().waitFor();
        return user.page
          .getByRole('row')
          .filter({ hasText: 'Correction' })
          .filter({ hasText: reason })
          .count();
      })
      .toBe(1);
    expect.soft(await axeFaults(user.page)).toEqual([]);
    await user.page.goto('/account/center/activity');
    await user.page.getByRole('row', { name: new RegExp(`Corrected a balance.*${reason}`) }).waitFor();
    await user.context.close();
  });

  inLongRun(() => {
    it('close a product in one country, whose users read why and open nothing new, and open it again', async () => {
      const reason = 'The regulator of Germany forbids it';
      const live = async (country: string) => {
        const prepare: SignIn['prepare'] = async (own) => {
          await own.call('declareCountry', { body: { country } });
          await own.call('transfer', { query: { from: '1', to: '3', coin: 'USDT', amount: '100' } });
        };
        return newUser({ to: TRADE.seconds, funds: { USDT: '1000' }, prepare });
      };
      const [german, french] = [await live('DE'), await live('FR')];
      const { page } = rita;
      const propose = async (state: string, why: string) => {
        await page.goto('/features');
        await page.getByRole('button', { name: 'Flash contracts: Propose change' }).click();
        await page.getByLabel('Country', { exact: true }).fill('de');
        await choose(page, 'State', state);
        await giveReason(page, why, 'Propose');
      };
      await propose('unavailable', reason);
      await approve(rita, fiona, new RegExp(`DE.*${reason}`));
      await page.goto('/features');
      await page.getByText(new RegExp(`Germany \\(DE\\): unavailable.*${reason}`)).waitFor();
      expect.soft(await axeFaults(page)).toEqual([]);

      const bar = (on: Page) => on.getByText(/isn’t available in Germany/);
      const isOpen = async () => {
        const { features } = await german.client.call('getFeatures');
        return features.find(({ feature }) => feature === 'seconds')?.open;
      };
      await expect.poll(isOpen).toBe(false);
      await german.page.reload();
      await bar(german.page).filter({ hasText: reason }).waitFor();
      expect.soft(await axeFaults(german.page)).toEqual([]);
      const open = async ({ page: own }: Visit) => {
        await own.getByLabel('Stake').fill('25');
        await own.getByRole('button', { name: /^Open: up/ }).click();
      };
      await open(german);
      await german.page
        .getByText(/This product isn’t available in your country \(DE\)/)
        .first()
        .waitFor();
      expect((await german.client.call('secondContractOrderList', { body: {} })).records).toEqual([]);

      await french.page.reload();
      await open(french);
      await expect
        .poll(async () => (await french.client.call('secondContractOrderList', { body: {} })).records.length)
        .toBe(1);
      expect(await bar(french.page).count()).toBe(0);

      await propose('available', 'The ruling was lifted');
      await approve(rita, fiona, /DE.*The ruling was lifted/);
      await expect.poll(isOpen).toBe(true);
      await german.page.reload();
      await open(german);
      await expect
        .poll(async () => (await german.client.call('secondContractOrderList', { body: {} })).records.length)
        .toBe(1);
      expect(await bar(german.page).count()).toBe(0);
      await german.context.close();
      await french.context.close();
    });
  });
});

describe('support', () => {
  let sam: Seat;
  beforeAll(async () => {
    sam = await operators.add('sam', 'support');
  });

  it('sees a mail that the mail server refused, and sends it once that works again', async () => {
    const to = LATE;
    const { page } = sam;
    await page.goto('/jobs?state=retrying');
    // after the third try it rests for twenty seconds
    const row = page.getByRole('row', { name: /deliverMessage Retrying ([3-9]|1\d)\/\d+/ });
    await row.waitFor();
    // the answer of a server may hold what the mail says
    expect(await row.textContent()).not.toContain('654321');
    expect.soft(await axeFaults(page)).toEqual([]);
    expect(mailbox.to(to)).toBeUndefined();
    await row.getByRole('button', { name: 'Retry now' }).click();
    // no earlier: its own next try would send the mail
    const reason = 'The mail server answers again';
    await giveReason(page, reason, 'Retry now', () => mailbox.refuse(null));
    await eventually(() => expect(mailbox.to(to)?.text).toMatch(/\b\d{6}\b/));
    await page.getByText('No jobs waiting').waitFor();
    const { page: other } = await operators.seatFirst();
    await other.goto('/log?act=retryJob');
    await other.getByRole('row', { name: /sam Job retried.*The mail server answers again/ }).waitFor();
    await other.context().close();
  });

  it('speaks with a user on a phone by text and image, also over a cut of the line', async () => {
    const seat = await visit(browser, addresses.url, 'phone');
    const { client } = await signInAt(addresses.url, seat.page, { to: '/home/index' });
    const { user } = await client.call('getInfo');
    await walkSupport({ ...seat, userId: user.userId }, sam);
    await seat.context.close();
  });

  it('answers by mail who has no account, and the link of the mail leads to the conversation', async () => {
    const seat = await visit(browser, addresses.url, 'desktop');
    mailbox.refuse(null);
    await walkForm(seat, sam, mailbox);
    await seat.context.close();
  });

  inLongRun(() => {
    it('sets its office hours, which users read with the time of the next change', async () => {
      const seat = await visit(browser, addresses.url, 'phone');
      await walkOffice(seat, sam);
      await seat.context.close();
    });
  });

  it('ends all sessions of a user, whose page is out at once and who reads by whom and why', async () => {
    const reason = 'Reported a stolen phone by telephone';
    const user = await newUser({ to: '/account/center/security' });
    await user.page.getByRole('heading', { level: 1 }).waitFor();
    const { page } = sam;
    await page.goto(`/users?user=${user.userId}&why=request&tab=access`);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await choose(page, 'Cause', 'A logged-in device was lost or stolen.');
    expect.soft(await scrollsSideways(page)).toBe(false);
    await giveReason(page, reason, 'End all sessions');
    await user.page.waitForURL('**/home/index');
    await page.getByText('No active sessions').waitFor();
    expect(await page.getByRole('button', { name: 'End all sessions' }).count()).toBe(0);

    const body = { type: 'account', account: user.account, password: PASSWORD } as const;
    const { satoken } = await clientAt(addresses.url, null).call('login', { body });
    const { records } = await clientAt(addresses.url, satoken).call('getAccountTouches');
    expect(records[0]).toMatchObject({ role: 'support', act: 'sessionsEnded', reason });
    await user.page.goto('/user/login?from=/account/center/security');
    await user.page.getByLabel('Account name').fill(user.account);
    await user.page.locator('input[type=password]').fill(PASSWORD);
    await user.page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await user.page.waitForURL(({ pathname }) => pathname === '/account/center/security');
    await user.page.goto('/account/center/activity');
    await user.page
      .getByRole('row', {
        name: new RegExp(`Logged you out on all devices Support A logged-in device.*stolen\\. ?${reason}`),
      })
      .waitFor();
    expect.soft(await axeFaults(user.page)).toEqual([]);
    await user.context.close();
  });
});

/** Looks at all that the one waiting item rests on, and gives the second approval. */
async function approveAsSecond({ client }: Seat): Promise<void> {
  const [row] = (await client.call('getReviews', { query: { kind: 'kyc' } })).records;
  const params = { id: String(row?.id) };
  await client.call('claimReview', { params });
  const { images, version } = await client.call('getReview', { params });
  for (const name of images) await client.call('getReviewPicture', { params: { ...params, name } });
  const body = { version, verdict: 'approve', reason: 'matches' } as const;
  await client.call('decideReview', { params, body });
}

describe('a reviewer', () => {
  it('works the queue by keyboard alone, and both users read the decision and who looked', async () => {
    const rosa = await operators.add('rosa', 'review');
    const picture = await photo(0, { width: 300, height: 200 });
    const submit: SignIn['prepare'] = async (own) => {
      const { user } = await own.call('getInfo');
      const body = { level: 'primary', name: 'Ada Lovelace', idNumber: `L01X-${user.userId}` } as const;
      await own.call('verified', { body });
    };
    const users = [
      await newUser({ to: '/account/center/kyc', prepare: submit }),
      await newUser({ to: '/account/center/kyc', prepare: submit }),
    ] as const;
    const link = async () => {
      const answer = await users[0].page.request.post('/api/common/upload/OSS', {
        headers: { authorization: users[0].token },
        multipart: { file: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: picture }, type: '0' },
      });
      return ((await answer.json()) as { data: { link: string } }).data.link;
    };
    const body = { level: 'advanced', country: 'GB', documentType: 'passport' } as const;
    await users[0].client.call('verified', {
      body: { ...body, front: await link(), handheld: await link() },
    });

    const { page } = rosa;
    const { keyboard } = page;
    const onItem = async (user: number) => {
      await page.getByRole('heading', { name: /^Identity verification · \d+$/ }).waitFor();
      await page
        .getByRole('definition')
        .filter({ hasText: new RegExp(`^${user}$`) })
        .waitFor();
    };
    /** Goes by the tab key until an element of this name has the focus. */
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          const { activeElement: at } = document;
          return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
        });
        if (name.test(focused)) return;
      }
      throw new Error(`no focus on ${name}`);
    };
    await page.goto('/reviews');
    await page
      .getByRole('row', { name: /Identity verification/ })
      .nth(2)
      .waitFor();

    // the first is approved
    await keyboard.press('n');
    await onItem(users[0].userId);
    await keyboard.press('c');
    await page.getByRole('button', { name: /^Release/ }).waitFor();
    await keyboard.press('1');
    await keyboard.press('d');
    await page.getByText('Decided. The user can see it now.').first().waitFor();

    // the second is declined for the third reason of the list
    await onItem(users[1].userId);
    await keyboard.press('c');
    await page.getByRole('button', { name: /^Release/ }).waitFor();
    await keyboard.press('3');
    const chosen = page.getByRole('combobox', { name: 'Decision and reason' });
    await expect.poll(() => chosen.textContent()).toMatch(/^3 · Declined/);
    const words = ((await chosen.textContent()) ?? '').split(' · ')[2] ?? '';
    await keyboard.press('d');

    // the photos of the third are looked at, zoomed and turned
    await page.getByRole('button', { name: /Show 2 images/ }).waitFor();
    await tabTo(/Show 2 images/);
    await keyboard.press('Enter');
    await page.getByRole('img').nth(1).waitFor();
    await tabTo(/zoom in/);
    await keyboard.press('Enter');
    await tabTo(/rotate/);
    await keyboard.press('Enter');
    expect.soft(await axeFaults(page)).toEqual([]);
    await keyboard.press('c');
    await page.getByRole('button', { name: /^Release/ }).waitFor();
    await keyboard.press('1');
    await keyboard.press('d');
    await page.getByText('First approval given.').first().waitFor();
    await approveAsSecond(await operators.add('ruth', 'review'));

    const [first, second] = users;
    // the pages of both changed by themselves
    await expect.poll(() => first.page.getByText('Verified', { exact: true }).count()).toBe(2);
    await second.page.getByText(words, { exact: true }).waitFor();
    await first.page.goto('/account/center/activity');
    for (const act of ['Viewed your verification', 'Viewed a photo of your verification', 'Approved your'])
      await first.page
        .getByRole('row', { name: new RegExp(`${act}.*Review`) })
        .first()
        .waitFor();
    await second.page.goto('/account/center/activity');
    await second.page.getByRole('row', { name: /Rejected your verification Review/ }).waitFor();
    await Promise.all(users.map(({ context }) => context.close()));
  });
});
