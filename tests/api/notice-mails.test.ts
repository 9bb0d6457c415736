import type { Client, Language, NoticeKind, OperatorCalls, UploadedFile } from '@candor/api';
import { createFormatters, createTranslate, loadSharedRoom, type Translate } from '@candor/i18n';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMessageTasks } from '../../apps/server/gateway/messages/tasks.ts';
import { kycReview } from '../../apps/server/users/kyc/index.ts';
import { type Mailbox, openMailbox, type ReceivedMail } from '../messages/support/mailbox.ts';
import { eventually } from '../support/patience.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { limit, market, openContractHouse } from './support/contracts.ts';
import { CODES_KEY } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';
import { photo } from './support/photos.ts';
import { offerSeconds } from './support/seconds.ts';
import { limit as spotLimit } from './support/spot-orders.ts';
import { mailed, reached } from './support/told.ts';
import { upload } from './support/upload.ts';

const { house, freshIndex, pair, trader } = openContractHouse({
  notices: true,
  deliveries: { email: 'server', sms: null },
});

const LANGUAGES = ['de', 'ja'] as const;
/** Kinds of which a mail is sent only to who wants one. */
const WANTED = ['order-filled', 'order-ended', 'second-settled'] as const satisfies readonly NoticeKind[];
const SECONDS_WALLET = '3';

let mailbox: Mailbox;
let post: Awaited<ReturnType<typeof openMessageTasks>>;
let desk: OperatorsConsole;
let fay: Client<OperatorCalls>;
let gus: Client<OperatorCalls>;
let rita: Client<OperatorCalls>;
const words = new Map<Language, Translate>();

