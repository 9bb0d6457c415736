import { type Command, CUSTODY } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { ALICE, Bench, BOB, BTC, COIN, ETH, eventsOf, MAKER, USDT, units } from '../margin/bench.ts';

const DAY_MS = 86_400_000;

const deposit = (depositNo: number, amount: bigint, accountUserId = ALICE, assetId = USDT): Command => ({
  type: 'creditDeposit',
  depositNo,
  accountUserId,
  assetId,
  amount: units(amount),
  chain: 'practice-evm',
  transaction: `0x${depositNo}`,
  ordinal: 0,
});
const reversal = (depositNo: number, remaining = 0n): Command => ({
  type: 'reverseDeposit',
  depositNo,
  remaining: units(remaining),
  withdrawals: [],
});
const request = (withdrawalNo: number, amount: bigint, fee = 0n, accountUserId = ALICE): Command => ({
  type: 'requestWithdrawal',
  withdrawalNo,
  accountUserId,
  assetId: USDT,
  amount: units(amount),
  fee: units(fee),
});
const settlement = (withdrawalNo: number, networkFee = 0n, networkAssetId = ETH): Command => ({
  type: 'settleWithdrawal',
  withdrawalNo,
  networkAssetId,
  networkFee: units(networkFee),
});
const release = (withdrawalNo: number): Command => ({
  type: 'releaseWithdrawal',
  withdrawalNo,
  reason: 'cancelled',
});

function ready(): Bench {
  const bench = new Bench();
  bench.restarts = true;
  return bench;
}

function spot(bench: Bench, userId = ALICE, assetId = USDT): { available: bigint; held: bigint } {
  const found = bench.kernel.balances(userId).find((each) => each.assetId === assetId);
  return { available: found?.available ?? 0n, held: found?.held ?? 0n };
}

function sums(bench: Bench): void {
  for (const { sum } of bench.kernel.ledgerSums()) expect(sum).toBe(0n);
}

describe('deposits', () => {
  it('are credited once, for ever, and come from custody', () => {
    const bench = ready();
    const { available } = spot(bench);
    const { events } = bench.mustDo(0, deposit(7, 5n * COIN));
    expect(eventsOf(events, 'entry')).toMatchObject([
      {
        kind: 'deposit',
        orderId: 7,
        postings: [
          { account: CUSTODY, amount: -5n * COIN },
          { account: ALICE, amount: 5n * COIN },
        ],
      },
    ]);
    bench.nowMs += 400 * DAY_MS;
    expect(bench.refusal(0, deposit(7, 5n * COIN))).toBe('DEPOSIT_KNOWN');
    expect(bench.refusal(0, deposit(7, 1n, BOB))).toBe('DEPOSIT_KNOWN');
    expect(bench.refusal(ALICE, deposit(8, COIN))).toBe('NOT_PERMITTED');
    expect(bench.refusal(0, deposit(0, COIN))).toBe('INVALID_COMMAND');
    expect(bench.refusal(0, deposit(9, 0n))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(0, deposit(9, COIN, 4_711))).toBe('UNKNOWN_ACCOUNT');
    expect(bench.refusal(0, deposit(9, 2n ** 62n - COIN))).toBe('AMOUNT_TOO_LARGE');
    expect(spot(bench).available).toBe(available + 5n * COIN);
    expect(bench.kernel.custody.custodyOf(USDT).held).toBe(5n * COIN);
    sums(bench);
  });

  it('a chain took back cost their owner what is there, and the house the rest', () => {
    const bench = ready();
    const { available } = spot(bench);
    bench.mustDo(0, deposit(1, 8n * COIN));
    bench.mustDo(0, request(1, available + 3n * COIN));
    const { events } = bench.mustDo(0, reversal(1));
    expect(eventsOf(events, 'depositReversed')).toMatchObject([{ debited: 5n * COIN, loss: 3n * COIN }]);
    expect(spot(bench)).toEqual({ available: 0n, held: available + 3n * COIN });
    expect(bench.kernel.custody.custodyOf(USDT)).toMatchObject({ held: 0n, depositLosses: -3n * COIN });
    expect(bench.refusal(0, reversal(1))).toBe('DEPOSIT_NOT_REVERSIBLE');
    expect(bench.refusal(0, deposit(1, 8n * COIN))).toBe('DEPOSIT_KNOWN');
    const cover = (amount: bigint, fromUserId = MAKER): Command => ({
      type: 'coverCustody',
      what: 'deposit-losses',
      fromUserId,
      assetId: USDT,
      amount: units(amount),
    });
    expect(bench.refusal(0, cover(3n * COIN + 1n))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(0, cover(COIN, ALICE))).toBe('NOT_PERMITTED');
    bench.mustDo(0, cover(3n * COIN));
    expect(bench.kernel.custody.custodyOf(USDT).depositLosses).toBe(0n);
    sums(bench);
  });

  it('can be taken back for seven days, not later', () => {
    const bench = ready();
    bench.mustDo(0, deposit(1, COIN));
    bench.mustDo(0, deposit(2, COIN));
    bench.nowMs += 7 * DAY_MS;
    bench.mustDo(0, reversal(1));
    bench.nowMs += 1;
    expect(bench.kernel.custody.isReversible(2)).toBe(true);
    bench.mustDo(0, { type: 'tick' });
    expect(bench.kernel.custody.isReversible(2)).toBe(false);
    expect(bench.refusal(0, reversal(2))).toBe('DEPOSIT_NOT_REVERSIBLE');
  });
});

