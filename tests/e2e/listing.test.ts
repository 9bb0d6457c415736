// Own server: it needs operators who review.
import { createHash } from 'node:crypto';
import { listingChecks } from '@candor/api';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo } from '../api/support/photos.ts';
import { type Addresses, begunDataDir, endAll, startProgram } from '../support/program.ts';
import { axeFaults, closePages, openBrowser, scrollsSideways, visit } from './support/browser.ts';
import { choose } from './support/console-forms.ts';
import { signInAt } from './support/exchange.ts';
import { type Operators, openOperators, type Seat } from './support/operators.ts';
import { sizesInTurn } from './support/sizes.ts';

const CONTRACT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const REPORT = Buffer.from('%PDF-1.7 a report');
/** Markup, and words of a script that runs the other way: pages show both as they were typed. */
const HOSTILE = '<img src=x onerror=alert(1)> \u05e9\u05dc\u05d5\u05dd';

let dataDir: string;
let addresses: Addresses;
let browser: Browser;
let operators: Operators;
let rosa: Seat;
let ruth: Seat;

beforeAll(async () => {
  dataDir = await begunDataDir();
  const command = [process.execPath, 'apps/server/main.ts'] as const;
  const program = await startProgram({ dataDir, command, env: { REGISTRATIONS_PER_HOUR: '10000' } });
  addresses = await program.ready();
  browser = await openBrowser();
  const url = addresses.consoleUrl;
  operators = await openOperators({ browser, url, output: program.output(), dataDir });
  [rosa, ruth] = [await operators.add('rosa', 'review'), await operators.add('ruth', 'review')];
}, 400_000);

afterAll(async () => {
  await closePages(browser);
  await endAll(dataDir);
});

/** Expects the page to have no fault of accessibility, by day and by night, and to fit its window. */
async function expectOrder(page: Page): Promise<void> {
  expect.soft(await axeFaults(page)).toEqual([]);
  expect.soft(await scrollsSideways(page)).toBe(false);
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Fills in everything but the team, which the page then asks for. */
async function fillIn(page: Page, project: string): Promise<void> {
  await field(page, 'Project').fill(project);
  await field(page, 'Ticker').fill('HRB');
  await field(page, 'About the project').fill(HOSTILE);
  await field(page, 'Website').fill('https://harbour.example');
  await choose(page, 'Chain', 'Ethereum');
  await field(page, 'Contract address').fill(CONTRACT.replace('BeAed', 'Beaed'));
  await field(page, 'Total supply').fill('100000000');
  await field(page, 'Circulating supply').fill('25000000.5');
  await field(page, 'Who holds the supply, and when locked parts are released').fill('A trust in Zug.');
  await field(page, 'Who can mint, freeze, pause or upgrade').fill('Nobody.');
  await page.getByRole('button', { name: 'Add an audit' }).click();
  const audit = page.getByRole('group', { name: 'Audit 1' });
  await audit.getByLabel('Auditor').fill('Plumb Line');
  await audit.getByLabel('Link to the report').fill('https://audits.example/harbour.pdf');
  await audit
    .getByTestId('audit-file')
    .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: REPORT });
  const hash = createHash('sha256').update(REPORT).digest('hex');
  await expect.poll(() => audit.getByLabel('SHA-256 of the report').inputValue()).toBe(hash);
  await field(page, 'Issuer and its law').fill('Harbour AG, under Swiss law.');
  await field(page, 'White paper').fill('https://harbour.example/paper.pdf');
  await field(page, 'Source code').fill('https://code.example/harbour');
}

/** Names a person, confirms that nobody asked for a fee, and sends. */
async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a team member' }).click();
  const member = page.getByRole('group', { name: 'Team member 1' });
  await member.getByLabel('Full name').fill('Ada Lovelace');
  await member.getByLabel('Role in the project').fill('Engineer');
  await page.getByRole('checkbox', { name: /^I read the checklist/ }).check();
  await page.getByRole('button', { name: 'Send for review' }).click();
}