beforeAll(async () => {
  mailbox = await openMailbox();
  post = await openMessageTasks({
    pool: house().pool,
    codesKey: CODES_KEY,
    pagesUrl: 'https://candor.example',
    consoleUrl: 'https://console.candor.example',
    now: house().now,
    log: { warn() {} },
    say: () => {},
    smtp: { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Candor <no-reply@candor.example>' },
    smsc: null,
  });
  desk = await openConsole(house(), { reviewKinds: [house().recharges.review, kycReview(house())] });
  const admin = await desk.signIn();
  fay = await desk.add('fay', 'finance', admin);
  gus = await desk.add('gus', 'finance', admin);
  rita = await desk.add('rita', 'review', admin);
  await offerSeconds(house());
  for (const language of LANGUAGES)
    words.set(language, createTranslate(language, await loadSharedRoom(language, 'notices')));
});
afterAll(async () => {
  post?.stop();
  await mailbox?.stop();
  await desk?.stop();
});

const addressOf = ({ account }: Person) => `${account}@example.com`;

/** Gives a person a mailbox, a language, and the wish for every mail that there is. */
async function reader(person: Person, language: Language): Promise<Person> {
  await reached(house(), person);
  await person.client.call('setLanguage', { body: { language } });
  const changes = WANTED.map((kind) => ({ kind, channel: 'mail', on: true }) as const);
  await person.client.call('setNoticeSettings', { body: { changes } });
  return person;
}

/** Sends what is due to a person through the real mail server, and returns the newest mail. */
async function received(person: Person): Promise<ReceivedMail> {
  await mailed(house(), person);
  const { rows } = await house().pool.query<{ id: string }>(
    `select message_id as id from messages.message where user_id = $1 and state = 'waiting' order by 1`,
    [person.userId],
  );
  for (const { id } of rows)
    for (const task of post.tasks)
      if (task.name === 'deliverMessage') await task.run(id, { attempt: 1, isLast: false });
  const mail = mailbox.to(addressOf(person));
  if (mail === undefined) throw new Error('no mail came');
  return mail;
}

/** The subject of a mail about one notice, or its title within a mail about several. */
function expectTold(mail: ReceivedMail, language: Language, title: string, ...said: readonly string[]) {
  const say = words.get(language)!;
  expect(`${mail.subject}\n${mail.text}`).toContain(say(title));
  for (const part of [mail.text, mail.html]) {
    for (const each of said) expect(part).toContain(each);
    expect(part).not.toMatch(/\{\w+|undefined|\bnull\b|NaN|\[object/);
  }
  expect(mail.html).toContain(`<html lang="${language}`);
}

const usdt = (language: Language, amount: string) => `${createFormatters(language).quantity(amount)} USDT`;

async function decide(by: Client<OperatorCalls>, kind: 'kyc' | 'recharge', subject: string, reason: string) {
  const { records } = await by.call('getReviews', { query: { kind } });
  const item = records.find((each) => each.subject === subject)!;
  const params = { id: String(item.id) };
  await by.call('claimReview', { params });
  await lookAt(by, params.id);
  const verdict = reason === 'received' || reason === 'matches' ? ('approve' as const) : ('reject' as const);
  await by.call('decideReview', { params, body: { version: item.version, verdict, reason } });
}

async function recharge(person: Person, amount: string, reason: string): Promise<void> {
  const screenshot = (
    (await upload(house(), person, await photo(0, { width: 300, height: 200 }))).data as UploadedFile
  ).id;
  const body = { method: 'bank', bank: 'practice-bank', coin: 'USDT', amount, screenshot } as const;
  const { orderNo } = await person.client.call('recharge', { body });
  await decide(fay, 'recharge', orderNo, reason);
}

it.each(LANGUAGES)(
  'money that came, did not come or was corrected is read in the mailbox: %s',
  async (language) => {
    const person = await reader(await newPerson(house()), language);
    await recharge(person, '1000', 'received');
    await eventually(async () => {
      const { records } = await person.client.call('getRechargeLog', { body: { type: 1 } });
      expect(records[0]).toMatchObject({ status: 'passed' });
    });
    expectTold(await received(person), language, 'notices.deposit-credited.title', usdt(language, '1000'));

    await recharge(person, '80.5', 'notReceived');
    expectTold(await received(person), language, 'notices.deposit-declined.title', usdt(language, '80.5'));

    const reason = 'A fee was charged twice on 3 May';
    const { proposalId } = await fay.call('correctBalance', {
      body: { userId: person.userId, coin: 'USDT', amount: '12.5', kind: 'error', reason },
    });
    await gus.call('approveProposal', {
      params: { id: String(proposalId) },
      body: { reason: 'Checked against the journal', code: await desk.nextCode('gus') },
    });
    expectTold(await received(person), language, 'notices.correction.title', usdt(language, '12.5'), reason);
  },
);

it.each(LANGUAGES)('the decision of an identity check is read in the mailbox: %s', async (language) => {
  const person = await reader(await newPerson(house(), false), language);
  const idNumber = `L01X-00T4${LANGUAGES.indexOf(language)}`;
  await person.client.call('verified', { body: { level: 'primary', name: 'Ada Lovelace', idNumber } });
  await decide(rita, 'kyc', `${person.userId}-primary`, 'matches');
  expectTold(await received(person), language, 'notices.identity-decided.title.approved');
});

it.each(LANGUAGES)('orders that fill, fire or end are read in the mailbox: %s', async (language) => {
  const owner = await reader(await newPerson(house()), language);
  const other = await newPerson(house());
  const order = (person: Person, side: 'buy' | 'sell', body: object) =>
    person.client.call('exchange', { params: { side }, body: body as ReturnType<typeof spotLimit> });
  await order(owner, 'sell', spotLimit('50000', '0.1'));
  await order(other, 'buy', spotLimit('50000', '0.1'));
  const filled = `${createFormatters(language).quantity('0.1')} BTC`;
  expectTold(await received(owner), language, 'notices.order-filled.title', filled);

  await order(owner, 'sell', spotLimit('50100', '0.01'));
  await order(owner, 'buy', spotLimit('50100', '0.01'));
  expectTold(await received(owner), language, 'notices.order-ended.title', 'BTC/USDT');

  await order(other, 'buy', spotLimit('49000', '0.05'));
  const stop = { symbol: 'BTC/USDT', type: 'market', quantity: '0.05' } as const;
  await order(owner, 'sell', { ...stop, triggerKind: 'stop', triggerSource: 'index', triggerPrice: '49500' });
  await freshIndex(49_400);
  const price = createFormatters(language).price('49400.00');
  expectTold(await received(owner), language, 'notices.order-fired.title.stop', price);
});

it.each(LANGUAGES)('a flash contract that settles is read in the mailbox: %s', async (language) => {
  const player = await reader(await newPerson(house()), language);
  const transfer = { from: '1', to: SECONDS_WALLET, coin: 'USDT', amount: '500' } as const;
  await player.client.call('transfer', { query: transfer });
  const body = { symbol: 'BTC/USDT', direction: 'up', periodSeconds: 5, quantity: 10 } as const;
  await player.client.call('createSecondContractOrder', { body });
  for (let step = 0; step < 40; step += 1) await freshIndex(step < 16 ? 50_000 : 50_001);
  expectTold(await received(player), language, 'notices.second-settled.title.won', usdt(language, '18'));
});

it('a margin warning, a liquidation and a deleveraging are read in the mailbox, each in its language', async () => {
  const { long, short } = await pair();
  await reader(long, 'de');
  await reader(short, 'ja');
  await freshIndex(45_260);
  expectTold(await received(long), 'de', 'notices.margin-warning.title', 'BTC/USDT');
  await freshIndex(44_000);
  expectTold(await received(long), 'de', 'notices.liquidation.title', 'BTC/USDT');
  expectTold(await received(short), 'ja', 'notices.deleveraging.title', 'BTC/USDT');

  const [second, first] = await Promise.all([trader(), trader()]);
  await reader(first, 'ja');
  await freshIndex();
  await second.client.call('openContract', { params: { positionSide: 'short' }, body: limit('50000', '20') });
  const taken = { ...market('20'), leverage: 10, marginMode: 'isolated' } as const;
  await first.client.call('openContract', { params: { positionSide: 'long' }, body: taken });
  await freshIndex(45_260);
  expectTold(await received(first), 'ja', 'notices.margin-warning.title', 'BTC/USDT');
  await reader(second, 'de');
  await freshIndex(44_000);
  expectTold(await received(first), 'ja', 'notices.liquidation.title', 'BTC/USDT');
  expectTold(await received(second), 'de', 'notices.deleveraging.title', 'BTC/USDT');
});
