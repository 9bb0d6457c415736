import { randomBytes } from 'node:crypto';
import { type Calls, type Client, createClient, routes } from '@candor/api';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { eventually } from '../../support/patience.ts';
import { notePassword, noteSecrets } from '../../support/test-logs.ts';
import { closePages, type DeviceSettings, openBrowser, type Size, type Visit, visit } from './browser.ts';
import type { SharedAnswer, SharedExchange } from './shared-exchange.ts';

export const PASSWORD = 'green-Tea-42';

/** The trade page of BTC, by product. */
export const TRADE = {
  spot: '/trade/index?type=spot&symbol=btc',
  seconds: '/trade/index?type=sec&symbol=btc',
  perpetual: '/trade/index?type=usta&symbol=btc',
} as const;

/** A name that no other user of the exchange has; `prefix` has at most 14 characters. */
export function newAccount(prefix: string): string {
  return `${prefix}_${randomBytes(4).toString('hex')}`;
}

export interface SignIn {
  /** Address that the page is at afterwards. */
  readonly to: string;
  /** Practice funds that the account takes, by coin. */
  readonly funds?: Readonly<Record<string, string>>;
  /** Prepares the account before the page opens. */
  readonly prepare?: (own: Client<Calls>) => Promise<unknown>;
}

export interface SignedIn {
  readonly account: string;
  readonly token: string;
  /** A client of the account. */
  readonly client: Client<Calls>;
}

/** The program that all files share, and the browser of their process; each test has users of its own. */
export interface Exchange {
  readonly url: string;
  /** The program's PostgreSQL. */
  readonly database: string;
  readonly dataDir: string;
  /** The password with which the first operator logs in once. */
  readonly operatorPassword: string;
  visit(size: Size, device?: DeviceSettings): Promise<Visit>;
  /** Tells the story of a new visitor, whose page complains of nothing, and closes the page. */
  withVisit(size: Size, story: (page: Page, visited: Visit) => Promise<void>): Promise<void>;
  /** A new visitor of the console on a desktop. */
  visitConsole(device?: DeviceSettings): Promise<Visit>;
  /** A client that is signed in with the token, else a visitor. */
  client(token: string | null): Client<Calls>;
  /** Registers a new account, funds it, and shows it the page at `to`. */
  signIn(page: Page, options: SignIn): Promise<SignedIn>;
}

/** A client of the program at `url`, signed in with the token, else a visitor. */
export function clientAt(url: string, token: string | null): Client<Calls> {
  notePassword(PASSWORD);
  if (token !== null) noteSecrets(token);
  return createClient(routes, {
    baseUrl: url,
    head: 'v1',
    token: () => token,
    language: () => 'en',
    actWindowMs: 60_000,
  });
}

/** Returns the token of the user of the page; '' for a visitor. */
export function tokenOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('coin_web-token') ?? '{}') as { content?: string };
    return kept.content ?? '';
  });
}

/** Stores the token as a login does, once: a page that logs out stays logged out. */
async function keepToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((content) => {
    if (sessionStorage.getItem('signed-in') !== null) return;
    sessionStorage.setItem('signed-in', 'yes');
    const kept = { dataType: 'string', content, type: 'local', datetime: Date.now() };
    localStorage.setItem('coin_web-token', JSON.stringify(kept));
  }, token);
}

/** Registers a new account of the program at `url`, funds it, and shows it the page at `to`. */
export async function signInAt(
  url: string,
  page: Page,
  { to, funds = {}, prepare }: SignIn,
): Promise<SignedIn> {
  const account = newAccount('user');
  const body = {
    type: 'account',
    account,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    termsVersion: 1,
  } as const;
  // Through the page's own cookies, so that its browser is a known device of the user.
  const answer = await page.context().request.post(`${url}/api/user/register`, { data: body });
  const { code, msg, data } = (await answer.json()) as {
    code: number;
    msg: string;
    data: { satoken: string };
  };
  if (code !== 200) throw new Error(`The registration was refused: ${code} ${msg}`);
  const token = data.satoken;
  const own = clientAt(url, token);
  for (const [coin, amount] of Object.entries(funds)) {
    // the account in the journal opens a moment after the registration
    await eventually(() => own.call('takePracticeFunds', { body: { coin, amount } }));
  }
  await prepare?.(own);
  await keepToken(page, token);
  await page.goto(to);
  return { account, token, client: own };
}

/** Joins the shared exchange before the tests of the file. */
export function openExchange(): Exchange {
  let shared: SharedExchange;
  let browser: Browser;

  beforeAll(async () => {
    const answer = await fetch(inject('sharedExchange'));
    const told = (await answer.json()) as SharedAnswer;
    if ('error' in told) throw new Error(told.error);
    shared = told.exchange;
    browser = await openBrowser();
  }, 400_000);

  afterAll(() => closePages(browser));

  const client = (token: string | null) => clientAt(shared.url, token);

  return {
    get url() {
      return shared.url;
    },
    get database() {
      return shared.database;
    },
    get dataDir() {
      return shared.dataDir;
    },
    get operatorPassword() {
      return shared.operatorPassword;
    },
    visit: (size, device) => visit(browser, shared.url, size, device),
    async withVisit(size, story) {
      const visited = await visit(browser, shared.url, size);
      try {
        await story(visited.page, visited);
        expect(visited.complaints).toEqual([]);
      } finally {
        await visited.context.close();
      }
    },
    visitConsole: (device) => visit(browser, shared.consoleUrl, 'desktop', device),
    client,
    signIn: (page, options) => signInAt(shared.url, page, options),
  };
}
