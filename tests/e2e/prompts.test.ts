import { DIALOG_WIDTHS_PX } from '@candor/products';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../support/suite.ts';
import { openExchange } from './support/exchange.ts';
import { words } from './support/messages.ts';

const exchange = openExchange();
interface Form {
  readonly at: string;
  /** Buttons or choices that are pressed before the form is there. */
  readonly opens?: readonly string[];
  /** The prompt of each field, by the field's label. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Photos: groups of buttons that describe themselves. */
  readonly photos?: Readonly<Record<string, string>>;
  readonly submit: string;
}

const VISITORS: readonly Form[] = [
  {
    at: '/user/login',
    prompts: {
      'user.field.account': 'user.required.account',
      'user.field.password': 'user.required.password',
    },
    submit: 'user.login.submit',
  },
  {
    at: '/user/register',
    opens: ['user.kind.email'],
    prompts: {
      'user.field.email': 'user.required.email',
      'user.field.code': 'user.required.code',
      'user.field.newPassword': 'user.required.password',
      'user.field.confirmPassword': 'user.required.confirmPassword',
    },
    submit: 'user.register.submit',
  },
  {
    at: '/user/reset',
    opens: ['user.kind.phone'],
    prompts: {
      'user.field.phone': 'user.required.phone',
      'user.field.code': 'user.required.code',
      'user.field.freshPassword': 'user.required.password',
      'user.field.confirmPassword': 'user.required.confirmPassword',
    },
    submit: 'user.reset.submit',
  },
];

const PASSWORDS = {
  'account.password.new': 'ui.required.newPassword',
  'account.password.confirm': 'ui.required.confirmPassword',
} as const;

const USERS: readonly Form[] = [
  {
    at: '/user/index?key=primary',
    prompts: { 'kyc.name': 'ui.required.name', 'kyc.idNumber': 'ui.required.idNumber' },
    submit: 'kyc.submit',
  },
  {
    at: '/user/index?key=bank',
    prompts: {
      'bank.name': 'ui.required.name',
      'bank.cardNumber': 'ui.required.cardNumber',
      'bank.bankName': 'ui.required.bankName',
    },
    submit: 'bank.next',
  },
  {
    at: '/account/center/security/setting/login-pwd',
    prompts: { 'account.password.old': 'ui.required.oldPassword', ...PASSWORDS },
    submit: 'account.password.change',
  },
  {
    at: '/account/center/security/setting/trade-pwd',
    prompts: PASSWORDS,
    submit: 'account.password.set',
  },
  {
    at: '/account/center/security/setting/email',
    prompts: { 'account.contact.email': 'ui.required.email', 'user.field.code': 'ui.required.code' },
    submit: 'account.save',
  },
  {
    at: '/account/wallet/deposit',
    opens: ['deposit.by.bank.short'],
    prompts: { 'deposit.amount': 'ui.required.rechargeAmount' },
    photos: { 'deposit.screenshot': 'error.RECHARGE_SCREENSHOT_MISSING' },
    submit: 'deposit.submit',
  },
  {
    at: '/account/wallet/withdrawal',
    prompts: {
      'withdraw.address': 'ui.required.withdrawAddress',
      'deposit.amount': 'ui.required.withdrawAmount',
      'account.password.fund': 'ui.required.fundPassword',
    },
    submit: 'menu.withdraw',
  },
];

/** Texts that describe an element to a screen reader. */
const descriptionOf = (element: Locator) =>
  element.evaluate((node) =>
    (node.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** Opens a form, and returns what surrounds it: a dialog, or the page's own part. */
async function openForm(page: Page, { at, opens = [], submit }: Form): Promise<Locator> {
  await page.goto(at);
  for (const opener of opens) {
    const named = { name: words(opener), exact: true } as const;
    const [button, radio, tab] = (['button', 'radio', 'tab'] as const).map((role) =>
      page.getByRole(role, named),
    );
    await button!.or(radio!).or(tab!).first().click();
  }
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: words(submit), exact: true }) });
  const dialog = page.getByRole('dialog').filter({ has: page.locator('form') });
  await form.or(dialog).first().waitFor();
  return (await dialog.count()) > 0 ? dialog : form;
}

async function walk(page: Page, form: Form): Promise<void> {
  const opened = await openForm(page, form);
  for (const [label, prompt] of Object.entries(form.prompts)) {
    // a tab's panel may have the name of its field
    const field = opened
      .getByLabel(words(label), { exact: true })
      .and(opened.locator(':not([role=tabpanel])'));
    await field.focus();
    await field.blur();
    await expect.poll(() => field.getAttribute('aria-invalid'), { message: label }).toBe('true');
    await expect.poll(() => descriptionOf(field), { message: label }).toContain(words(prompt));
  }
  if (form.photos === undefined) return;
  await opened.getByRole('button', { name: words(form.submit), exact: true }).click();
  for (const [label, prompt] of Object.entries(form.photos)) {
    const group = opened.getByRole('group', { name: words(label), exact: true });
    await expect.poll(() => descriptionOf(group), { message: label }).toContain(words(prompt));
  }
}

describe('an empty form', () => {
  it('of a visitor asks for each thing at its own field', async () => {
    const { page, context } = await exchange.visit('desktop');
    for (const form of inTurn('forms of visitors', VISITORS)) await walk(page, form);
    await context.close();
  });

  it('of a user asks for each thing at its own field, in a dialog of the width of its kind', async () => {
    const { page, context } = await exchange.visit('desktop');
    // what a withdrawal needs is set up, so that its form is there
    await page.route('**/getWithdrawalCurrency*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { fundPassword: boolean } };
      answer.data.fundPassword = true;
      await route.fulfill({ response, json: answer });
    });
    await exchange.signIn(page, { to: '/user/index?key=primary' });
    for (const form of inTurn('forms of users', USERS, 2)) {
      await walk(page, form);
      const dialog = page.getByRole('dialog').filter({ has: page.locator('form') });
      if ((await dialog.count()) > 0)
        expect((await dialog.boundingBox())?.width).toBe(DIALOG_WIDTHS_PX.narrow);
    }
    await context.close();
  });
});
