import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { HOUSE as PERP_HOUSE, USDT as STAGE_USDT, Stage, U } from '../../../../tests/perpetual/stage.ts';
import {
  ANN,
  BEN,
  BTC,
  CLEO,
  codeOf,
  eventsOf,
  HOUSE,
  TestMarket,
  USDT,
} from '../../../../tests/support/test-market.ts';
import type { Command } from '../../commands.ts';
import { MAX_DUE_ITEMS } from '../../due/due-slice.ts';
import { Agents } from './agents.ts';

const DORA = 1003;
const DAY_MS = 86_400_000;
const TERMS = { type: 'setReferralTerms', sharesPpm: [200_000, 100_000, 50_000], capPpm: 350_000 } as const;
const invite = (accountUserId: number, inviterId: number): Command => ({
  type: 'setReferrer',
  accountUserId,
  inviterId,
});

/** Dora invited Cleo, who invited Ben, who invited Ann. A fee is a thousandth of what is received. */
function chain(): TestMarket {
  const market = new TestMarket();
  market.system({ type: 'openAccount', accountUserId: DORA, kind: 'user' });
  const amount = 10_000_000_000n as Amount;
  market.system({ type: 'practiceFunds', accountUserId: DORA, assetId: BTC, amount });
  market.system({ type: 'setFees', makerPpm: 1_000, takerPpm: 1_000 });
  market.system(TERMS);
  for (const [user, inviter] of [
    [ANN, BEN],
    [BEN, CLEO],
    [CLEO, DORA],
  ] as const)
    expect(codeOf(market.system(invite(user, inviter)))).toBe('ok');
  return market;
}

/** A sale at one tick, or at three for what is no more than the largest order: its fee in USDT is so many units. */
function pay(market: TestMarket, seller: number, fee: number) {
  const ticks = fee > 1_000 && fee % 3 === 0 ? 3 : 1;
  market.limit(HOUSE, 'buy', ticks, fee / ticks);
  return market.limit(seller, 'sell', ticks, fee / ticks);
}

/** The midnight after now, at which the day is paid. */
function dayEnds(market: TestMarket) {
  market.nowMs = (Math.floor(market.nowMs / DAY_MS) + 1) * DAY_MS;
  return market.system({ type: 'tick' });
}

const total = (market: TestMarket, userId: number, assetId = USDT) =>
  market.kernel.balances(userId).find((balance) => balance.assetId === assetId)?.available ?? 0n;
const fund = (market: TestMarket) => market.kernel.ledgerSums().find(({ assetId }) => assetId === USDT)!;

test('three generations earn their shares of all fees, rounded down once, out of the house’s part', () => {
  const market = chain();
  pay(market, DORA, 9);
  expect(fund(market)).toMatchObject({ fees: 9n, safetyFund: 0n });
  const before = [BEN, CLEO, DORA].map((user) => total(market, user));
  for (const fee of [4, 1, 5, 10, 13, 999_999, 1]) {
    pay(market, ANN, fee);
    market.restart();
    if (fee === 5 || fee === 999_999) dayEnds(market);
  }
  dayEnds(market);
  const earned = [BEN, CLEO, DORA].map((user, i) => total(market, user) - before[i]!);
  expect(earned).toEqual([200_006n, 100_003n, 50_001n]);
  expect(fund(market).safetyFund).toBe(100_004n);
  expect(fund(market).fees).toBe(9n + 1_000_033n - 100_004n - 350_010n);
  expect(market.kernel.referral.sums()).toContainEqual({ assetId: USDT, fees: 1_000_033n, paid: 350_010n });
});

