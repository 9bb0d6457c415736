import { type RechargeRow, WITHDRAWAL_REASONS, type WithdrawalRow } from '@candor/api';
import { type Locale, languageNames, languageTags, type MessageId } from '@candor/i18n';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Size, scrollsSideways, sizes } from './browser.ts';
import type { Walk } from './wallet-walk.ts';
import { loadWords, strayTexts, textsOn } from './words-on-screen.ts';

/** Names that no language translates: of the holder of the practice bank's account, of an address, and of currencies. */
const NAMES = ['Candor Practice', 'My own wallet', 'CNY', 'USD'];

/** States of deposits that pass by themselves, or that only a chain which loses blocks brings. */
const PASSING = ['confirming', 'below-minimum', 'not-listed', 'removed', 'taken-back', 'reversed'] as const;

interface Screen {
  readonly path: string;
  /** Texts that are there once the screen and its rows are. */
  readonly shows: readonly MessageId[];
  /** Shows more of the screen. */
  readonly more?: (page: Page) => Promise<unknown>;
}

const DEPOSITS = [
  'deposit.state.credited',
  'deposit.state.review',
  'deposit.state.rejected',
  'deposit.pool.waits',
  'deposit.large.waits',
  'review.reason.recharge.unclear',
] as const;
const WITHDRAWALS = [
  'withdraw.state.review',
  'withdraw.state.rejected',
  'withdraw.state.cancelled',
  'withdraw.state.done',
] as const;
const BILLS = [
  'assets.bills.kind.deposit',
  'assets.bills.kind.recharge',
  'assets.bills.kind.swap',
  'assets.bills.kind.withdrawal',
  'assets.bills.kind.trade',
] as const;
const chooseSecond = (page: Page) => page.locator('main').getByRole('radio').nth(1).click();

const SCREENS: readonly Screen[] = [
  { path: '/assets/index?key=overview', shows: ['assets.coins'] },
  { path: '/assets/index?key=recharge', shows: [...DEPOSITS, ...PASSING.slice(1).map(stateOf)] },
  { path: '/assets/index?key=withdraw', shows: [...WITHDRAWALS, 'withdraw.book.use'] },
  { path: '/assets/index?key=swap', shows: ['swap.receipt'] },
  { path: '/assets/index?key=transfer', shows: ['transfer.text'] },
  { path: '/assets/index?key=records', shows: BILLS },
  { path: '/account/wallet/assets', shows: ['assets.coins'] },
  { path: '/account/wallet/deposit', shows: ['deposit.bank.swift', ...DEPOSITS], more: chooseSecond },
  { path: '/account/wallet/withdrawal', shows: ['withdraw.bank.none', ...WITHDRAWALS], more: chooseSecond },
  { path: '/account/wallet/history-deposit', shows: DEPOSITS },
  { path: '/account/wallet/history-withdrawal', shows: WITHDRAWALS },
  { path: '/account/wallet/bills', shows: BILLS },
];

function stateOf(state: RechargeRow['state']): MessageId {
  return `deposit.state.${state as 'review'}`;
}

/** Has the page add to the answers of the server rows like the walk's own, in the states that only pass. */
async function addPassingRows(page: Page): Promise<void> {
  const addTo = async <Row>(call: string, more: (records: readonly Row[]) => readonly Row[]) => {
    let kept: Promise<object> | null = null;
    await page.route(`**/${call}**`, async (route) => {
      kept ??= route.fetch().then(async (response) => {
        const { data, ...rest } = (await response.json()) as { data: { records: Row[] } };
        return { ...rest, data: { ...data, records: [...more(data.records), ...data.records] } };
      });
      await route.fulfill({ json: await kept });
    });
  };
  await addTo<RechargeRow>('getRechargeLog', (records) => {
    const onChain = records.find(({ method }) => method === 'chain')!;
    return PASSING.map((state, index) => ({
      ...onChain,
      state,
      orderNo: String(900_000 + index),
      isLarge: true,
      imitates: true,
      block: state === 'confirming' ? null : onChain.block,
    }));
  });
  await addTo<WithdrawalRow>('getWithdrawalLog', ([first]) => {
    const steps = (['review', 'rejected'] as const).flatMap((state) =>
      WITHDRAWAL_REASONS.map((reason, index) => ({ state, reason, time: first!.time + index })),
    );
    return [{ ...first!, id: 900_000, steps: [...first!.steps, ...steps] }];
  });
}

/** Goes to a screen without a load of the page, and waits until its texts and rows are there. */
async function open(page: Page, { path, shows, more }: Screen, texts: readonly string[]): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path);
  if (more !== undefined) {
    await page.waitForFunction((address) => location.href.endsWith(address), path);
    await page.locator('main [data-skeleton]').first().waitFor({ state: 'detached' });
    await more(page);
  }
  await page
    .waitForFunction((wanted) => {
      const main = document.querySelector('main');
      const shown = main?.textContent ?? '';
      return main?.querySelector('[data-skeleton]') === null && wanted.every((text) => shown.includes(text));
    }, texts)
    .catch((error: Error) => {
      throw new Error(`${path} does not show all of ${shows.join(', ')}`, { cause: error });
    });
}

/** Chooses a language by the menu of the top bar, which wide screens have. */
async function choose(page: Page, language: Locale): Promise<void> {
  await page.setViewportSize(sizes.desktop.viewport);
  await page.getByTestId('language-menu').click();
  await page.getByRole('menuitemradio', { name: languageNames[language], exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(languageTags[language]);
}

/**
 * Shows every screen of the wallet with its rows in each language, one half of the screens on a desktop and the other on
 * a phone, the next language the other way round. Returns what is left in English, what is no text, and what scrolls
 * sideways.
 */
export async function walkLanguages(
  { page, origin, account, client }: Walk,
  languages: readonly Locale[],
): Promise<string[]> {
  const faults: string[] = [];
  const english = await loadWords('en');
  const { list } = await client.call('getMyBalance', { query: {} });
  const names = [...NAMES, account, ...list.flatMap(({ coin, name }) => [coin, name])];
  await addPassingRows(page);
  await page.goto(`${origin}/account/wallet/assets`);
  const half = Math.ceil(SCREENS.length / 2);
  for (const [index, language] of languages.entries()) {
    const own = await loadWords(language);
    const look = async (where: string) => {
      const stray = strayTexts(await textsOn(page), own, english, [...names, languageNames[language]]);
      faults.push(...stray.map((text) => `${language} ${where}: ${text}`));
      if (await scrollsSideways(page)) faults.push(`${language} ${where} scrolls sideways`);
    };
    await choose(page, language);
    const order: readonly Size[] = index % 2 === 0 ? ['desktop', 'phone'] : ['phone', 'desktop'];
    for (const [at, screen] of SCREENS.entries()) {
      if (at % half === 0) await page.setViewportSize(sizes[order[at / half]!].viewport);
      const texts = screen.shows.map((id) => own.messages[id] ?? id);
      await open(page, screen, texts);
      await look(screen.path);
      if (screen.path !== '/account/wallet/history-withdrawal') continue;
      await page.getByRole('button', { name: own.messages['withdraw.clock']!, exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
      await look('clock');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
  return faults;
}
