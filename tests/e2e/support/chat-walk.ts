import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { photo } from '../../api/support/photos.ts';
import type { Mailbox } from '../../messages/support/mailbox.ts';
import { eventually } from '../../support/patience.ts';
import { isQuick } from '../../support/suite.ts';
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

/** The broker cuts a line that said nothing for 7.5 s. */
const CUT_MS = 9_000;

/** Chromium freezes the page, as it does with one that was hidden for minutes: no timer of it runs. */
async function frozenWhile({ context, page }: Visit, act: () => Promise<unknown>): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await act();
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await devtools.detach();
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
  await field.fill('😀'.repeat(401));
  await box.getByRole('alert').waitFor();
  expect(await send.isDisabled()).toBe(true);
  await field.fill('😀'.repeat(400));
  await field.press('Enter');
  await box.getByText('😀'.repeat(400)).waitFor();
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
  // the other way: an image of staff, opened by the user
  await desk.getByTestId('support-file').setInputFiles({ ...picture, name: 'answer.jpg' });
  await expect.poll(() => shown.count()).toBe(2);
  await shown.last().click();
  const viewer = page.getByRole('dialog', { name: 'Image' }).getByRole('img');
  await expect.poll(() => viewer.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  // a proof of payment must be read: over the whole window, and larger
  const window = page.viewportSize()!;
  const widthOf = () => viewer.evaluate((img) => img.clientWidth);
  const whole = await widthOf();
  expect(whole).toBeGreaterThan(window.width - 64);
  await page.keyboard.press('+');
  await expect.poll(widthOf).toBeGreaterThan(1.9 * whole);
  await page.keyboard.press('0');
  await expect.poll(widthOf).toBe(whole);
  expect.soft(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Show image' }).click();
  await expect.poll(() => messages.getByRole('img').count()).toBe(2);
  expect.soft(await axeFaults(desk)).toEqual([]);
  expect.soft(await scrollsSideways(desk)).toBe(false);

  await box.getByText('We are looking at it').waitFor();
  await box.getByTestId('staff-mark').first().waitFor();
  await messages.getByText(/Seen/).last().waitFor();

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
  if (!isQuick) {
    await frozenWhile(user, async () => {
      await desk.waitForTimeout(CUT_MS);
      for (const text of ['While away one', 'While away two']) {
        await answer.fill(text);
        await sendAnswer.click();
        await messages.getByText(text).waitFor();
      }
    });
    await box.getByText('While away two').waitFor();
    expect(await box.getByText(/^While away/).count()).toBe(2);
  }
  await desk.getByRole('button', { name: /^Resolve/ }).click();
  await box.getByText('Marked as resolved').waitFor();
  await rate(user, desk);
  expect(user.complaints.filter((each) => each.includes('Content Security Policy'))).toEqual([]);
  expect(answers.filter((text) => text.includes(NOTE))).toEqual([]);
}

/** The user says that the matter is solved, and why it could be better: the desk shows both. */
async function rate({ page }: Visit, desk: Page): Promise<void> {
  const asked = page.getByRole('region', { name: 'Was your question solved?' });
  await asked.getByRole('button', { name: 'Yes, solved' }).click();
  await asked.getByText('Thank you. Your answer is saved.').waitFor();
  await asked.getByLabel('What could be better? (optional)').fill('Sooner');
  expect.soft(await axeFaults(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Send', exact: true }).click();
  await asked.getByLabel('What could be better? (optional)').waitFor({ state: 'detached' });
  await desk.reload();
  await desk.getByText('Yes · Sooner').waitFor();
}

/** Support changes its hours at the desk: users read when staff answers, also over midnight, and that a day is closed. */
export async function walkOffice({ page }: Visit, { page: desk }: Seat): Promise<void> {
  const now = new Date(Number(await page.evaluate(() => Date.now())));
  const dayOf = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const nameOf = (day: Date) => day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  await desk.goto('/support?view=office');
  const save = async (fields: Readonly<Record<string, string>>) => {
    for (const [name, typed] of Object.entries(fields))
      await desk.getByLabel(name, { exact: true }).fill(typed);
    await desk.getByRole('button', { name: 'Save hours' }).click();
  };
  const says = async (text: RegExp) => {
    await page.goto('/rate/index');
    await page.goto('/home/index#support');
    const dialog = page.getByRole('dialog', { name: 'Support' });
    await dialog.getByText(text).waitFor();
    return dialog;
  };
  const week = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [nameOf(dayOf(day)), '']));
  await save({ ...week, [nameOf(now)]: '09:00–08:00' });
  await desk.getByText('Write it as in the example').first().waitFor();
  expect.soft(await axeFaults(desk)).toEqual([]);
  const open = { [nameOf(now)]: '00:00–24:00', [nameOf(dayOf(1))]: '00:00–06:00' };
  await save({ ...week, ...open, 'Closed on': '' });
  await desk.getByText('Office hours saved').first().waitFor();
  // one stretch: it ends after the next midnight
  const dialog = await says(/Staff answer now, until .*6:00/);
  await dialog.getByText('Office hours in UTC').click();
  await dialog.getByText('00:00–24:00').waitFor();
  expect.soft(await axeFaults(page)).toEqual([]);
  expect.soft(await scrollsSideways(page)).toBe(false);
  const dates = [now, dayOf(1)].map((day) => day.toISOString().slice(0, 10));
  await save({ 'Closed on': dates.join('\n') });
  const isOpen = async () => {
    const answer = await page.request.get('/api/v1/coin/chat/office');
    return ((await answer.json()) as { data: { isOpen: boolean } }).data.isOpen;
  };
  await expect.poll(isOpen).toBe(false);
  await (await says(/Staff are away until \d\d\/\d\d\/\d{4} \d\d:\d\d\. .*kept/))
    .getByText(/Closed on/)
    .waitFor({ state: 'attached' });
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

  // what belongs to who wrote is a file of theirs, and is deleted by their button
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download this conversation' }).click(),
  ]);
  const lines = (await buffer(await saved.createReadStream())).toString();
  expect(saved.suggestedFilename()).toBe(`candor-support-${number}.txt`);
  for (const text of ['I cannot log in', 'Candor staff: Reset your password first', 'You: Thank you'])
    expect(lines).toContain(text);
  const asks = page.getByRole('dialog', { name: `Delete conversation ${number}?` });
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete this conversation' }).click();
    await asks.waitFor();
    expect.soft(await axeFaults(page)).toEqual([]);
    await asks.getByRole('button', { name: 'Delete', exact: true }).click();
  };
  // not while an operator answers it
  await remove();
  await page.getByText(/One of our staff is answering this conversation/).waitFor();
  await desk.getByRole('button', { name: 'Return to the queue' }).click();
  await desk.getByRole('button', { name: /^Take/ }).waitFor();
  await remove();
  await page.getByText('This conversation is deleted.').waitFor();
  await page.reload();
  await page.getByText('Thank you').waitFor({ state: 'detached' });
  await desk.goto('/support');
  await desk.getByRole('row').first().waitFor();
  expect(await desk.getByRole('link', { name: new RegExp(`· ${number}$`) }).count()).toBe(0);
}
