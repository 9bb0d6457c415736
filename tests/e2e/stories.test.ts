// No server: it builds the Storybook.
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOUR_RULES, launchBrowser, TAGS } from './support/browser.ts';
import { type BuiltStorybook, buildStorybook } from './support/storybook.ts';

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

let storybook: BuiltStorybook;
let browser: Browser;

beforeAll(async () => {
  storybook = await buildStorybook();
  browser = await launchBrowser();
}, 400_000);

afterAll(async () => {
  await browser?.close();
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

/** Returns the findings of axe in a theme, one line each: all rules by day, those of colours by night. */
async function violationsIn(page: Page, theme: 'day' | 'night'): Promise<string[]> {
  await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
  // Stories have no frames; without the legacy mode, each analysis opens a page of its own to merge frames.
  // Focus traps stand hidden beside what they guard and pass the focus on at once.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-base-ui-focus-guard]');
  const { violations } = await (theme === 'day'
    ? axe.options({
        runOnly: { type: 'tag', values: TAGS },
        // A story has no page around it.
        rules: Object.fromEntries(
          ['page-has-heading-one', 'landmark-one-main', 'region'].map((rule) => [rule, { enabled: false }]),
        ),
      })
    : axe.withRules(COLOUR_RULES)
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${theme}: ${id}: ${html.slice(0, 160)}: ${any[0]?.message ?? ''}`),
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
      // What a finger hits may be the label, the frame of a field, or a pseudo-element that widens the control.
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

/** Looks at every story, two groups at a time, each on a page of its own; gives the faults of each that has some. */
async function faultsOf(
  size: keyof typeof sizes,
  inspect: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const context = await browser.newContext({
    viewport: sizes[size],
    hasTouch: size === 'phone',
    reducedMotion: 'reduce',
  });
  const faults: Record<string, string[]> = {};
  const groups = [...Map.groupBy(storybook.stories, ({ title }) => title).values()];
  const worker = async () => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      const { page, complaints } = await openPage(context, group.at(-1)!.id);
      for (const { id } of group) {
        complaints.length = 0;
        const ended = await page.evaluate(show, id);
        await page.evaluate(settle);
        const found = [...(ended === 'success' ? [] : [ended]), ...(await inspect(page)), ...complaints];
        if (found.length > 0) faults[id] = [...new Set(found)];
      }
      await page.close();
    }
  };
  await Promise.all([worker(), worker()]);
  await context.close();
  return faults;
}

describe('every story', () => {
  it('is there', () => {
    expect(storybook.stories.length).toBeGreaterThan(30);
  });

  it('renders without complaint and passes axe by day and by night', async () => {
    const faults = await faultsOf('desktop', async (page) => [
      ...(await violationsIn(page, 'day')),
      ...(await violationsIn(page, 'night')),
    ]);
    expect(faults).toEqual({});
  }, 600_000);

  it('fits a phone, passes axe there, and keeps its targets at 44 px', async () => {
    const faults = await faultsOf('phone', async (page) => [
      ...(await tooSmallOrTooWide(page)),
      ...(await violationsIn(page, 'day')),
    ]);
    expect(faults).toEqual({});
  }, 600_000);
});