test('a fee is paid at the end of its UTC day, however often the kernel is restarted before', () => {
  const market = chain();
  const before = total(market, BEN);
  const day = Math.floor(market.nowMs / DAY_MS);
  const midnight = (day + 1) * DAY_MS;
  expect(eventsOf(pay(market, ANN, 600), 'referralPaid')).toEqual([]);
  expect(market.kernel.nextDueMs).toBe(midnight);
  market.nowMs = midnight - 1;
  expect(eventsOf(pay(market, ANN, 400), 'referralPaid')).toEqual([]);
  expect(total(market, BEN)).toBe(before);
  market.restart();
  expect(market.kernel.nextDueMs).toBe(midnight);
  expect(eventsOf(dayEnds(market), 'referralPaid')).toMatchObject([
    { payerId: ANN, assetId: USDT, day, charged: 1_000n },
  ]);
  expect(total(market, BEN) - before).toBe(200n);
  expect(market.kernel.nextDueMs).toBe(Number.POSITIVE_INFINITY);
  expect(eventsOf(dayEnds(market), 'referralPaid')).toEqual([]);
  pay(market, ANN, 100);
  expect(eventsOf(dayEnds(market), 'referralPaid')).toMatchObject([{ day: day + 2, charged: 100n }]);
});

test('a fee of the moment at which its day ends belongs to the next', () => {
  const market = chain();
  pay(market, ANN, 100);
  market.nowMs = (Math.floor(market.nowMs / DAY_MS) + 1) * DAY_MS;
  const day = Math.floor(market.nowMs / DAY_MS);
  market.limit(HOUSE, 'buy', 1, 50);
  market.limit(ANN, 'sell', 1, 50);
  expect(eventsOf(dayEnds(market), 'referralPaid')).toMatchObject([{ day, charged: 50n }]);
});

test('many payers of a day are paid in slices, the earliest fee first, also after restarts', () => {
  const market = chain();
  const payers = Array.from({ length: 100 }, (_, at) => 5_000 + at);
  const amount = 10_000_000_000n as Amount;
  for (const payer of payers) {
    market.system({ type: 'openAccount', accountUserId: payer, kind: 'user' });
    market.system({ type: 'practiceFunds', accountUserId: payer, assetId: BTC, amount });
    market.system(invite(payer, DORA));
  }
  const before = total(market, DORA);
  for (const payer of payers.toReversed()) pay(market, payer, 10);
  const paid = eventsOf(dayEnds(market), 'referralPaid').map(({ payerId }) => payerId);
  expect(paid).toEqual(payers.toReversed().slice(0, MAX_DUE_ITEMS));
  pay(market, payers[0]!, 10);
  while (market.kernel.nextDueMs <= market.nowMs) {
    market.restart();
    const { events } = market.system({ type: 'tick' });
    for (const event of events) if (event.type === 'referralPaid') paid.push(event.payerId);
  }
  expect(paid.length).toBeLessThan(100);
  expect(new Set(paid).size).toBe(paid.length);
  // the orders of a payer settled a few beside them, and a fee that came before its payer's turn is in it
  expect(total(market, DORA) - before).toBe(100n * 2n + 2n);
  expect(market.kernel.nextDueMs).toBe(Number.POSITIVE_INFINITY);
});

test('one day may pay more than its fees, as the rests of earlier ones come with it', () => {
  const market = chain();
  pay(market, ANN, 19);
  expect(eventsOf(dayEnds(market), 'referralPaid')).toMatchObject([
    {
      payerId: ANN,
      assetId: USDT,
      charged: 19n,
      rebates: [
        { generation: 1, inviterId: BEN, amount: 3n },
        { generation: 2, inviterId: CLEO, amount: 1n },
      ],
    },
  ]);
  pay(market, ANN, 1);
  const paid = dayEnds(market);
  expect(eventsOf(paid, 'referralPaid')).toMatchObject([
    { charged: 1n, rebates: [1, 2, 3].map((generation) => ({ generation, amount: 1n })) },
  ]);
  const entries = eventsOf(paid, 'entry').filter(({ kind }) => kind === 'referral-rebate');
  expect(entries.map(({ orderId }) => orderId)).toEqual([1, 2, 3]);
  expect(fund(market)).toMatchObject({ fees: 20n - 2n - 4n - 3n, safetyFund: 2n });
});

