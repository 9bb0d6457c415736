import { expect } from 'vitest';
import { photo } from '../../api/support/photos.ts';
import type { Mailbox } from '../../messages/support/mailbox.ts';
import { eventually } from '../../support/patience.ts';
import { axeFaults, scrollsSideways, type Visit } from './browser.ts';
import type { Seat } from './operators.ts';

/** Markup, a change of direction and stacked marks: shown as they were typed. */
const HOSTILE = `<img src=x onerror="document.title='run'"> \u202Eleft${'\u0301'.repeat(40)} <b>bold</b>`;
const NOTE = 'Asked twice last week, be kind';

/** Chromium hears no push while it has no network: the page asks when it is back. */
async function offlineWhile({ context }: Visit, act: () => Promise<unknown>): Promise<void> {
  await context.setOffline(true);
  await act();
  await context.setOffline(false);
}

/** A user on a phone and an operator of support at the console speak with each other, by text and an image. */
export async function walkSupport(user: Visit & { readonly userId: number }, staff: Seat): Promise<void> {
  const { page } = user;
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
  await page.goto('/home/index#support');
  const dialog = page.getByRole('dialog', { name: 'Support' });
  await dialog.getByLabel('Find the right page').fill('deposit');
  await dialog.getByRole('link', { name: 'Deposit' }).first().waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'What is it about?' }).click();
  await page.getByRole('option', { name: 'Withdrawal' }).click();
  await dialog.getByRole('button', { name: 'Start a conversation' }).click();

  const box = page.getByRole('region', { name: 'Chat', exact: true });
  await box.getByTestId('chat-warning').waitFor();
  const field = box.getByLabel('Message', { exact: true });
  const send = box.getByRole('button', { name: 'Send', exact: true });
  expect(await send.isDisabled()).toBe(true);
  await field.press('Enter');
  await box.getByRole('alert').waitFor();
  await field.fill('one');
  await field.press('Control+Enter');
  await field.pressSequentially('two');
  await field.press('Enter');
  await box.getByText(/one\s+two/).waitFor();
  await field.fill(HOSTILE);
  await field.press('Enter');
  await box.getByText('<b>bold</b>').waitFor();
  const picture = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await box.getByTestId('chat-file').setInputFiles(picture);
  const shown = box.getByRole('button', { name: /^Open the image from/ });
  await shown.click();
  await page.getByRole('dialog', { name: 'Image' }).getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  expect.soft(await axeFaults(page)).toEqual([]);
  expect.soft(await scrollsSideways(page)).toBe(false);
  expect(await page.title()).not.toBe('run');

  const { page: desk } = staff;
  await desk.goto(`/support?userId=${user.userId}`);
  await desk.getByRole('link', { name: /^Withdrawal · \d+$/ }).click();
  const messages = desk.getByRole('log');
  await messages.getByText('<b>bold</b>').waitFor();
  await desk.getByRole('button', { name: 'Show image' }).click();
  await messages.getByRole('img').waitFor();
  const answer = desk.getByLabel('Answer', { exact: true });
  await answer.fill('We are looking at it');
  const sendAnswer = desk.getByRole('button', { name: 'Send answer' });
  expect(await sendAnswer.isDisabled()).toBe(true);
  await desk.getByRole('button', { name: /^Take/ }).click();
  await desk.getByRole('button', { name: /^Resolve/ }).waitFor();
  await desk.getByLabel('Internal note').fill(NOTE);
  await desk.getByRole('button', { name: 'Add note' }).click();
  await desk.getByRole('listitem').filter({ hasText: NOTE }).waitFor();
  await sendAnswer.click();
  await messages.getByText('We are looking at it').waitFor();
  expect.soft(await axeFaults(desk)).toEqual([]);
  expect.soft(await scrollsSideways(desk)).toBe(false);

  await box.getByText('We are looking at it').waitFor();
  await box.getByTestId('staff-mark').first().waitFor();
  await messages.getByText(/Seen/).waitFor();

  // closed and without network: what comes meanwhile is counted once the network is back
  await box.getByRole('button', { name: 'Minimise chat' }).click();
  await offlineWhile(user, async () => {
    for (const text of ['Meanwhile one', 'Meanwhile two']) {
      await answer.fill(text);
      await sendAnswer.click();
      await messages.getByText(text).waitFor();
    }
  });
  const launcher = page.getByRole('button', { name: 'Open chat, 2 unread messages' });
  await launcher.waitFor();
  await launcher.click();
  await box.getByText('Meanwhile two').waitFor();
  await box.getByRole('button', { name: 'Minimise chat' }).click();
  await page.getByRole('button', { name: 'Open chat', exact: true }).waitFor();

  // what the user writes meanwhile is asked about before an answer leaves
  await answer.fill('An answer that may not fit');
  await page.getByRole('button', { name: 'Open chat', exact: true }).click();
  await field.fill('One thing more');
  await field.press('Enter');
  await messages.getByText('One thing more').waitFor();
  await sendAnswer.click();
  await desk.getByRole('dialog', { name: /1 new message arrived/ }).waitFor();
  await desk.getByRole('button', { name: 'Send anyway' }).click();
  await box.getByText('An answer that may not fit').waitFor();
  await desk.getByRole('button', { name: /^Resolve/ }).click();
  await box.getByText('Marked as resolved').waitFor();
  expect(answers.filter((text) => text.includes(NOTE))).toEqual([]);
}

/** A visitor writes by the form, gets the answer by mail, and goes on at the page that its link leads to. */
export async function walkForm({ page }: Visit, staff: Seat, mailbox: Mailbox): Promise<void> {
  const email = 'visitor@example.org';
  await page.goto('/home/index#support');
  const dialog = page.getByRole('dialog', { name: 'Support' });
  await dialog.getByRole('button', { name: 'Write without logging in' }).click();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Message', { exact: true }).fill('I cannot log in');
  expect.soft(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  const said = await dialog.getByText(/Your conversation is number \d+/).textContent();
  const number = /number (\d+)/.exec(said ?? '')?.[1];

  const { page: desk } = staff;
  await desk.goto(`/support?chat=${number}`);
  await desk.getByRole('log').getByText('I cannot log in').waitFor();
  await desk.getByRole('button', { name: /^Take/ }).click();
  await desk.getByRole('button', { name: /^Resolve/ }).waitFor();
  await desk.getByLabel('Answer', { exact: true }).fill('Reset your password first');
  await desk.getByRole('button', { name: 'Send answer' }).click();

  const link = await eventually(() => {
    const found = /\/user\/chat#\S+/.exec(mailbox.to(email)?.text ?? '')?.[0];
    if (found === undefined) throw new Error('no mail with a link yet');
    return found;
  });
  await page.goto(link);
  const messages = page.getByRole('log');
  await messages.getByText('Reset your password first').waitFor();
  await messages.getByTestId('staff-mark').first().waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  expect.soft(await scrollsSideways(page)).toBe(false);
  const field = page.getByLabel('Message', { exact: true });
  await field.fill('Thank you');
  await field.press('Enter');
  await messages.getByText('Thank you').waitFor();
  await desk.getByRole('log').getByText('Thank you').waitFor();
}
