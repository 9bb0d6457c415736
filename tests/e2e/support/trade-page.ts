import { loadMessages, type Messages } from '@candor/i18n';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from '../../support/patience.ts';
import { inTurn } from '../../support/suite.ts';
import { type Size, scrollsSideways, speak } from './browser.ts';
import type { Exchange } from './exchange.ts';

/** Opens the form of a trade page for that side: beside the chart, or on a phone in a sheet behind a button. */
export async function openForm(page: Page, size: Size, side: string): Promise<Locator> {
  if (size === 'desktop') {
    const choice = page.getByRole('radio', { name: side, exact: true });
    await choice.click();
    return page.getByRole('region').filter({ has: choice });
  }
  const sheet = page.getByRole('dialog', { name: 'BTC/USDT' });
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: side, exact: true }).click();
  await sheet.waitFor();
  return sheet;
}

/** Opens the transfer of a form and moves the amount to the account that the form is for. */
export async function moveCoins(page: Page, form: Locator, amount: string): Promise<void> {
  await form.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer', exact: true });
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Returns the place at which something is pressed, in whole pixels of the screen. */
export async function placeOf(target: Locator): Promise<{ top: number; left: number; width: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('not in view');
  return { top: Math.round(box.y), left: Math.round(box.x), width: Math.round(box.width) };
}

/** Does one thing after another to a form, and finds its button in the same place after each. */
export async function staysInPlace(
  button: Locator,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const before = await placeOf(button);
  for (const [name, act] of Object.entries(steps)) {
    await act();
    expect.soft(await placeOf(button), name).toEqual(before);
  }
}

/** Refusals that pass by themselves: prices of a busy machine grow old, and acts leave too late. */
const PASSING = ['error.INDEX_STALE', 'error.REQUEST_LATE', 'ui.error.notSent'] as const;

/** A toast as the page saw it at one moment. */
interface SeenToast {
  readonly text: string;
  readonly isThere: boolean;
  /** Its `pointer-events`: `none` if presses reach what lies below. */
  readonly through: string;
  /** The pressable things below it, but for those of a top bar that it may cover. */
  readonly under: readonly string[];
}

/** Has the page keep what each new toast lies over, at its first moment and every 200 ms: a toast goes by itself. */
async function watchToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: SeenToast[] = [];
    Object.assign(window, { seenToasts: seen });
    const cards = () => [...document.querySelectorAll('[role="region"][aria-label="Messages"] > *')];
    const known = new WeakSet(cards());
    // on a phone, and beside a dialog, which leaves no other place
    const mayCoverTopBar = () =>
      window.innerWidth < 640 || document.querySelector('[role="dialog"]:not([data-toast])') !== null;
    const look = (card: Element) => {
      const { top, bottom, left, right } = card.getBoundingClientRect();
      const pressed = 'button, a[href], input, label, summary, [role="tab"], [role="radio"], [role="slider"]';
      const under = new Set<string>();
      for (let y = Math.ceil(top); y < bottom; y += 4) {
        for (let x = Math.ceil(left); x < right; x += 8) {
          const target = document.elementFromPoint(x, y)?.closest(pressed);
          const isOfTopBar = target?.closest('header') && !target.closest('main, [role="dialog"]');
          if (target && !card.contains(target) && !(isOfTopBar && mayCoverTopBar()))
            under.add(target.outerHTML.slice(0, 160));
        }
      }
      const through = getComputedStyle(card).pointerEvents;
      seen.push({ text: card.textContent ?? '', isThere: right > left, through, under: [...under] });
    };
    const follow = (card: Element) => {
      if (!card.isConnected || card.hasAttribute('data-limited')) return;
      look(card);
      setTimeout(() => follow(card), 200);
    };
    new MutationObserver(() => {
      for (const card of cards()) {
        if (known.has(card)) continue;
        known.add(card);
        follow(card);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/**
 * Presses, and waits for a toast of that text: it lets presses through, and what they reach below it is nothing that is
 * pressed, but for the top bar of the page on a phone or behind a dialog. Where the page refuses the press for a reason that passes, it is pressed
 * again, as a person would; any other refusal fails with its words.
 */
export async function coversNothing(
  page: Page,
  text: string | RegExp,
  press: () => Promise<unknown>,
): Promise<void> {
  await watchToasts(page);
  await press();
  const messages = await loadMessages('en');
  const passing = PASSING.map((id) => messages[id]!);
  const pending = ['', messages['ui.act.sending'], messages['ui.act.checking']];
  let refused = '';
  const seen = await eventually(async () => {
    const all = await page.evaluate(() => (window as unknown as { seenToasts: SeenToast[] }).seenToasts);
    const own = all.filter((toast) =>
      typeof text === 'string' ? toast.text.includes(text) : text.test(toast.text),
    );
    if (own.length > 0) return own;
    const words = await page.locator('[data-act-message]').allInnerTexts();
    const refusal = words.find((each) => !pending.includes(each.trim()))?.trim();
    if (refusal !== undefined) refused = refusal;
    if (refusal !== undefined && passing.includes(refusal)) await press();
    throw new Error(`no toast ${text}; the page said "${refused}", and toasts ${JSON.stringify(all)}`);
  });
  for (const { isThere, through, under } of seen) {
    expect({ isThere, through, under }).toEqual({ isThere: true, through: 'none', under: [] });
  }
}

/** Tests, in three languages whose words are long or whose letters are high or wide, the page at `address` on a phone. */
export function fitsOnPhones(
  exchange: Exchange,
  address: string,
  show: (page: Page, messages: Messages) => Promise<unknown>,
): void {
  it.each(inTurn(`languages of ${address}`, ['de', 'th', 'ja'] as const))(
    'fits on a phone in %s',
    async (language) => {
      const { page, context } = await exchange.visit('phone');
      const messages = await speak(page, language);
      await page.goto(address);
      await show(page, messages);
      expect(await scrollsSideways(page)).toBe(false);
      await context.close();
    },
  );
}