/** Drafts of forms in the storage of the tab. */
const draftsOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('coin_web-drafts'));

const isListing = /\/listing\/applications\?id=\d+$/;

/** Opens the item of an application at the console, claims it and looks at its pictures. */
async function openItem({ page, client }: Seat, id: number): Promise<void> {
  const { records } = await client.call('getReviews', { query: { kind: 'listing' } });
  const row = records.find(({ subject }) => subject === String(id))!;
  await page.goto(`/reviews?item=${row.id}`);
  await page.getByRole('heading', { name: `Token listing · ${row.id}` }).waitFor();
  const evidence = page.getByRole('button', { name: /^Show \d image/ });
  if ((await client.call('getReview', { params: { id: String(row.id) } })).images.length > 0) {
    await evidence.click();
    await page.getByRole('img', { name: 'First picture' }).waitFor();
  }
  await page.getByRole('button', { name: /^Claim/ }).click();
  await page.getByRole('heading', { name: 'Decide', exact: true }).waitFor();
}

/** Answers every item of the checklist, with "Not met" at those places. */
async function answer(page: Page, unmet: readonly number[] = []): Promise<void> {
  for (const at of listingChecks.keys()) {
    const name = unmet.includes(at) ? 'Not met' : 'Met';
    await page.getByRole('radiogroup').nth(at).getByRole('radio', { name, exact: true }).click();
  }
}

async function decide({ page }: Seat, reason: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Decision and reason' }).click();
  await page.getByRole('option', { name: reason }).click();
}
const press = ({ page }: Seat) => page.getByRole('button', { name: /^Decide/ }).click();