test('rests are kept over new terms', () => {
  const market = chain();
  const before = total(market, BEN);
  pay(market, ANN, 4);
  market.system({ type: 'setReferralTerms', sharesPpm: [100_000, 0, 0], capPpm: 100_000 });
  market.restart();
  pay(market, ANN, 1);
  dayEnds(market);
  expect(total(market, BEN) - before).toBe(0n);
  pay(market, ANN, 1);
  dayEnds(market);
  expect(total(market, BEN) - before).toBe(1n);
});

test('a fee earns by the terms of its moment: a day of two terms has two payments', () => {
  const market = chain();
  const before = total(market, BEN);
  pay(market, ANN, 1_000);
  market.system({ type: 'setReferralTerms', sharesPpm: [100_000, 0, 0], capPpm: 100_000 });
  pay(market, ANN, 1_000);
  market.restart();
  pay(market, ANN, 1_000);
  expect(eventsOf(dayEnds(market), 'referralPaid')).toMatchObject([
    { charged: 1_000n, rebates: [{ sharePpm: 200_000, amount: 200n }, {}, {}] },
    { charged: 2_000n, rebates: [{ sharePpm: 100_000, amount: 200n }] },
  ]);
  expect(total(market, BEN) - before).toBe(400n);
});

test('a trader who owns all inviters still pays 65 percent of the fees', () => {
  const market = chain();
  const of = () => [ANN, BEN, CLEO, DORA].reduce((sum, user) => sum + total(market, user), 0n);
  const before = of();
  pay(market, ANN, 999_999);
  dayEnds(market);
  const received = 999_999_000n;
  expect(before + received - of()).toBe(999_999n - 199_999n - 99_999n - 49_999n);
});

test('fees of the house, and of who was not invited, give nothing', () => {
  const market = chain();
  const before = [BEN, CLEO, DORA].map((user) => total(market, user));
  for (const user of [HOUSE, DORA]) {
    market.limit(ANN, 'buy', 1, 100);
    market.limit(user, 'sell', 1, 100);
  }
  dayEnds(market);
  // Ann's fee is in bitcoins: her inviters' dollars stay
  expect([BEN, CLEO].map((user, i) => total(market, user) - before[i]!)).toEqual([0n, 0n]);
  expect(market.kernel.referral.sums().map(({ assetId }) => assetId)).toEqual([BTC]);
});

test('an inviter is named once, and never in a circle', () => {
  const market = chain();
  const code = (user: number, inviter: number) => codeOf(market.system(invite(user, inviter)));
  expect(code(ANN, DORA)).toBe('REFERRER_FIXED');
  expect(code(DORA, ANN)).toBe('REFERRAL_CYCLE');
  expect(code(DORA, DORA)).toBe('REFERRAL_CYCLE');
  expect(code(HOUSE, ANN)).toBe('NOT_PERMITTED');
  expect(code(DORA, HOUSE)).toBe('NOT_PERMITTED');
  expect(code(4_711, ANN)).toBe('UNKNOWN_ACCOUNT');
  expect(code(DORA, 4_711)).toBe('UNKNOWN_ACCOUNT');
  expect(code(2 ** 32 + DORA, ANN)).toBe('UNKNOWN_ACCOUNT');
  expect(codeOf(market.submit(ANN, invite(DORA, ANN)))).toBe('NOT_PERMITTED');
  expect([ANN, BEN, CLEO, DORA].map((user) => market.kernel.referral.inviterOf(user))).toEqual([
    BEN,
    CLEO,
    DORA,
    0,
  ]);
});

test('who had none may be given an inviter after inviting others, if it makes no circle', () => {
  const market = chain();
  const eve = 1_004;
  market.system({ type: 'openAccount', accountUserId: eve, kind: 'user' });
  expect(codeOf(market.system(invite(DORA, eve)))).toBe('ok');
  expect(codeOf(market.system(invite(eve, ANN)))).toBe('REFERRAL_CYCLE');
});

