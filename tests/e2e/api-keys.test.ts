import { expect, it } from 'vitest';
import { signedHeaders } from '../support/signed-headers.ts';
import { axeFaults, scrollsSideways } from './support/browser.ts';
import { openExchange, PASSWORD } from './support/exchange.ts';
import { sizesInTurn } from './support/sizes.ts';

const exchange = openExchange();
const BUY = '/api/v1/coin/entrust/exchange/buy';

it.each(sizesInTurn('api-keys'))('a program trades by a key made in the browser on a %s', async (size) => {
  const { page, context, complaints } = await exchange.visit(size);
  const { client } = await exchange.signIn(page, {
    to: '/account/center/api-keys',
    funds: { USDT: '1000' },
  });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await page.getByText('No API keys yet').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);

  const create = page.getByRole('form', { name: 'Create a key' });
  await create.getByLabel('Name').fill('Grid bot');
  await create.getByRole('checkbox', { name: /^Trade/ }).click();
  await create.getByLabel('IP addresses').fill('127.0.0.1 home');
  await create.getByRole('button', { name: 'Create a key' }).click();
  await create.getByText('Check the list').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await create.getByLabel('IP addresses').fill('127.0.0.1, ::1');
  await create.getByRole('combobox', { name: 'Valid for' }).click();
  await page.getByRole('option', { name: 'Until you delete it' }).click();
  await create.getByRole('button', { name: 'Create a key' }).click();
  const confirm = dialog('Confirm it’s you');
  await confirm.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Save the secret now').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const id = await page.getByTestId('apikeys.key').innerText();
  const secret = await page.getByTestId('apikeys.secret').innerText();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await create.waitFor();
  const key = page.getByRole('row', { name: /Grid bot/ });
  await key.getByText('127.0.0.1, ::1').waitFor();
  await key.getByText('Never', { exact: true }).first().waitFor();
  expect(await page.content()).not.toContain(secret);

  const rows = await exchange.client(null).call('getSpotGoods');
  const close = Number(rows.find((row) => row.symbol === 'BTCUSDT')?.close);
  const body = {
    symbol: 'BTCUSDT',
    type: 'limit',
    price: String(Math.round(close * 0.95)),
    quantity: '0.001',
  };
  const place = async () => {
    const signed = signedHeaders({ id, secret }, 'POST', BUY, Date.now(), { body, window: '60000' });
    const headers = { 'content-type': 'application/json', ...signed };
    const answer = await fetch(exchange.url + BUY, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { code: number; data: { key?: string; status?: string } };
  };
  expect(await place()).toMatchObject({ code: 200, data: { status: 'open' } });
  const params = { scope: 'open', symbol: 'BTCUSDT', limit: '10' } as const;
  expect((await client.call('entrustLog', { params })).records).toHaveLength(1);

  await page.reload();
  await key.getByText('127.0.0.1', { exact: true }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await key.getByRole('button', { name: 'Delete' }).click();
  await dialog('Delete this key?').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No API keys yet').waitFor();
  expect((await place()).data).toMatchObject({ key: 'API_KEY_INVALID' });
  expect(complaints).toEqual([]);
  await context.close();
});

it('a key form outlives the end of its session, and makes a key without addresses', async () => {
  const { page } = await exchange.visit('desktop');
  const { account, token } = await exchange.signIn(page, { to: '/account/center/api-keys' });
  const create = page.getByRole('form', { name: 'Create a key' });
  await create.getByLabel('Name').fill('Night bot');
  const headers = { authorization: token, satoken: token };
  await fetch(`${exchange.url}/api/user/logout`, { method: 'POST', headers });
  await page.waitForURL('**/home/index');
  await page.getByText('Your session has ended', { exact: false }).waitFor();

  await page.getByRole('link', { name: 'Log in' }).first().click();
  await page.getByLabel('Account name').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('account-menu').click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect.poll(() => create.getByLabel('Name').inputValue()).toBe('Night bot');
  await create.getByRole('button', { name: 'Create a key' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirm.getByText('Any IP address').waitFor();
  await confirm.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Save the secret now').waitFor();
});