it.each(sizesInTurn('listing'))(
  'a project applies on a %s, answers a question and is accepted by two, and another is declined with a reason',
  async (size) => {
    const { page, context, complaints } = await visit(browser, addresses.url, size);
    // a visitor reads the checklist, and that nothing costs a fee
    await page.goto('/listing/apply');
    await page.getByRole('heading', { level: 1, name: 'Apply for a token listing' }).waitFor();
    await page.getByRole('heading', { name: 'We never ask for a fee' }).waitFor();
    await page.getByText('Nobody paid for the listing or was asked to pay.').waitFor();
    await expectOrder(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: 'Log in to apply for a listing', exact: true })
      .waitFor();

    const { client } = await signInAt(addresses.url, page, { to: '/listing/apply' });
    // nothing is filled in: each field says so, and the first is focused
    await page.getByRole('button', { name: 'Send for review' }).click();
    await expect.poll(() => page.getByText('Fill this in before you send.').count()).toBeGreaterThan(10);
    await expect
      .poll(() =>
        page.getByLabel('Project', { exact: true }).evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
    await fillIn(page, 'Harbour Protocol');
    // a reload loses nothing that was typed
    await page.reload();
    await expect.poll(() => field(page, 'Project').inputValue()).toBe('Harbour Protocol');
    expect(await field(page, 'Circulating supply').inputValue()).toBe('25,000,000.5');
    expect(await field(page, 'Source code').inputValue()).toBe('https://code.example/harbour');
    const audit = page.getByRole('group', { name: 'Audit 1' });
    expect(await audit.getByLabel('Auditor').inputValue()).toBe('Plumb Line');
    const buffer = await photo(0, { width: 300, height: 200 });
    await page
      .getByTestId('pictures-file')
      .setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('img', { name: 'Picture 1' }).waitFor();
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.waitForURL(/\/listing\/apply\?id=\d+$/);
    const id = Number(new URL(page.url()).searchParams.get('id'));
    await page.getByRole('img', { name: 'Picture 1' }).waitFor();
    await page.getByRole('button', { name: 'Send for review' }).click();
    await page.getByText('Name at least one person.').waitFor();
    await expectOrder(page);
    await send(page);
    await page.getByText(/^This is no contract address of the chain/).waitFor();
    await field(page, 'Contract address').fill(CONTRACT);
    await page.getByRole('button', { name: 'Send for review' }).click();
    await page.waitForURL(isListing);
    await page.getByText(/^We decide by/).waitFor();
    expect(await draftsOf(page)).toBeNull();
    await page.getByText(HOSTILE).waitFor();
    await expectOrder(page);

    // the first operator asks
    await openItem(rosa, id);
    await rosa.page.getByText(HOSTILE).waitFor();
    const link = rosa.page.getByRole('link', { name: 'https://audits.example/harbour.pdf' });
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await rosa.page.getByRole('radio', { checked: true }).count()).toBe(0);
    await expectOrder(rosa.page);
    await decide(rosa, /Every item of the checklist is met/);
    await press(rosa);
    await expect.poll(() => rosa.page.getByText('Choose “Met” or “Not met”.').count()).toBe(10);
    await decide(rosa, /We have a question about the supply/);
    await field(rosa.page, 'Question to the user').fill('Who are the trustees?');
    await press(rosa);
    await rosa.page.getByText('Question sent.').first().waitFor();

    await page.getByText('We have a question about the supply.', { exact: true }).waitFor();
    await page.getByText('Who are the trustees?').waitFor();
    await expectOrder(page);
    await page.getByRole('link', { name: 'Answer the question' }).click();
    await field(page, 'Your answer').fill('Three notaries of Zug.');
    await page.getByRole('checkbox', { name: /^I read the checklist/ }).check();
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.waitForURL(isListing);
    await page.getByText('Three notaries of Zug.').waitFor();

    // both answer every item, and the second sees nothing of what the first answered
    await openItem(rosa, id);
    await answer(rosa.page);
    await decide(rosa, /Every item of the checklist is met/);
    await press(rosa);
    await rosa.page.getByText('First approval given.').first().waitFor();
    await page.getByText('One of two approvals is given.').waitFor();
    await openItem(ruth, id);
    await ruth.page.getByText('2: Three notaries of Zug.').waitFor();
    expect(await ruth.page.getByRole('radio', { checked: true }).count()).toBe(0);
    await answer(ruth.page);
    await decide(ruth, /Every item of the checklist is met/);
    await press(ruth);
    await ruth.page.getByText('Decided. The user can see it now.').first().waitFor();
    await page.getByText('Accepted', { exact: true }).first().waitFor();
    await page.getByText(/^An acceptance lists nothing by itself/).waitFor();
    await expectOrder(page);

    // another one does not meet two items
    await page.goto('/listing/apply');
    await fillIn(page, 'Second Harbour');
    await field(page, 'Contract address').fill('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359');
    await send(page);
    await page.waitForURL(isListing);
    const other = Number(new URL(page.url()).searchParams.get('id'));
    await openItem(ruth, other);
    await answer(ruth.page, [3, 4]);
    await expectOrder(ruth.page);
    await decide(ruth, /We couldn’t confirm the people/);
    await press(ruth);
    await ruth.page.getByText('Decided. The user can see it now.').first().waitFor();
    await page.getByText('We couldn’t confirm the people behind the project.').waitFor();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(2);
    await expectOrder(page);
    await page.getByRole('main').getByRole('link', { name: 'Your applications' }).click();
    await page.getByRole('link', { name: /^Second Harbour/ }).waitFor();
    await expectOrder(page);
    const states = (await client.call('getListings', { query: {} })).records.map(({ state }) => state);
    expect(states).toEqual(['rejected', 'accepted']);
    expect(complaints).toEqual([]);
    // the end of the session leaves nothing in the tab
    await page.goto('/listing/apply');
    await field(page, 'Project').fill('Third Harbour');
    expect(await draftsOf(page)).toContain('Third Harbour');
    await client.call('logout');
    await expect.poll(() => draftsOf(page)).toBeNull();
    await context.close();
  },
);