test('who is given an inviter gets the agent above, also where somebody has looked before', () => {
  const market = chain();
  const eve = 1_004;
  market.system({ type: 'openAccount', accountUserId: eve, kind: 'user' });
  market.system(agent(DORA, 100_000));
  expect(market.kernel.referral.agentAbove(eve)).toBe(0);
  market.system(invite(eve, ANN));
  expect(market.kernel.referral.agentAbove(eve)).toBe(DORA);
});

test('terms that pay more than their cap are refused', () => {
  const market = chain();
  expect(codeOf(market.system({ ...TERMS, capPpm: 349_999 }))).toBe('INVALID_COMMAND');
  expect(market.kernel.referral.terms()).toEqual({ sharesPpm: TERMS.sharesPpm, capPpm: 350_000 });
});

test('trading fees of contracts count; liquidation fees and funding do not', () => {
  const stage = new Stage();
  const [alice, bob, carol] = [1000, 1001, 1002];
  for (const user of [PERP_HOUSE, alice, bob, carol]) stage.user(user, 20_000n);
  stage.system(TERMS);
  stage.system(invite(alice, carol));
  stage.tick(1_000_000);
  stage.leverage(alice, 100);
  stage.sell(bob, 1_000, 1_000_000);
  stage.buy(alice, 1_000, 1_000_000);
  for (let i = 0; i < 8 * 3_600_000; i += 600_000) stage.tick(1_000_000, 600_000);
  stage.buy(bob, 1_000, 990_000);
  stage.tick(994_900);
  expect(stage.all('perpetualLiquidated')).toHaveLength(1);
  expect(stage.entries('perpetual-funding').length).toBeGreaterThan(0);
  expect(stage.entries('liquidation-fee').length).toBeGreaterThan(0);
  stage.tick(994_900, DAY_MS);
  let fees = 0n;
  for (const { postings } of stage.entries('perpetual-fee'))
    for (const { account, amount } of postings)
      if (account % 2 ** 32 === alice && amount < 0n) fees -= amount;
  const earned = stage.kernel.balances(carol).find(({ assetId }) => assetId === STAGE_USDT)!.available;
  expect(fees).toBeGreaterThan(U);
  expect(earned).toBe((fees * 200_000n) / 1_000_000n);
});

const agent = (accountUserId: number, sharePpm: number, effectiveMs = 0): Command => ({
  type: 'setAgent',
  accountUserId,
  sharePpm,
  effectiveMs,
  reason: 'An agent of this test',
});

test('the nearest agent above gets an own share, cut so that all shares stay within the cap', () => {
  const market = chain();
  market.system({ ...TERMS, capPpm: 500_000 });
  const eve = 1_004;
  market.system({ type: 'openAccount', accountUserId: eve, kind: 'user' });
  market.system(invite(DORA, eve));
  expect(codeOf(market.system(agent(eve, 200_000)))).toBe('ok');
  const before = total(market, eve);
  pay(market, ANN, 999);
  market.restart();
  const paid = dayEnds(market);
  // 20, 10 and 5 percent leave 15 of the cap
  expect(total(market, eve) - before).toBe(149n);
  expect(eventsOf(paid, 'referralPaid')[0]).toMatchObject({
    charged: 999n,
    rebates: [
      {},
      {},
      {},
      { generation: 4, inviterId: eve, amount: 149n, sharePpm: 150_000, restMillionths: 0 },
    ],
  });
  // Cleo's fee has two generations above: 30 percent leave the whole share, beside the second generation's own
  const first = total(market, eve);
  pay(market, CLEO, 999);
  expect(eventsOf(dayEnds(market), 'referralPaid')[0]).toMatchObject({
    rebates: [{ amount: 199n }, { amount: 99n }, { generation: 4, inviterId: eve, amount: 199n }],
  });
  expect(total(market, eve) - first).toBe(298n);
  market.system(agent(CLEO, 10_000));
  expect(market.kernel.referral.agentAbove(ANN)).toBe(CLEO);
  const second = total(market, eve);
  pay(market, ANN, 1_000);
  expect(eventsOf(dayEnds(market), 'referralPaid')[0]?.rebates.at(-1)).toMatchObject({
    generation: 4,
    inviterId: CLEO,
    amount: 10n,
    sharePpm: 10_000,
    restMillionths: 850_000,
  });
  expect(total(market, eve)).toBe(second);
});

