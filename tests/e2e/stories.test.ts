// No server: it builds the Storybook.
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../tools/chromium.ts';
import { type BuiltStorybook, buildStorybook } from './support/storybook.ts';

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

let storybook: BuiltStorybook;
let browser: Browser;

beforeAll(async () => {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: set CANDOR_CHROMIUM to the path of one');
  storybook = await buildStorybook();
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
  });
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await storybook?.stop();
});

/** How the story ended, with its play function; null until then. */
const outcome = `(() => {
  const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__;
  const [finished] = channel?.last('storyFinished') ?? [];
  const [failure] = channel?.last('playFunctionThrewException') ?? channel?.last('storyErrored') ?? [];
  if (failure) return 'failed: ' + String(failure.message ?? failure.description).slice(0, 300);
  return finished?.status ?? null;
})()`;

/** Opens a story and waits until it has been rendered and played; `complaints` goes on growing. */
async function open(context: BrowserContext, id: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${storybook.url}/iframe.html?id=${id}&viewMode=story&globals=a11y.manual:!true`);
  const ended = await (await page.waitForFunction(outcome)).jsonValue();
  if (ended !== 'success') complaints.push(String(ended));
  return { page, complaints };
}

/** What axe finds in a theme, one line each. */
async function violationsIn(page: Page, theme: 'day' | 'night'): Promise<string[]> {
  await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // A story has no page around it.
    .disableRules(['page-has-heading-one', 'landmark-one-main', 'region'])
    // Focus traps stand hidden beside what they guard and pass the focus on at once.
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
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

/** Looks at every story, three at a time; gives the faults of each that has some. */
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
  const queue = storybook.stories.map(({ id }) => id);
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const { page, complaints } = await open(context, id);
      const found = [...(await inspect(page)), ...complaints];
      if (found.length > 0) faults[id] = [...new Set(found)];
      await page.close();
    }
  };
  await Promise.all([worker(), worker(), worker()]);
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
