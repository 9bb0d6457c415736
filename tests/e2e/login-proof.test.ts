import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, it } from 'vitest';
import { axeFaults } from './support/browser.ts';
import { openExchange, PASSWORD, TRADE } from './support/exchange.ts';

const exchange = openExchange();
const secrets = { hmacSignatureSecret: 'signature of the test', hmacKeySignatureSecret: 'key of the test' };

it('the login page solves a proof of work by itself, says so, and logs in', async () => {
  const first = await exchange.visit('desktop');
  const { account } = await exchange.signIn(first.page, { to: TRADE.spot });
  await first.context.close();

  const { page, context, complaints } = await exchange.visit('phone');
  // the limits of the shared exchange are not to be used up: the first answer is the refusal of one where they are near
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1_000,
    counter: 4_000,
    deriveKey,
    ...secrets,
    expiresAt: new Date(Date.now() + 300_000),
  });
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api/user/login', async (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown>;
    sent.push(body);
    if ('proof' in body) return route.continue();
    const data = { key: 'LOGIN_PROOF_NEEDED', details: { challenge: JSON.stringify(challenge) } };
    return route.fulfill({ json: { code: 1013, message: '', data } });
  });
  await page.goto('/user/login');
  await page.getByLabel('Account name').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Your browser solves a short calculation' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.waitForURL('**/home/index');

  expect(sent).toHaveLength(2);
  const { solution } = (sent[1] as { proof: unknown }).proof as Parameters<typeof verifySolution>[0];
  expect(await verifySolution({ challenge, solution, deriveKey, ...secrets })).toMatchObject({
    verified: true,
  });
  expect(complaints).toEqual([]);
  await context.close();
});
