// Own server: it needs an editor of articles, and waits for the minute of a scheduled announcement.
import { loadMessages } from '@candor/i18n';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Addresses, begunDataDir, endAll, startProgram } from '../support/program.ts';
import {
  axeFaults,
  closePages,
  openBrowser,
  scrollsSideways,
  sizes,
  speak,
  type Visit,
  visit,
} from './support/browser.ts';
import { giveReason } from './support/console-forms.ts';
import { clientAt, signInAt } from './support/exchange.ts';
import { openOperators, type Seat } from './support/operators.ts';
import { sizesInTurn } from './support/sizes.ts';

const MINUTE_MS = 60_000;
const REASON = 'Readers asked for this text';
const TITLE = 'Withdrawals rest on Sunday';
const GERMAN = 'Auszahlungen ruhen am Sonntag';
const BODY = '## Why\n\nWe move to **new** machines. <b>No HTML</b> is read.';
const ADDED = 'Weekends count too.';

let dataDir: string;
let addresses: Addresses;
let browser: Browser;
let cora: Seat;

beforeAll(async () => {
  dataDir = await begunDataDir();
  const program = await startProgram({
    dataDir,
    command: [process.execPath, 'apps/server/main.ts'],
    env: { REGISTRATIONS_PER_HOUR: '10000' },
  });
  addresses = await program.ready();
  browser = await openBrowser();
  const operators = await openOperators({
    browser,
    url: addresses.consoleUrl,
    output: program.output(),
    dataDir,
  });
  cora = await operators.add('cora', 'content');
}, 400_000);

afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
});

const reader = () => clientAt(addresses.url, null);
const feed = async () => (await fetch(`${addresses.url}/feeds/en/announcements.xml`)).text();
const bar = (page: Page) => page.getByRole('region', { name: 'Announcements', exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel('Reason') });

/** Chooses an option of a field of the open dialog. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await dialogOf(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Opens the list of languages, finds the mark of one, and shows its draft. */
async function showDraft(page: Page, language: string, mark: RegExp): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).click();
  const option = page.getByRole('option', { name: new RegExp(`^${language}`) });
  await expect.poll(() => option.textContent()).toMatch(mark);
  await option.click();
}

async function write(page: Page, title: string, body: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Text in Markdown').fill(body);
}

/** Saves the draft, which then has nothing that is not kept. */
async function save(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save draft' });
  await button.click();
  await expect.poll(() => button.isDisabled()).toBe(true);
}

/** Publishes the drafts, now for ''. */
async function publish(page: Page, when: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
  await dialogOf(page).getByLabel('Visible from').fill(when);
  await giveReason(page, REASON, 'Publish');
}

const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);

async function expectFits(page: Page, where: string): Promise<void> {
  for (const [name, { viewport }] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    expect.soft(await axeFaults(page), `${where} on a ${name}`).toEqual([]);
    expect.soft(await scrollsSideways(page), `${where} on a ${name}`).toBe(false);
  }
  await page.setViewportSize(sizes.desktop.viewport);
}

