import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { begunDataDir, endAll, type RunningProgram, startProgram } from '../../support/program.ts';
import { type Size, visit } from './browser.ts';
import { clientAt, PASSWORD, tokenOf } from './exchange.ts';

const DAY_MS = 86_400_000;
const PRELOAD = join(import.meta.dirname, '..', '..', 'support', 'turned-clock.ts');

/** A program that ends and starts again days later, on the same data. */
export class TurnedProgram {
  readonly dataDir: string;
  private readonly browser: Browser;
  private program: RunningProgram | null = null;
  private url = '';

  private constructor(browser: Browser, dataDir: string) {
    this.browser = browser;
    this.dataDir = dataDir;
  }

  /** Begins on data in which a program has run before. */
  static async begin(browser: Browser): Promise<TurnedProgram> {
    return new TurnedProgram(browser, await begunDataDir());
  }

  /** Words that the running program has said. */
  get output(): string {
    return this.program?.output() ?? '';
  }

  /** Starts it so many days after today. */
  async startIn(days: number): Promise<{ readonly url: string; readonly consoleUrl: string }> {
    if (this.program !== null) {
      this.program.child.kill('SIGTERM');
      await this.program.ended;
    }
    this.program = await startProgram({
      dataDir: this.dataDir,
      command: [process.execPath, '--import', PRELOAD, 'apps/server/main.ts'],
      env: { REGISTRATIONS_PER_HOUR: '10000', TURNED_CLOCK_MS: String(days * DAY_MS) },
    });
    const addresses = await this.program.ready();
    this.url = addresses.url;
    return addresses;
  }

  /** Shows a page to somebody who logs in again, as sessions end while days pass. */
  async back(account: string, to: string, size: Size = 'desktop') {
    const visited = await visit(this.browser, this.url, size);
    const { page } = visited;
    await page.goto(`/user/login?from=${encodeURIComponent(to)}`);
    await page.getByLabel('Account name').fill(account);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(`**${to}`);
    return { ...visited, client: clientAt(this.url, await tokenOf(page)) };
  }

  async end(): Promise<void> {
    await endAll(this.dataDir);
  }
}
