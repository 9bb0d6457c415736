import { buffer } from 'node:stream/consumers';
import { type Locale, loadMessages, type Messages } from '@candor/i18n';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { findChromium } from '../../../tools/chromium.ts';
import { eventually, PATIENCE_MS } from '../../support/patience.ts';
import { smallOnceInView, violationsIn } from './axe.ts';

export const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
export type Size = keyof typeof sizes;

/** Pages of tests live for seconds: optimising their code takes a seventh more processor time than it saves. */
const SHORT_LIVED = '--js-flags=--no-opt,--no-maglev';

function launchOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: set CANDOR_CHROMIUM to the path of one');
  return {
    executablePath,
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking', SHORT_LIVED],
  };
}

let ofProcess: Promise<Browser> | null = null;

/** Returns the Chromium of this process, which its files share, one after another. It ends with the process. */
export async function openBrowser(): Promise<Browser> {
  const running = await ofProcess;
  if (!running?.isConnected()) ofProcess = chromium.launch(launchOptions());
  return ofProcess!;
}

/** Closes what a file leaves open in the browser, so that its pages work no longer. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The complaints of the page: errors thrown and errors of the console. */
  readonly complaints: readonly string[];
}

/** The language and the colours that a visitor's device asks for; American and light by default. */
export type DeviceSettings = Pick<BrowserContextOptions, 'locale' | 'colorScheme'>;

/** A new visitor, with nothing stored. */
export async function visit(
  browser: Browser,
  url: string,
  size: Size,
  device: DeviceSettings = {},
): Promise<Visit> {
  const context = await browser.newContext({
    ...sizes[size],
    ...device,
    baseURL: url,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
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

/** Presses a button that copies, and returns the text that it copied. The context has the clipboard's permissions. */
export async function copiedBy(page: Page, button: Locator): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  return eventually(async () => {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    if (text === '') throw new Error('nothing was copied');
    return text;
  });
}

export interface Saved {
  readonly name: string;
  /** One record a line, by the names of the first line. No field of theirs has a comma or a quote. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Presses a button that saves a CSV file, and reads it. */
export async function savedBy(page: Page, button: Locator): Promise<Saved> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const text = (await buffer(await download.createReadStream())).toString();
  const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = head.split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, at) => [names[at], value])),
  );
  return { name: download.suggestedFilename(), rows };
}

/** A security key in Chromium that confirms by itself, with user verification. */
export async function addVirtualKey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** From its next load on, the page is in the language, as if the visitor had chosen it. Gives its words. */
export async function speak(page: Page, language: Locale): Promise<Messages> {
  await page.addInitScript((content) => {
    const kept = { dataType: 'string', content, type: 'local', datetime: Date.now() };
    localStorage.setItem('coin_web-language', JSON.stringify(kept));
  }, language);
  return loadMessages(language);
}

/** Returns the number of parts of the page that look old: grey, on the second ground. */
export function outdatedParts(page: Page): Promise<number> {
  return page.locator('html').evaluate((html) => {
    const ground = document.createElement('i');
    ground.style.background = 'var(--ground)';
    html.append(ground);
    const { backgroundColor } = getComputedStyle(ground);
    const isOld = (part: Element) => {
      const style = getComputedStyle(part);
      return style.filter === 'grayscale(1)' && style.backgroundColor === backgroundColor;
    };
    const found = [...html.querySelectorAll('*')].filter(isOld).length;
    ground.remove();
    return found;
  });
}

/**
 * Returns what axe finds on the page, one line each: all rules by day, and those of colours by night. The page has its
 * own theme again afterwards.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const html = page.locator('html');
  const own = await html.getAttribute('data-theme');
  const faults: string[] = [];
  for (const theme of ['day', 'night'] as const) {
    for (const { id, nodes } of await violationsIn(page, theme)) {
      const left = id === 'target-size' ? await smallOnceInView(page, nodes) : nodes;
      faults.push(...left.map(({ html, message }) => `${theme}: ${id}: ${html}: ${message}`));
    }
  }
  await html.evaluate((element, theme) => element.setAttribute('data-theme', theme), own ?? 'day');
  return faults;
}

/** Returns true if anything stands out of the screen's width. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);
}
