import type { Calls, Client, OperatorCalls } from '@candor/api';
import type { Page } from 'playwright-core';
import { photo } from '../../api/support/photos.ts';
import { eventually } from '../../support/patience.ts';
import { PASSWORD } from './exchange.ts';
import type { Seat } from './operators.ts';

const PHOTO = { width: 600, height: 400 };

/** Looks at all that the user's item of a kind rests on, and approves it. */
export async function approveItem(
  client: Client<OperatorCalls>,
  kind: 'kyc' | 'loan' | 'merchant',
  userId: number,
): Promise<void> {
  const row = await eventually(async () => {
    const { records } = await client.call('getReviews', { query: { kind } });
    const found = records.find((record) => record.userId === userId);
    if (found === undefined) throw new Error(`no item of ${kind} waits`);
    return found;
  });
  const params = { id: String(row.id) };
  await client.call('claimReview', { params });
  const { images, version } = await client.call('getReview', { params });
  for (const name of images) await client.call('getReviewPicture', { params: { ...params, name } });
  const body = { version, verdict: 'approve', reason: 'matches' } as const;
  await client.call('decideReview', { params, body });
}

/** Verifies an account as far as a loan needs: a name by one operator, a document by two. Returns its user. */
export async function verifyForLoans(
  page: Page,
  client: Client<Calls>,
  token: string,
  [first, second]: readonly [Seat, Seat],
): Promise<number> {
  const { user } = await client.call('getInfo');
  const buffer = await photo(0, PHOTO);
  const link = async () => {
    const answer = await page.request.post('/api/common/upload/OSS', {
      headers: { authorization: token },
      multipart: { file: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }, type: '0' },
    });
    return ((await answer.json()) as { data: { link: string } }).data.link;
  };
  const primary = { level: 'primary', name: 'Ada Lovelace', idNumber: `L01X-${user.userId}` } as const;
  await client.call('verified', { body: primary });
  const advanced = { level: 'advanced', country: 'GB', documentType: 'passport' } as const;
  await client.call('verified', { body: { ...advanced, front: await link(), handheld: await link() } });
  await approveItem(first.client, 'kyc', user.userId);
  await approveItem(first.client, 'kyc', user.userId);
  await approveItem(second.client, 'kyc', user.userId);
  return user.userId;
}

/** Gives the three photos of an application; the first is tried with a blurred one before. */
export async function giveLoanPhotos(page: Page): Promise<void> {
  const [clear, blurred] = await Promise.all([photo(0, PHOTO), photo(9, PHOTO)]);
  const file = (buffer: Buffer) => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  for (const name of ['Front of the document', 'Back of the document', 'You holding the document']) {
    const field = page.getByRole('group', { name });
    if (name.startsWith('Front')) {
      await field.getByTestId('photo-file').setInputFiles(file(blurred));
      await field.getByText('This photo looks blurred').waitFor();
    }
    await field.getByTestId('photo-file').setInputFiles(file(clear));
    await field.getByText('Uploaded').waitFor();
  }
}

/** Sends an application that is filled in, with the password that it asks for. */
export async function sendApplication(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send application', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirm.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/loan\/order\?id=\d+$/);
}