test('an agent’s share counts from its named time, and a smaller one takes notice', () => {
  const market = chain();
  market.system({ ...TERMS, capPpm: 500_000 });
  const at = market.nowMs + 3_600_000;
  expect(codeOf(market.system(agent(DORA, 100_000, at)))).toBe('ok');
  const shareOf = () => market.kernel.referral.agents().map(({ userId, ...share }) => [userId, share]);
  expect(shareOf()).toEqual([[DORA, { sharePpm: 0, next: { sharePpm: 100_000, effectiveMs: at } }]]);
  // what was announced is no longer replaced by less without notice
  expect(codeOf(market.system(agent(DORA, 99_999, at)))).toBe('CHANGE_TOO_SOON');
  // nor moved to a later time
  for (const sharePpm of [100_000, 200_000])
    expect(codeOf(market.system(agent(DORA, sharePpm, at + 1)))).toBe('CHANGE_TOO_SOON');
  expect(codeOf(market.system(agent(DORA, 100_000, at)))).toBe('ok');
  market.restart();
  pay(market, ANN, 1_000);
  expect(market.kernel.nextDueMs).toBe(at);
  market.nowMs = at;
  const begun = market.indexNow(100);
  expect(eventsOf(begun, 'agentBegun')).toEqual([{ type: 'agentBegun', userId: DORA, sharePpm: 100_000 }]);
  pay(market, ANN, 1_000);
  const paid = eventsOf(dayEnds(market), 'referralPaid');
  expect(paid.map(({ rebates }) => rebates.length)).toEqual([3, 4]);
  expect(codeOf(market.system(agent(DORA, 99_999)))).toBe('CHANGE_TOO_SOON');
  expect(codeOf(market.system(agent(DORA, 0, market.nowMs + 24 * 3_600_000)))).toBe('ok');
  expect(codeOf(market.system(agent(DORA, 110_000)))).toBe('ok');
  expect(shareOf()).toEqual([[DORA, { sharePpm: 110_000, next: null }]]);
});

test('what was announced for later than the notice may be moved or dropped with that notice', () => {
  const market = chain();
  market.system({ ...TERMS, capPpm: 500_000 });
  const DAY = 24 * 3_600_000;
  const at = market.nowMs + 3 * DAY;
  expect(codeOf(market.system(agent(DORA, 100_000, at)))).toBe('ok');
  expect(codeOf(market.system(agent(DORA, 100_000, at + DAY)))).toBe('ok');
  expect(codeOf(market.system(agent(DORA, 50_000, market.nowMs + DAY)))).toBe('ok');
  expect(codeOf(market.system(agent(DORA, 50_000, market.nowMs + DAY + 1)))).toBe('ok');
  market.nowMs += 1_000;
  expect(codeOf(market.system(agent(DORA, 50_000, market.nowMs + DAY)))).toBe('CHANGE_TOO_SOON');
  expect(market.kernel.referral.agents()[0]?.next?.sharePpm).toBe(50_000);
});

