import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Calls, type Client, calls, createClient } from '@candor/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { endAll, startProgram } from '../support/program.ts';
import { launchBrowser, type Size, type Visit, visit } from './browser.ts';

export const PASSWORD = 'green-Tea-42';

/** The whole program on data of its own, and a browser, for the tests of one file. */
export interface Exchange {
  visit(size: Size): Promise<Visit>;
  /** A client that is signed in with the token, else a visitor. */
  client(token: string | null): Client<Calls>;
  /**
   * Registers an account, gives it practice funds, prepares what else it needs, and signs it in on the page, which then
   * shows the trade page of BTC of that type. Resolves with a client of the account.
   */
  signIn(
    page: Page,
    account: string,
    type: 'sec' | 'spot' | 'usta',
    funds: Readonly<Record<string, string>>,
    prepare?: (own: Client<Calls>) => Promise<unknown>,
  ): Promise<Client<Calls>>;
}

/** Starts the program before the tests of the file and ends it after them. The seed decides how prices go. */
export function openExchange(name: string, seed: string): Exchange {
  let dataDir: string;
  let url: string;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), `candor-${name}-`));
    const command = [process.execPath, 'apps/server/main.ts'] as const;
    const program = await startProgram({ dataDir, command, env: { CANDOR_SEED: seed } });
    ({ url } = await program.ready());
    browser = await launchBrowser();
  }, 400_000);

  afterAll(async () => {
    await browser?.close();
    await endAll(dataDir);
  });

  const client = (token: string | null) =>
    createClient(calls, {
      baseUrl: url,
      head: 'v1',
      token: () => token,
      language: () => 'en',
      actWindowMs: 60_000,
    });

  return {
    visit: (size) => visit(browser, url, size),
    client,
    async signIn(page, account, type, funds, prepare) {
      const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD } as const;
      const { satoken } = await client(null).call('register', { body });
      const own = client(satoken);
      for (const [coin, amount] of Object.entries(funds)) {
        // The account in the journal opens a moment after the registration.
        const take = () => own.call('takePracticeFunds', { body: { coin, amount } }).catch(() => null);
        await expect.poll(take).not.toBeNull();
      }
      await prepare?.(own);
      await page.goto(`/user/login?from=/trade/index%3Ftype%3D${type}%26symbol%3Dbtc`);
      await page.getByLabel('Account name').fill(account);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      // The login's URL contains the page too.
      await page.waitForURL(({ pathname }) => pathname === '/trade/index');
      return own;
    },
  };
}