describe('withdrawals', () => {
  it('hold amount and fee, and pay both once', () => {
    const bench = ready();
    const { available } = spot(bench);
    bench.mustDo(0, deposit(1, 100n * COIN, MAKER));
    bench.mustDo(0, request(5, 40n * COIN, COIN));
    expect(spot(bench)).toEqual({ available: available - 41n * COIN, held: 41n * COIN });
    expect(bench.kernel.custody.openWithdrawals(ALICE)).toMatchObject([{ withdrawalNo: 5, fee: COIN }]);
    const { events } = bench.mustDo(0, settlement(5, 20_000n));
    expect(eventsOf(events, 'entry').map(({ kind, orderId }) => [kind, orderId])).toEqual([
      ['withdrawal', 5],
      ['withdrawal-fee', 5],
      ['network-cost', 5],
    ]);
    expect(spot(bench)).toEqual({ available: available - 41n * COIN, held: 0n });
    expect(bench.kernel.custody.custodyOf(USDT)).toMatchObject({ held: 60n * COIN, networkCosts: COIN });
    expect(bench.kernel.custody.custodyOf(ETH)).toMatchObject({ held: -20_000n, networkCosts: -20_000n });
    bench.nowMs += 400 * DAY_MS;
    for (const again of [settlement(5), release(5)]) expect(bench.refusal(0, again)).toBe('WITHDRAWAL_ENDED');
    expect(bench.refusal(0, request(5, COIN))).toBe('WITHDRAWAL_KNOWN');
    expect(bench.kernel.custody.withdrawalPhase(5)).toBe('ended');
    sums(bench);
  });

  it('that are released are free again, once, and are never paid', () => {
    const bench = ready();
    const before = spot(bench);
    bench.mustDo(0, request(1, COIN, 5n));
    bench.mustDo(0, release(1));
    expect(spot(bench)).toEqual(before);
    for (const again of [settlement(1), release(1)]) expect(bench.refusal(0, again)).toBe('WITHDRAWAL_ENDED');
    expect(bench.refusal(0, release(2))).toBe('UNKNOWN_WITHDRAWAL');
  });

  it('whose recipient fails keep the published fee, free the amount, and end once', () => {
    const bench = ready();
    const { available } = spot(bench);
    bench.mustDo(0, deposit(1, 100n * COIN, MAKER));
    bench.mustDo(0, request(5, 40n * COIN, COIN));
    const failure: Command = {
      type: 'failWithdrawal',
      withdrawalNo: 5,
      networkAssetId: ETH,
      networkFee: units(20_000n),
    };
    expect(bench.refusal(ALICE, failure)).toBe('NOT_PERMITTED');
    expect(bench.refusal(0, { ...failure, networkFee: units(-1n) })).toBe('QUANTITY_INVALID');
    expect(bench.refusal(0, { ...failure, networkAssetId: 4_711 })).toBe('UNKNOWN_ASSET');
    const { events } = bench.mustDo(0, failure);
    expect(eventsOf(events, 'entry').map(({ kind, orderId }) => [kind, orderId])).toEqual([
      ['withdrawal-fee', 5],
      ['network-cost', 5],
    ]);
    expect(eventsOf(events, 'withdrawalFailed')).toMatchObject([{ fee: COIN, networkFee: 20_000n }]);
    expect(spot(bench)).toEqual({ available: available - COIN, held: 0n });
    expect(bench.kernel.custody.custodyOf(USDT)).toMatchObject({ held: 100n * COIN, networkCosts: COIN });
    expect(bench.kernel.custody.custodyOf(ETH)).toMatchObject({ held: -20_000n, networkCosts: -20_000n });
    for (const again of [failure, settlement(5), release(5)])
      expect(bench.refusal(0, again)).toBe('WITHDRAWAL_ENDED');
    sums(bench);
  });

  it('are refused for more than there is, and for anybody else', () => {
    const bench = ready();
    const { available } = spot(bench);
    expect(bench.refusal(0, request(1, available, 1n))).toBe('INSUFFICIENT_BALANCE');
    expect(bench.refusal(0, request(1, 0n, 1n))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(0, request(1, COIN, -1n))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(BOB, request(1, COIN))).toBe('NOT_PERMITTED');
    for (const ending of [settlement(1), release(1)])
      expect(bench.refusal(ALICE, ending)).toBe('NOT_PERMITTED');
    bench.mustDo(0, request(1, available));
    expect(bench.refusal(0, request(2, 1n))).toBe('INSUFFICIENT_BALANCE');
    expect(bench.refusal(0, settlement(1, 1n, 0))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(0, settlement(1, 1n, 4_711))).toBe('UNKNOWN_ASSET');
    expect(bench.kernel.custody.withdrawalPhase(1)).toBe('open');
  });
});