test('a closed account earns nothing more, by generation or as an agent, and what it earned before is paid', () => {
  const market = chain();
  market.system({ ...TERMS, capPpm: 500_000 });
  market.system(agent(CLEO, 100_000));
  pay(market, ANN, 1_000);
  const end = () => market.system({ type: 'endReferral', accountUserId: CLEO });
  expect(eventsOf(end(), 'referralEnded')).toEqual([{ type: 'referralEnded', userId: CLEO }]);
  expect(market.kernel.referral.agentAbove(ANN)).toBe(0);
  pay(market, ANN, 1_000);
  market.restart();
  pay(market, ANN, 1_000);
  const places = eventsOf(dayEnds(market), 'referralPaid').map(({ charged, rebates }) => [
    charged,
    rebates.map(({ generation, inviterId }) => [generation, inviterId]),
  ]);
  expect(places).toEqual([
    [
      1_000n,
      [
        [1, BEN],
        [2, CLEO],
        [3, DORA],
        [4, CLEO],
      ],
    ],
    // Dora stays the third above: nobody's place changes
    [
      2_000n,
      [
        [1, BEN],
        [3, DORA],
      ],
    ],
  ]);
  const again = end();
  expect([codeOf(again), eventsOf(again, 'referralEnded')]).toEqual(['ok', []]);
  expect(codeOf(market.system(agent(CLEO, 50_000)))).toBe('NOT_PERMITTED');
  expect(codeOf(market.system({ type: 'endReferral', accountUserId: 4_711 }))).toBe('ok');
  expect(codeOf(market.submit(ANN, { type: 'endReferral', accountUserId: DORA }))).toBe('NOT_PERMITTED');
});

test('an account is owed something until it earns no more and its last day is paid', () => {
  const market = chain();
  const owes = () => [ANN, BEN, CLEO, DORA].map((user) => market.kernel.referral.owes(user));
  expect(owes()).toEqual([false, true, true, true]);
  pay(market, ANN, 1_000);
  for (const accountUserId of [BEN, DORA]) market.system({ type: 'endReferral', accountUserId });
  expect(owes()).toEqual([false, true, true, true]);
  pay(market, ANN, 1_000);
  market.restart();
  expect(owes()).toEqual([false, true, true, true]);
  dayEnds(market);
  expect(owes()).toEqual([false, false, true, false]);
  market.system(agent(ANN, 50_000));
  pay(market, ANN, 1_000);
  expect(owes()).toEqual([true, false, true, false]);
  market.system({ type: 'endReferral', accountUserId: ANN });
  expect(market.kernel.referral.owes(ANN)).toBe(false);
  expect(market.kernel.referral.owes(4_711)).toBe(false);
});

test('a share that is still to come ends with the account', () => {
  const market = chain();
  const at = market.nowMs + 3_600_000;
  market.system(agent(DORA, 50_000, at));
  market.system({ type: 'endReferral', accountUserId: DORA });
  market.restart();
  market.nowMs = at;
  expect(eventsOf(market.indexNow(100), 'agentBegun')).toEqual([]);
});

test('who is no agent any longer leaves room for others', () => {
  const market = chain();
  const amongAll = new Agents(() => 0);
  for (let account = 1; account <= 3; account++) amongAll.set(account, { sharePpm: 1, next: null });
  amongAll.set(2, { sharePpm: 0, next: { sharePpm: 1, effectiveMs: 1 } });
  expect(amongAll.count).toBe(3);
  amongAll.set(2, { sharePpm: 0, next: null });
  amongAll.set(3, { sharePpm: 0, next: null });
  expect(amongAll.count).toBe(1);
  expect(market.kernel.referral.agents()).toEqual([]);
});

test('who cannot be an agent, and what is no share of one', () => {
  const market = chain();
  expect(codeOf(market.system(agent(HOUSE, 1)))).toBe('NOT_PERMITTED');
  expect(codeOf(market.system(agent(4_711, 1)))).toBe('UNKNOWN_ACCOUNT');
  expect(codeOf(market.system(agent(ANN, 900_001)))).toBe('INVALID_COMMAND');
  expect(codeOf(market.system(agent(ANN, 0.5)))).toBe('INVALID_COMMAND');
  expect(codeOf(market.system({ ...agent(ANN, 1), reason: 'no' } as Command))).toBe('INVALID_COMMAND');
  expect(codeOf(market.submit(ANN, agent(ANN, 1)))).toBe('NOT_PERMITTED');
});
