import { FILE_TIMEOUT_MS } from '@candor/products';
import { LostFile, within } from './lost-file.ts';

const page = (): DOMStringMap => document.documentElement.dataset;

/** Shows the error page of start.html, which boot.js draws, with the code of the file that was lost. */
export function showLost(error: unknown): void {
  console.error(error);
  page().lost ??= error instanceof LostFile ? error.code : 'StartError';
  window.dispatchEvent(new Event('app-lost'));
}

/** Waits for one stylesheet of the page. */
function sheetOf(link: HTMLLinkElement): Promise<void> {
  if (link.sheet !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new LostFile('CSS_CHUNK_LOAD_FAILED')));
  });
}

/** Waits for the page's stylesheets. @throws LostFile where one does not come, or came with the wrong content */
async function stylesheets(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const all = Promise.all([...links].map(sheetOf));
  await within(FILE_TIMEOUT_MS, all, () => new LostFile('CSS_CHUNK_LOAD_FAILED'));
  const whole = getComputedStyle(document.documentElement).getPropertyValue('--sheet') === 'whole';
  // a builder in development adds styles by script
  if (links.length > 0 && !whole) throw new LostFile('CSS_CHUNK_LOAD_FAILED');
}

/** Takes away the start of start.html: the app shows its first page. */
export function appStarted(): void {
  page().app = 'started';
  document.getElementById('starting')?.remove();
}

/** Runs what starts an app. Where it fails, the error page of start.html is shown. */
export async function startApp(start: (root: HTMLElement) => Promise<void>): Promise<void> {
  page().app = 'starting';
  const root = document.getElementById('root');
  try {
    if (root === null) throw new Error('index.html has no #root');
    await Promise.all([stylesheets(), start(root)]);
  } catch (error) {
    showLost(error);
  }
}
