import { AxeBuilder } from '@axe-core/playwright';
import { type Locale, loadMessages, type Messages } from '@candor/i18n';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../tools/chromium.ts';
import { PATIENCE_MS } from '../support/patience.ts';

export const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
export type Size = keyof typeof sizes;

/** Starts the Chromium of this machine. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: set CANDOR_CHROMIUM to the path of one');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
  });
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained of: errors thrown and errors of the console. */
  readonly complaints: readonly string[];
}

/** A new visitor, with nothing stored. */
export async function visit(browser: Browser, url: string, size: Size): Promise<Visit> {
  const context = await browser.newContext({ ...sizes[size], baseURL: url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, complaints };
}

/** From its next load on, the page is in the language, as if the visitor had chosen it. Gives its words. */
export async function speak(page: Page, language: Locale): Promise<Messages> {
  await page.addInitScript((content) => {
    const kept = { dataType: 'string', content, type: 'local', datetime: Date.now() };
    localStorage.setItem('coin_web-language', JSON.stringify(kept));
  }, language);
  return loadMessages(language);
}

type AxeNodes = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'];

/**
 * Those of `targets` that are too small to hit, or covered, also once they are scrolled to the middle of the screen:
 * what a bar covers only until one scrolls can be hit.
 */
async function smallOnceInView(page: Page, targets: AxeNodes): Promise<AxeNodes> {
  const left: AxeNodes = [];
  for (const { target } of targets) {
    const selector = String(target[0]);
    await page.locator(selector).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { violations } = await new AxeBuilder({ page })
      .include(selector)
      .withRules(['target-size'])
      .analyze();
    left.push(...violations.flatMap(({ nodes }) => nodes));
  }
  await page.locator('html').evaluate(() => scrollTo(0, 0));
  return left;
}

/** What axe finds on the page in both themes, one line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['day', 'night'] as const) {
    await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .exclude('[data-base-ui-focus-guard]')
      .analyze();
    for (const { id, nodes } of violations) {
      const left = id === 'target-size' ? await smallOnceInView(page, nodes) : nodes;
      faults.push(
        ...left.map(({ html, any }) => `${theme}: ${id}: ${html.slice(0, 160)}: ${any[0]?.message ?? ''}`),
      );
    }
  }
  await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'day'));
  return faults;
}

/** Whether anything stands out of the screen's width. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);
}
