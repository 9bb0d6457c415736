import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFaults } from './browser.ts';

/** The link of a desk in the console's menu. */
export function menuLink(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
}

/** Fills in the reason of an open window, sends it after `before`, and waits until it is done. */
export async function giveReason(
  page: Page,
  reason: string,
  submit: string,
  before = () => {},
): Promise<void> {
  // toasts are dialogs too
  const form = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Reason' }) });
  await form.getByRole('textbox', { name: 'Reason' }).fill(reason);
  expect.soft(await axeFaults(page)).toEqual([]);
  before();
  await form.getByRole('button', { name: submit, exact: true }).click();
  await form.waitFor({ state: 'detached' });
}

/** Chooses an option of a field. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
