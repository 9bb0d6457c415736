// A server of its own: its messages go to a mail server and an SMSC, whose texts the tests read.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, type Mailbox, openMailbox } from '../messages/support/mailbox.ts';
import { openSmsCentre, type SmsCentreOfTest, smppUrl } from '../messages/support/sms-centre.ts';
import { eventually } from '../support/patience.ts';
import { begunDataDir, endAll, startProgram } from '../support/program.ts';
import { inTurn } from '../support/suite.ts';
import { axeFaults, closePages, openBrowser, type Size, scrollsSideways, visit } from './support/browser.ts';
import { clientAt, PASSWORD, tokenOf } from './support/exchange.ts';

type Kind = 'email' | 'phone';

const SENT = {
  email: 'Verification code sent to your email.',
  phone: 'Verification code sent to your phone.',
} as const;

let dataDir: string;
let url: string;
let browser: Browser;
let mailbox: Mailbox;
let smsCentre: SmsCentreOfTest;

beforeAll(async () => {
  dataDir = await begunDataDir();
  [mailbox, smsCentre] = [await openMailbox(), await openSmsCentre()];
  const program = await startProgram({
    dataDir,
    command: [process.execPath, 'apps/server/main.ts'],
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      SMPP_URL: smppUrl(smsCentre.port),
      REGISTRATIONS_PER_HOUR: '1000',
      CODES_PER_HOUR: '1000',
    },
  });
  ({ url } = await program.ready());
  browser = await openBrowser();
}, 400_000);

afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
  await mailbox?.stop();
  await smsCentre?.stop();
});

/** The contacts of the tests: as they are typed, and as the mailbox and the SMSC know them. */
const contacts: Readonly<
  Record<Kind, Readonly<Record<Size, { readonly typed: string; readonly to: string }>>>
> = {
  email: {
    desktop: { typed: 'ada@example.org', to: 'ada@example.org' },
    phone: { typed: 'grace@example.org', to: 'grace@example.org' },
  },
  phone: {
    desktop: { typed: '1512 3456789', to: '4915123456789' },
    phone: { typed: '15123456780', to: '4915123456780' },
  },
};

/** Returns the number of messages that reached a contact, and the newest. */
function received(kind: Kind, to: string): { readonly count: number; readonly text: string } {
  const texts =
    kind === 'email'
      ? mailbox.mails.filter((mail) => mail.to.includes(to)).map(({ text }) => text)
      : smsCentre
          .texts()
          .filter((sms) => sms.to.replace('+', '') === to)
          .map(({ text }) => text);
  return { count: texts.length, text: texts.at(-1) ?? '' };
}

/** Waits for the next message to a contact and returns its code. */
async function nextCode(kind: Kind, to: string, before: number): Promise<string> {
  await eventually(() => expect(received(kind, to).count).toBe(before + 1));
  return codeIn(received(kind, to).text);
}

/** Fills in who it is, by mail address or by a German phone number. */
async function fillContact(page: Page, kind: Kind, typed: string): Promise<void> {
  await page.getByRole('tab', { name: kind === 'email' ? 'Email' : 'Phone', exact: true }).click();
  if (kind === 'phone') {
    await page.getByRole('combobox', { name: 'Country code', exact: true }).click();
    await page.getByRole('option', { name: /\+49/ }).click();
  }
  await page
    .getByRole('textbox', { name: kind === 'email' ? 'Email' : 'Phone number', exact: true })
    .fill(typed);
}

/** A code of six digits that is not this one. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

const sizes: readonly Size[] = ['desktop', 'phone'];
const kinds: readonly Kind[] = ['email', 'phone'];

describe.each(
  inTurn(
    'entries',
    kinds.flatMap((kind) => sizes.map((size) => [kind, size] as const)),
  ),
)('by %s on a %s', (kind, size) => {
  const { typed, to } = contacts[kind][size];

  it('a newcomer registers with the code that was sent, and with no other, also where the answer is lost', async () => {
    const { page, context, complaints } = await visit(browser, url, size);
    await page.goto('/user/register');
    await fillContact(page, kind, typed);
    const before = received(kind, to).count;
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText(SENT[kind]).waitFor();
    const code = await nextCode(kind, to, before);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByLabel('Verification code').fill(otherThan(code));
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The code is wrong or has expired').first().waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await scrollsSideways(page)).toBe(false);
    // the first answer is lost on the way, and the page asks again
    const lost: string[] = [];
    await page.route(
      '**/api/user/register',
      async (route) => {
        lost.push(await (await route.fetch()).text());
        await route.fulfill({ status: 200, body: '' });
      },
      { times: 1 },
    );
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/assets/index**');
    expect(lost.map((text) => JSON.parse(text).code)).toEqual([200]);
    const { user } = await clientAt(url, await tokenOf(page)).call('getInfo');
    expect(user[kind]).not.toBeNull();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a new browser logs in in two steps: the password, then a code that was sent', async () => {
    const { page, context, complaints } = await visit(browser, url, size);
    await page.goto('/user/login');
    await fillContact(page, kind, typed);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('This browser is new to your account. Confirm it’s you.').waitFor();
    // the password alone is no login
    expect(await tokenOf(page)).toBe('');
    const before = received(kind, to).count;
    await page.getByRole('button', { name: 'Send code' }).click();
    const code = await nextCode(kind, to, before);
    expect.soft(await axeFaults(page)).toEqual([]);
    await page.getByLabel('Verification code').fill(otherThan(code));
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('The code is wrong or has expired').first().waitFor();
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/home/index**');
    const { user } = await clientAt(url, await tokenOf(page)).call('getInfo');
    expect(user[kind]).not.toBeNull();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
