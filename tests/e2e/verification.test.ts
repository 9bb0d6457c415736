import { describe, expect, it } from 'vitest';
import { photo } from '../api/support/photos.ts';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange, PASSWORD } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();
const PHOTO = { width: 600, height: 400 };

describe.each(sizesInTurn('verification'))('an identity on a %s', (size) => {
  it('is submitted with photos, a blurred one taken again, and waits until a time', {
    timeout: 180_000,
  }, async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await exchange.signIn(page, { to: '/account/center/kyc' });
    const [clear, blurred] = await Promise.all([photo(0, PHOTO), photo(9, PHOTO)]);
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
    await page.getByText('Not submitted').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    await page.getByRole('link', { name: 'Verify' }).first().click();
    await page.getByRole('heading', { name: 'Primary verification' }).waitFor();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Enter your ID number.').first().waitFor();
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('ID number').fill('L01X-00T47');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Submitted, awaiting approval').waitFor();
    await page.getByText('A••• L•••, •••0T47').waitFor();
    await page.getByText(/We’ll decide by/).waitFor();

    await page.getByRole('link', { name: 'Verify' }).click();
    await page.getByRole('heading', { name: 'Advanced verification' }).waitFor();
    await page.getByLabel('Country of the document').click();
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByLabel('Type of document').click();
    await page.getByRole('option', { name: 'Passport' }).click();
    expect(await page.getByRole('group', { name: 'Back of the document' }).count()).toBe(0);
    const front = page.getByRole('group', { name: 'Front of the document' });
    await front.getByTestId('photo-file').setInputFiles(file('front.jpg', blurred));
    await front.getByText('This photo looks blurred').waitFor();
    await front.getByRole('img', { name: 'Front of the document, preview' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await front.getByTestId('photo-file').setInputFiles(file('again.jpg', clear));
    await front.getByText('This photo looks blurred').waitFor({ state: 'detached' });
    await front.getByText('Uploaded').waitFor();
    const held = page.getByRole('group', { name: 'You holding the document' });
    await held
      .getByTestId('photo-file')
      .setInputFiles(file('script.jpg', Buffer.from('<svg onload=alert(1)>')));
    await held.getByText('This isn’t a JPEG, PNG or WebP image.').waitFor();
    await held.getByTestId('photo-file').setInputFiles(file('held.jpg', clear));
    await held.getByText('Uploaded').waitFor();
    await page.getByRole('button', { name: 'Submit' }).click();
    // the message about the first submission may still be shown
    await page.getByText('Submitted, awaiting approval').first().waitFor();
    await expect.poll(() => page.getByText('Under review').count()).toBe(2);

    await page.getByRole('link', { name: 'See who viewed your documents' }).click();
    await page.getByText('No staff member has accessed your account').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has a bank card that is bound once, after a warning and the login password', {
    timeout: 120_000,
  }, async () => {
    const { page, context, complaints } = await exchange.visit(size);
    await exchange.signIn(page, { to: '/user/index?key=bank' });
    await page.getByText('once linked, the bank card can’t be changed').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    // the methods of payment below have holders of their own
    const form = page.getByRole('form', { name: 'Link bank card' });
    await form.getByLabel('Account holder').fill('Ada Lovelace');
    await form.getByLabel('Card number').fill('4000 0000 0000 0002');
    await form.getByLabel('Bank name').fill('Bank of London');
    await page.getByRole('button', { name: 'Check the details' }).click();
    await page.getByText('4000 0000 0000 0002').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Link bank card' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirm.getByLabel('Login password', { exact: true }).fill(PASSWORD);
    await confirm.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('•••• 0002').waitFor();
    await page.getByText('This bank card can’t be changed.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Link bank card' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('a visitor of the user centre logs in first, and reads the terms’ page without', async () => {
  const { page, context } = await exchange.visit('desktop');
  await page.goto('/user/index?key=primary');
  await page.waitForURL(/\/user\/login/);
  await page.goto('/user/index?key=termsService');
  await page.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor();
  await context.close();
});