describe('network costs', () => {
  it('are booked once to the house', () => {
    const bench = ready();
    const cost: Command = { type: 'bookNetworkCost', costNo: 3, assetId: ETH, amount: units(900n) };
    bench.mustDo(0, cost);
    expect(bench.refusal(0, cost)).toBe('NETWORK_COST_KNOWN');
    expect(bench.kernel.custody.custodyOf(ETH)).toMatchObject({ held: -900n, networkCosts: -900n });
    expect(bench.refusal(0, { ...cost, costNo: 4, amount: units(2n ** 62n) })).toBe('AMOUNT_TOO_LARGE');
  });
});

describe('corrections', () => {
  const correction = (correctionNo: number, more: Partial<Extract<Command, { type: 'correctBalance' }>>) =>
    ({
      type: 'correctBalance',
      correctionNo,
      accountUserId: ALICE,
      assetId: BTC,
      amount: units(7n),
      fromUserId: MAKER,
      reasonCode: 'error',
      reason: 'A fill was booked twice.',
      ...more,
    }) as Command;

  it('credit a user from the house, once, with the reason', () => {
    const bench = ready();
    const before = spot(bench, ALICE, BTC);
    const { events } = bench.mustDo(0, correction(1, {}));
    expect(eventsOf(events, 'balanceCorrected')).toMatchObject([
      { correctionNo: 1, amount: 7n, reasonCode: 'error', reason: 'A fill was booked twice.' },
    ]);
    expect(spot(bench, ALICE, BTC).available).toBe(before.available + 7n);
    expect(bench.refusal(0, correction(1, {}))).toBe('CORRECTION_KNOWN');
  });

  it('never take from a user, and need a reason and the money', () => {
    const bench = ready();
    expect(bench.refusal(0, correction(1, { fromUserId: BOB }))).toBe('NOT_PERMITTED');
    expect(bench.refusal(0, correction(1, { accountUserId: MAKER }))).toBe('NOT_PERMITTED');
    expect(bench.refusal(0, correction(1, { amount: units(-7n) }))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(0, correction(1, { reason: ' why ' }))).toBe('INVALID_COMMAND');
    expect(bench.refusal(0, correction(1, { fromUserId: CUSTODY }))).toBe('UNKNOWN_ACCOUNT');
    const all = units(2n ** 61n);
    expect(bench.refusal(0, correction(1, { amount: all }))).toBe('INSUFFICIENT_BALANCE');
    expect(bench.refusal(ALICE, correction(1, {}))).toBe('NOT_PERMITTED');
  });
});

it.each([1, 2])('random acts, in any order and twice, end as a plain model says (seed %i)', (seed) => {
  const random = new Random(seed);
  const bench = ready();
  let chain = 0n;
  let free = spot(bench).available;
  let losses = 0n;
  const deposits = new Map<number, bigint>();
  const done = new Set<number>();
  const withdrawals = new Map<number, bigint>();
  const over = new Set<number>();
  for (let i = 0; i < 120; i++) {
    const no = random.int(1, 25);
    const amount = BigInt(random.int(1, 40_000)) * COIN;
    switch (random.int(0, 4)) {
      case 0:
        expect(bench.refusal(0, deposit(no, amount)) === null).toBe(!deposits.has(no));
        if (!deposits.has(no)) {
          deposits.set(no, amount);
          chain += amount;
          free += amount;
        }
        break;
      case 1: {
        const taken = deposits.get(no);
        const may = taken !== undefined && !done.has(no);
        expect(bench.refusal(0, reversal(no)) === null).toBe(may);
        if (!may) break;
        done.add(no);
        chain -= taken;
        const debited = taken < free ? taken : free;
        free -= debited;
        losses += taken - debited;
        break;
      }
      case 2: {
        const may = !withdrawals.has(no) && amount + 9n <= free;
        expect(bench.refusal(0, request(no, amount, 9n)) === null).toBe(may);
        if (!may) break;
        withdrawals.set(no, amount);
        free -= amount + 9n;
        break;
      }
      default: {
        const open = withdrawals.get(no);
        const may = open !== undefined && !over.has(no);
        const pays = random.chance(0.5);
        expect(bench.refusal(0, pays ? settlement(no) : release(no)) === null).toBe(may);
        if (!may) break;
        over.add(no);
        if (pays) chain -= open;
        else free += open + 9n;
      }
    }
    expect(spot(bench).available).toBe(free);
    const { held, depositLosses } = bench.kernel.custody.custodyOf(USDT);
    expect([held, depositLosses]).toEqual([chain, -losses]);
  }
  sums(bench);
  expect(done.size * over.size).toBeGreaterThan(20);
});
