import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { HOUSE as PERP_HOUSE, USDT as STAGE_USDT, Stage, U } from '../../../../tests/perpetual/stage.ts';
import {
  agent,
  chain,
  DAY_MS,
  DORA,
  dayEnds,
  invite,
  pay,
  TERMS,
  total,
} from '../../../../tests/support/referral-chain.ts';
import {
  ANN,
  BEN,
  BTC,
  CLEO,
  codeOf,
  eventsOf,
  HOUSE,
  type TestMarket,
  USDT,
} from '../../../../tests/support/test-market.ts';
import { MAX_DUE_ITEMS } from '../../due/due-slice.ts';

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
