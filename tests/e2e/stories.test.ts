// No server: it builds the Storybook.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../support/patience.ts';
import { type Theme, violationsIn } from './support/axe.ts';
import { closePages, openBrowser } from './support/browser.ts';
import { type BuiltStorybook, buildStorybook } from './support/storybook.ts';

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

let storybook: BuiltStorybook;
let browser: Browser;

beforeAll(async () => {
  storybook = await buildStorybook();
  browser = await openBrowser();
}, 400_000);

afterAll(async () => {
  await closePages(browser);
  await storybook?.stop();
});

/**
 * Shows a story in a page that may show another one, and returns how it ended, with its play function: "success", or
 * what went wrong.
 */
const show = (storyId: string): Promise<string> =>
  new Promise((resolve) => {
    const channel = (globalThis as unknown as { __STORYBOOK_ADDONS_CHANNEL__: StoryChannel })
      .__STORYBOOK_ADDONS_CHANNEL__;
    const fail = (error: { message?: string; description?: string }) =>
      resolve(`failed: ${String(error.message ?? error.description).slice(0, 300)}`);
    for (const event of ['playFunctionThrewException', 'storyErrored', 'storyThrewException'])
      channel.once(event, fail);
    channel.on('storyFinished', (finished) => {
      if (finished.storyId === storyId) resolve(finished.status ?? 'no status');
    });
    channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
  });

/** Waits until nothing has been opening or closing for some frames: a popup is smaller in its first ones. */
async function settle(): Promise<void> {
  for (let calmFrames = 0; calmFrames < 6; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const isCalm =
      document.querySelector('[data-starting-style], [data-ending-style]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running');
    calmFrames = isCalm ? calmFrames + 1 : 0;
  }
}

interface StoryChannel {
  on(event: 'storyFinished', listener: (finished: { storyId: string; status?: string }) => void): void;
  once(event: string, listener: (error: { message?: string; description?: string }) => void): void;
  emit(event: string, value: object): void;
}

/** A page of the Storybook on which no story of interest was shown yet; `complaints` goes on growing. */
async function openPage(
  context: BrowserContext,
  first: string,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${storybook.url}/iframe.html?id=${first}&viewMode=story&globals=a11y.manual:!true`);
  await page.waitForFunction(
    "globalThis.__STORYBOOK_ADDONS_CHANNEL__?.last('storyFinished') !== undefined || globalThis.__STORYBOOK_ADDONS_CHANNEL__?.last('storyErrored') !== undefined",
  );
  return { page, complaints };
}

/** Rules about a whole page: a story has none around it. */
const OF_PAGES = ['page-has-heading-one', 'landmark-one-main', 'region'];

/** Returns the findings of axe in a theme, one line each: all rules by day, those of colours by night. */
async function axeFaults(page: Page, theme: Theme): Promise<string[]> {
  const violations = await violationsIn(page, theme, theme === 'day' ? OF_PAGES : []);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, message }) => `${theme}: ${id}: ${html}: ${message}`),
  );
}

const controls =
  'button, [role="tab"], [role="menuitem"], [role="option"], [role="radio"], [role="combobox"], input:not([aria-hidden])';

/** Controls a finger could miss, and content wider than the screen. */
async function tooSmallOrTooWide(page: Page): Promise<string[]> {
  const scrolls = await page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);
  const small = await page.locator(controls).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const least = 44;
      // A finger may hit the label, the frame of a field, or a pseudo-element that widens the control.
      const target = element.closest('label') ?? element.closest('[data-target]') ?? element;
      const { width, height } = target.getBoundingClientRect();
      if (width === 0 || height === 0 || element.closest('[aria-hidden="true"], .sr-only')) return [];
      const view = element.ownerDocument.defaultView;
      const spread = ['::before', '::after'].map((pseudo) => {
        const style = view?.getComputedStyle(element, pseudo);
        return style?.position === 'absolute' ? Number.parseFloat(style.height) || 0 : 0;
      });
      const reach = Math.max(height, ...spread);
      return reach < least ? [`${element.outerHTML.slice(0, 120)} is ${reach} px high`] : [];
    }),
  );
  return scrolls ? ['the page scrolls sideways', ...small] : small;
}

/** Looks at every story, on two pages that show one after another; gives the faults of each that has some. */
async function faultsOf(
  size: keyof typeof sizes,
  inspect: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const context = await browser.newContext({
    viewport: sizes[size],
    hasTouch: size === 'phone',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const faults: Record<string, string[]> = {};
  const stories = [...storybook.stories];
  const worker = async () => {
    // a story that is shown already is not shown again
    const { page, complaints } = await openPage(context, stories.at(-1)!.id);
    for (let story = stories.shift(); story !== undefined; story = stories.shift()) {
      const { id } = story;
      complaints.length = 0;
      const ended = await page.evaluate(show, id);
      await page.evaluate(settle);
      const found = [...(ended === 'success' ? [] : [ended]), ...(await inspect(page)), ...complaints];
      if (found.length > 0) faults[id] = [...new Set(found)];
    }
    await page.close();
  };
  await Promise.all([worker(), worker()]);
  await context.close();
  return faults;
}

describe('every story', () => {
  it('is there', () => {
    expect(storybook.stories.length).toBeGreaterThan(30);
  });

  it('would be found out: axe finds a button without a name by day, and a faint text by night', async () => {
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><html lang="en"><title>Planted</title>
      <style>html { background: white } html[data-theme='night'] p { color: #eee }</style>
      <main><h1>Planted</h1><p>Faint</p><button></button></main></html>`);
    const found = async (theme: Theme) => (await violationsIn(page, theme)).map(({ id }) => id);
    expect(await found('day')).toEqual(['button-name']);
    expect(await found('night')).toEqual(['color-contrast']);
    await page.close();
  });

  it('renders without complaint and passes axe by day and by night', async () => {
    const faults = await faultsOf('desktop', async (page) => [
      ...(await axeFaults(page, 'day')),
      ...(await axeFaults(page, 'night')),
    ]);
    expect(faults).toEqual({});
  }, 600_000);

  it('fits a phone, passes axe there, and keeps its targets at 44 px', async () => {
    const faults = await faultsOf('phone', async (page) => [
      ...(await tooSmallOrTooWide(page)),
      ...(await axeFaults(page, 'day')),
    ]);
    expect(faults).toEqual({});
  }, 600_000);
});