describe('content', () => {
  it('is written with a preview in both themes, translated by marks, and scheduled', async () => {
    const { page } = cora;
    await page.goto('/articles');
    await page.getByRole('button', { name: 'New article' }).click();
    await dialogOf(page).getByLabel('Code', { exact: true }).fill('sunday-rest');
    await choose(page, 'Kind', 'Announcement');
    await choose(page, 'Topic', 'Maintenance');
    await dialogOf(page).getByText('Show in the bar on the home page').click();
    await giveReason(page, REASON, 'New article');

    await write(page, TITLE, BODY);
    const [day, night] = ['day', 'night'].map((theme) =>
      page.getByRole('region', { name: `Preview by ${theme}` }),
    ) as [Locator, Locator];
    for (const shown of [day, night]) {
      await shown.getByRole('heading', { name: 'Why' }).waitFor();
      expect(await shown.locator('strong').allTextContents()).toEqual(['new']);
      await shown.getByText('<b>No HTML</b> is read.').waitFor();
    }
    expect(await ground(day)).not.toBe(await ground(night));
    // the next letter is in the preview without a save
    await page.getByLabel('Text in Markdown').press('End');
    await page.getByLabel('Text in Markdown').pressSequentially(' Live.');
    await night.getByText('is read. Live.').waitFor();
    await save(page);
    await expectFits(page, 'the editor');

    await showDraft(page, 'Deutsch', /Missing/);
    await write(page, GERMAN, 'Wir ziehen um.');
    await save(page);
    await showDraft(page, 'English', /English$/);
    await page.getByLabel('Text in Markdown').fill(`${BODY} Twice.`);
    await save(page);
    await showDraft(page, 'Deutsch', /Older than the English/);
    await page.getByRole('button', { name: 'Still fits the English' }).click();
    await showDraft(page, 'English', /English$/);
    await page.getByRole('main').getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: /Missing/ }).count()).toBe(11);
    await page.keyboard.press('Escape');

    const at = (Math.floor(Date.now() / MINUTE_MS) + 2) * MINUTE_MS;
    await publish(page, new Date(at).toISOString().slice(0, 16).replace('T', ' '));
    await page.getByText('Scheduled').first().waitFor();
    const { records } = await reader().call('getNoticeList', { body: { size: 100 } });
    const isEarly = Date.now() < at;
    expect(isEarly && records.some(({ title }) => title === TITLE)).toBe(false);
  });

  it('has versions that are compared and restored, and readers see what is published', async () => {
    const { page } = cora;
    await page.goto('/articles?kind=help');
    await page.getByRole('button', { name: 'Withdrawals', exact: true }).click();
    const field = page.getByLabel('Text in Markdown');
    await field.waitFor();
    const first = await field.inputValue();
    await field.fill(`${first}\n\n${ADDED}`);
    await save(page);
    await publish(page, '');
    const row = page.getByRole('row', { name: /^Version 2/ });
    await row.waitFor();
    const [hit] = await reader().call('searchArticles', { query: { q: ADDED } });
    expect(hit?.code).toBe('withdrawals');

    await page.getByRole('button', { name: 'Version 1: Compare with draft' }).click();
    await page.locator('ins').filter({ hasText: ADDED }).waitFor();
    await expectFits(page, 'the versions');
    await page.getByRole('button', { name: 'Version 1: Restore' }).click();
    await giveReason(page, REASON, 'Restore');
    await expect.poll(() => field.inputValue()).toBe(first);
    const read = async () =>
      (await reader().call('getHelpCenterInfo', { params: { id: String(hit?.id) } })).content;
    expect(await read()).toContain(ADDED);
    await publish(page, '');
    await page.getByRole('row', { name: /^Version 3/ }).waitFor();
    expect(await read()).toBe(first);
  });

  it.each([
    ['th', 'บล็อกเชน', 'การถอน'],
    ['zh', '区块链', '提现'],
  ] as const)('is found by a word within a sentence: %s', async (language, word, title) => {
    for (const size of sizesInTurn(`search in ${language}`)) {
      const { page, context, complaints } = await visit(browser, addresses.url, size);
      const words = await speak(page, language);
      await page.goto('/article/main/index');
      const field = page.getByRole('searchbox', { name: words['articles.search'] ?? '' });
      await field.fill(word);
      await field.press('Enter');
      const results = page.getByRole('region', { name: words['articles.results'] ?? '' });
      const hit = results.getByRole('listitem').filter({ hasText: title });
      await hit.locator('mark').first().waitFor();
      expect(await hit.locator('mark').allTextContents()).toContain(word);
      expect.soft(await axeFaults(page), size).toEqual([]);
      expect.soft(await scrollsSideways(page), size).toBe(false);
      await hit.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  it('counts a reader’s answer, which they may change', async () => {
    const [hit] = await reader().call('searchArticles', { query: { q: 'fees', type: 'help' } });
    const { page, context } = await visit(browser, addresses.url, 'desktop');
    await signInAt(addresses.url, page, { to: `/article/main/content/help/${hit?.id}` });
    const yes = page.getByRole('button', { name: 'Helpful', exact: true });
    const no = page.getByRole('button', { name: 'Not helpful', exact: true });
    await page.getByText('No answers yet').waitFor();
    await yes.click();
    await page.getByText('1 of 1 reader found it helpful').waitFor();
    expect(await yes.getAttribute('aria-pressed')).toBe('true');
    await no.click();
    await page.getByText('0 of 1 reader found it helpful').waitFor();
    expect(await yes.getAttribute('aria-pressed')).toBe('false');
    expect.soft(await axeFaults(page)).toEqual([]);
    await context.close();
  });

  it('stands on the bar of the home page at its time, is read, and is in the feed', async () => {
    const german = await visit(browser, addresses.url, 'desktop');
    await speak(german.page, 'de');
    const words = await loadMessages('de');
    await expect
      .poll(async () => (await feed()).includes(TITLE), { timeout: 4 * MINUTE_MS, interval: 1_000 })
      .toBe(true);
    for (const size of sizesInTurn('announcement')) {
      const seat: Visit = await visit(browser, addresses.url, size);
      const { page, context } = seat;
      const { client } = await signInAt(addresses.url, page, { to: '/home/index' });
      const link = bar(page).getByRole('link', { name: TITLE });
      await link.waitFor();
      expect.soft(await axeFaults(page), size).toEqual([]);
      expect.soft(await scrollsSideways(page), size).toBe(false);
      const marks = async () => (await client.call('getNoticeList', { body: {} })).records;
      expect((await marks()).map(({ isRead }) => isRead)).toEqual([false, false]);
      await link.click();
      await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
      await page.getByRole('article').getByRole('heading', { name: 'Why' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Announcements', exact: true }).click();
      const rows = page.getByRole('main').getByRole('listitem');
      const own = rows.filter({ hasText: TITLE });
      await own.getByText('Maintenance').waitFor();
      await expect.poll(() => own.getByText('Not read yet').count()).toBe(0);
      await rows.filter({ hasText: 'The help centre is open' }).getByText('Not read yet').waitFor();
      expect((await marks()).map(({ isRead }) => isRead)).toEqual([true, false]);
      expect.soft(await axeFaults(page), size).toEqual([]);
      const href = await page.getByRole('link', { name: 'RSS feed' }).getAttribute('href');
      expect(await (await page.request.get(href ?? '')).text()).toContain(TITLE);
      await context.close();
    }
    await german.page.goto('/home/index');
    await german.page
      .getByRole('region', { name: words['menu.announcements'] ?? '', exact: true })
      .getByRole('link', { name: GERMAN })
      .waitFor();
    await german.context.close();
  });
});
