import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { ensureChromium } from './chromium.ts';

/**
 * Takes the README's pictures of the running program: a fresh practice market, a new user, a limit order and a fill.
 * Writes docs/screenshots/*.png.
 */
const root = join(import.meta.dirname, '..');
const out = join(root, 'docs', 'screenshots');
const SETTLE_MS = 2_500;
const PASSWORD = 'green-Tea-42';

async function startProgram(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['apps/server/main.ts'], {
    cwd: root,
    env: { ...process.env, CANDOR_DATA: dataDir, PORT: '0', CONSOLE_PORT: '0', CANDOR_SEED: '5c'.repeat(32) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /Customer app +(http:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`The program ended early:\n${said}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function preference(page: Page, key: string, content: string): Promise<void> {
  return page.evaluate(
    ([name, value]) =>
      localStorage.setItem(
        `coin_web-${name}`,
        JSON.stringify({ dataType: 'string', content: value, type: 'local', datetime: Date.now() }),
      ),
    [key, content] as const,
  );
}

async function picture(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: join(out, `${name}.png`) });
}

async function becomeATrader(page: Page): Promise<void> {
  await page.goto('/user/register');
  await page.getByLabel('Account name').fill('ledger_reader');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/assets/index**');
  await page.getByRole('button', { name: 'Get practice funds' }).first().click();
  await page
    .getByRole('dialog', { name: 'Get practice funds' })
    .getByRole('button', { name: 'Get practice funds' })
    .click();
  await page.getByRole('dialog', { name: 'Get practice funds' }).waitFor({ state: 'detached' });
  await page.goto('/trade/index?type=spot&symbol=btc');
  await page.getByTestId('order-book').getByRole('listitem').first().waitFor();
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await page.getByLabel('Amount', { exact: true }).fill('0.05');
  await page.getByRole('button', { name: 'Buy BTC' }).click();
  await page.getByText(/^Buy: /).waitFor();
}

const executablePath = await ensureChromium((line) => process.stdout.write(`${line}\n`));
const dataDir = await mkdtemp(join(tmpdir(), 'candor-screenshots-'));
const program = await startProgram(dataDir);
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
});
try {
  const desktop = await browser.newContext({ baseURL: program.url, viewport: { width: 1440, height: 900 } });
  const page = await desktop.newPage();
  await picture(page, '/home/index', 'home-day');
  await becomeATrader(page);
  await preference(page, 'theme', 'night');
  await picture(page, '/trade/index?type=spot&symbol=btc', 'trade-night');
  const phone = await browser.newContext({
    baseURL: program.url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  await picture(await phone.newPage(), '/trade/index?type=spot&symbol=btc', 'trade-phone-day');
} finally {
  await browser.close();
  await program.stop();
  await rm(dataDir, { recursive: true, force: true });
}
