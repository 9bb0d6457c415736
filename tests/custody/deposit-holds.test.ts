import type { AppliedCommand } from '@candor/journal';
import type { Command, KernelEvent, KernelView } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { CustodyCheck } from '../../apps/verifier/checks/custody.ts';
import { ALICE, Bench, BOB, COIN, eventsOf, USDT, units } from '../margin/bench.ts';

const DAY_MS = 86_400_000;
const AMOUNT = 8n * COIN;

interface Place {
  readonly transaction?: string;
  readonly ordinal?: number;
  readonly accountUserId?: number;
}

const deposit = (depositNo: number, amount = AMOUNT, place: Place = {}): Command => ({
  type: 'creditDeposit',
  depositNo,
  accountUserId: place.accountUserId ?? ALICE,
  assetId: USDT,
  amount: units(amount),
  chain: 'practice-evm',
  transaction: place.transaction ?? `0x${depositNo}`,
  ordinal: place.ordinal ?? 0,
});
const hold = (depositNo: number, turn = 1): Command => ({ type: 'holdDeposit', depositNo, turn });
const restore = (depositNo: number, amount = AMOUNT, turn = 1, ordinal = 0): Command => ({
  type: 'restoreDeposit',
  depositNo,
  turn,
  ordinal,
  amount: units(amount),
});
const reverse = (depositNo: number, remaining = 0n): Command => ({
  type: 'reverseDeposit',
  depositNo,
  remaining: units(remaining),
  withdrawals: [],
});
const request = (withdrawalNo: number, amount: bigint, accountUserId = ALICE): Command => ({
  type: 'requestWithdrawal',
  withdrawalNo,
  accountUserId,
  assetId: USDT,
  amount: units(amount),
  fee: units(0n),
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

function spot(bench: Bench, userId = ALICE): { available: bigint; held: bigint } {
  const found = bench.kernel.balances(userId).find(({ assetId }) => assetId === USDT);
  return { available: found?.available ?? 0n, held: found?.held ?? 0n };
}

describe('a deposit that its chain took back', () => {
  it('is held, and free again once its transfer stands, at another place too', () => {
    const bench = ready();
    const before = spot(bench);
    bench.mustDo(0, deposit(1));
    const { events } = bench.mustDo(0, hold(1));
    expect(eventsOf(events, 'depositHeld')).toMatchObject([{ amount: AMOUNT, held: AMOUNT }]);
    expect(spot(bench)).toEqual({ available: before.available, held: AMOUNT });
    // Nothing is missing: what is free beside it may leave.
    expect(bench.kernel.custody.missingOf(ALICE, USDT)).toBe(0n);
    bench.mustDo(0, request(1, COIN));
    bench.mustDo(0, release(1));
    bench.mustDo(0, restore(1, AMOUNT, 1, 3));
    expect(spot(bench)).toEqual({ available: before.available + AMOUNT, held: 0n });
    expect(bench.kernel.custody.heldDeposits()).toEqual([]);
    expect(bench.refusal(0, deposit(2, AMOUNT, { transaction: '0x1', ordinal: 3 }))).toBe('TRANSFER_KNOWN');
    // Its earlier place is another transfer's now.
    bench.mustDo(0, deposit(3, COIN, { transaction: '0x1', ordinal: 0, accountUserId: BOB }));
  });

  it('is credited by the difference where it stands with more, and takes operators where it stands with less', () => {
    const bench = ready();
    const { available } = spot(bench);
    bench.mustDo(0, deposit(1));
    bench.mustDo(0, hold(1));
    expect(bench.refusal(0, restore(1, AMOUNT - 1n))).toBe('QUANTITY_INVALID');
    const { events } = bench.mustDo(0, restore(1, AMOUNT + 3n));
    expect(eventsOf(events, 'depositRestored')).toMatchObject([{ amount: AMOUNT + 3n, added: 3n }]);
    expect(spot(bench)).toEqual({ available: available + AMOUNT + 3n, held: 0n });
    bench.mustDo(0, hold(1, 2));
    bench.mustDo(0, reverse(1, COIN));
    expect(spot(bench)).toEqual({ available: available + COIN, held: 0n });
    // The rest can be taken back as well.
    bench.mustDo(0, hold(1, 3));
    bench.mustDo(0, reverse(1));
    expect(spot(bench)).toEqual({ available, held: 0n });
    expect(bench.refusal(0, hold(1, 4))).toBe('DEPOSIT_NOT_REVERSIBLE');
    expect(bench.kernel.custody.custodyOf(USDT).held).toBe(0n);
  });

  it('stops its owner’s withdrawals of the coin while a part is missing, and holds what becomes free', () => {
    const bench = ready();
    const { available } = spot(bench);
    bench.mustDo(0, deposit(1));
    bench.mustDo(0, deposit(2, COIN, { accountUserId: BOB }));
    bench.mustDo(0, request(1, available + 5n * COIN));
    bench.mustDo(0, hold(1));
    expect(spot(bench)).toEqual({ available: 0n, held: available + AMOUNT });
    expect(bench.kernel.custody.missingOf(ALICE, USDT)).toBe(5n * COIN);
    expect(bench.refusal(0, request(2, 1n))).toBe('DEPOSIT_TAKEN_BACK');
    bench.mustDo(0, request(3, 1n, BOB));
    // Coins that come in fill it first, and so does a withdrawal that is not paid.
    bench.mustDo(0, deposit(4, 2n * COIN));
    expect(bench.kernel.custody.missingOf(ALICE, USDT)).toBe(3n * COIN);
    bench.mustDo(0, release(1));
    expect(spot(bench)).toEqual({ available: available + 2n * COIN, held: AMOUNT });
    bench.mustDo(0, request(2, 1n));
    const { events } = bench.mustDo(0, reverse(1));
    expect(eventsOf(events, 'depositReversed')).toMatchObject([{ debited: AMOUNT, loss: 0n }]);
  });

  it('lets its owner withdraw once what is missing is there again, by whatever way, and holds it', () => {
    const bench = ready();
    const { available } = spot(bench);
    bench.mustDo(0, deposit(1));
    // Everything but 3 coins is in another wallet when the chain takes the deposit back.
    const away = (from: 'spot' | 'contract', to: 'spot' | 'contract', amount: bigint): Command => ({
      type: 'transfer',
      from,
      to,
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount: units(amount),
    });
    bench.mustDo(ALICE, away('spot', 'contract', available + AMOUNT - 3n * COIN));
    bench.mustDo(0, hold(1));
    expect(bench.kernel.custody.missingOf(ALICE, USDT)).toBe(5n * COIN);
    bench.mustDo(ALICE, away('contract', 'spot', 4n * COIN));
    const refused = () => bench.refusal(0, request(1, 1n));
    expect(refused()).toBe('DEPOSIT_TAKEN_BACK');
    expect(bench.kernel.custody.lackingOf(ALICE, USDT)).toBe(COIN);
    expect(bench.kernel.custody.withdrawable(ALICE, USDT)).toBe(0n);
    expect(bench.kernel.custody.fillable(ALICE, USDT)).toEqual([]);
    bench.mustDo(ALICE, away('contract', 'spot', 3n * COIN));
    expect(bench.kernel.custody.lackingOf(ALICE, USDT)).toBe(0n);
    expect(bench.kernel.custody.withdrawable(ALICE, USDT)).toBe(2n * COIN);
    expect(bench.kernel.custody.fillable(ALICE, USDT)).toEqual([{ depositNo: 1, turn: 1 }]);
    expect(bench.refusal(0, request(1, 2n * COIN + 1n))).toBe('INSUFFICIENT_BALANCE');
    // A refusal holds nothing.
    expect(spot(bench)).toEqual({ available: 7n * COIN, held: 3n * COIN });
    const { events } = bench.mustDo(0, request(1, 2n * COIN));
    expect(eventsOf(events, 'depositHeld')).toMatchObject([{ held: AMOUNT }]);
    expect(spot(bench)).toEqual({ available: 0n, held: AMOUNT + 2n * COIN });
    expect(bench.kernel.custody.missingOf(ALICE, USDT)).toBe(0n);
    bench.mustDo(0, restore(1));
  });

  it('is held again for its turn by what became free, so that payments that wait go on', () => {
    const bench = ready();
    const { available } = spot(bench);
    const move = (from: 'spot' | 'contract', to: 'spot' | 'contract'): Command => ({
      type: 'transfer',
      from,
      to,
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount: units(6n * COIN),
    });
    bench.mustDo(0, deposit(1));
    bench.mustDo(ALICE, move('spot', 'contract'));
    bench.mustDo(0, request(1, available - COIN));
    bench.mustDo(0, hold(1));
    bench.mustDo(0, hold(1));
    expect(bench.kernel.custody.missingOf(ALICE, USDT)).toBe(5n * COIN);
    bench.mustDo(ALICE, move('contract', 'spot'));
    expect(bench.kernel.custody.fillable(ALICE, USDT)).toEqual([{ depositNo: 1, turn: 1 }]);
    bench.mustDo(0, hold(1));
    expect(bench.kernel.custody.missingOf(ALICE, USDT)).toBe(0n);
    expect(spot(bench)).toEqual({ available: COIN, held: available - COIN + AMOUNT });
    bench.mustDo(0, restore(1));
    expect(bench.refusal(0, hold(1))).toBe('DEPOSIT_TURN_OLD');
  });

  it('is credited by no second deposit while it is held, nor where it stands', () => {
    const bench = ready();
    bench.mustDo(0, deposit(1));
    const again = (depositNo: number, place: Place) =>
      bench.refusal(0, deposit(depositNo, AMOUNT, { transaction: '0x1', ...place }));
    expect(again(2, {})).toBe('TRANSFER_KNOWN');
    bench.mustDo(0, hold(1));
    for (const ordinal of [-1, 0, 1, 7]) expect(again(2, { ordinal })).toBe('TRANSFER_KNOWN');
    // The same transaction may pay somebody else now.
    expect(again(3, { accountUserId: BOB })).toBeNull();
    expect(bench.refusal(0, restore(1))).toBe('TRANSFER_KNOWN');
    bench.mustDo(0, reverse(1));
    expect(again(4, { ordinal: 1 })).toBeNull();
    for (const [chain, transaction] of [
      ['', '0x9'],
      ['practice-evm', ''],
      ['practice-evm', 'x'.repeat(129)],
    ])
      expect(bench.refusal(0, { ...deposit(9), chain, transaction } as Command)).toBe('INVALID_COMMAND');
    expect(bench.refusal(0, deposit(9, COIN, { ordinal: 0.5 }))).toBe('INVALID_COMMAND');
  });

  it.each([
    ['is reversed', (bench: Bench) => void bench.mustDo(0, reverse(1))],
    ['is reversed in part', (bench: Bench) => void bench.mustDo(0, reverse(1, COIN))],
    [
      'is held no longer',
      (bench: Bench) => {
        bench.nowMs += 7 * DAY_MS;
        bench.mustDo(0, { type: 'tick' });
      },
    ],
  ])('leaves its place to the deposit that was credited for it meanwhile, also when it %s', (_, end) => {
    // a snapshot, and a process that never stopped, know the same place
    for (const bench of [ready(), new Bench()]) {
      bench.mustDo(0, deposit(1));
      bench.mustDo(0, hold(1));
      const place = { transaction: '0x1', accountUserId: BOB };
      bench.mustDo(0, deposit(3, AMOUNT, place));
      end(bench);
      expect(bench.refusal(0, deposit(4, AMOUNT, place))).toBe('TRANSFER_KNOWN');
    }
  });

  it('keeps its turn and its place beside the deposit that was credited for it meanwhile', () => {
    for (const bench of [ready(), new Bench()]) {
      bench.mustDo(0, deposit(1));
      bench.mustDo(0, hold(1, 2));
      const place = { transaction: '0x1', accountUserId: BOB };
      bench.mustDo(0, deposit(3, AMOUNT, place));
      bench.nowMs += 7 * DAY_MS;
      bench.mustDo(0, { type: 'tick' });
      expect(bench.refusal(0, restore(1, AMOUNT, 1))).toBe('DEPOSIT_TURN_OLD');
      expect(bench.refusal(0, restore(1, AMOUNT + COIN, 2))).toBe('TRANSFER_KNOWN');
      bench.mustDo(0, reverse(3));
      expect(bench.refusal(0, deposit(4, AMOUNT, place))).toBe('TRANSFER_KNOWN');
      bench.mustDo(0, restore(1, AMOUNT, 2));
    }
  });

  it.each([
    [COIN, 0n],
    [AMOUNT, 0n],
    [AMOUNT, 2n * COIN],
    [4n * COIN, 2n * COIN],
  ])(
    'takes what withdrawals of %s hold, with %s free beside them, before the house loses',
    (asked, beside) => {
      const bench = ready();
      bench.mustDo(0, deposit(1));
      const { available } = spot(bench);
      // Everything but what is asked for and what stays free is gone.
      bench.mustDo(0, request(9, available - asked - beside));
      bench.mustDo(0, {
        type: 'settleWithdrawal',
        withdrawalNo: 9,
        networkAssetId: 0,
        networkFee: units(0n),
      });
      bench.mustDo(0, request(1, asked / 2n));
      bench.mustDo(0, request(2, asked - asked / 2n));
      bench.mustDo(0, request(3, 0n + 1n, BOB));
      bench.mustDo(0, hold(1));
      const { events } = bench.mustDo(0, { ...reverse(1), withdrawals: [2, 1, 1, 3, 9, 4_711] } as Command);
      const there = asked + beside < AMOUNT ? asked + beside : AMOUNT;
      expect(eventsOf(events, 'withdrawalReleased').map(({ withdrawalNo }) => withdrawalNo)).toEqual([2, 1]);
      expect(eventsOf(events, 'depositReversed')).toMatchObject([{ debited: there, loss: AMOUNT - there }]);
      expect(spot(bench)).toEqual({ available: asked + beside - there, held: 0n });
      expect(bench.refusal(0, release(1))).toBe('WITHDRAWAL_ENDED');
      bench.mustDo(0, release(3));
      for (const { sum } of bench.kernel.ledgerSums()) expect(sum).toBe(0n);
    },
  );

  it('is not held by what comes late, and no longer than seven days', () => {
    const bench = ready();
    const { available } = spot(bench);
    bench.mustDo(0, deposit(1));
    bench.mustDo(0, restore(1));
    expect(bench.refusal(0, hold(1))).toBe('DEPOSIT_TURN_OLD');
    bench.nowMs += 6 * DAY_MS;
    bench.mustDo(0, hold(1, 2));
    expect(bench.refusal(0, hold(1, 1))).toBe('DEPOSIT_TURN_OLD');
    expect(bench.refusal(0, restore(1, AMOUNT, 1))).toBe('DEPOSIT_TURN_OLD');
    bench.nowMs += 7 * DAY_MS - 1;
    bench.mustDo(0, { type: 'tick' });
    expect(spot(bench)).toEqual({ available, held: AMOUNT });
    expect(bench.kernel.custody.isReversible(1)).toBe(true);
    bench.nowMs += 1;
    const { events } = bench.mustDo(0, { type: 'tick' });
    expect(eventsOf(events, 'depositHoldEnded')).toMatchObject([{ depositNo: 1 }]);
    expect(spot(bench)).toEqual({ available: available + AMOUNT, held: 0n });
    expect(bench.refusal(0, reverse(1))).toBe('DEPOSIT_NOT_REVERSIBLE');
    bench.mustDo(0, request(1, AMOUNT));
  });

  it('stands again after its hold ended, and what it has grown by is credited then too', () => {
    const bench = ready();
    const { available } = spot(bench);
    bench.mustDo(0, deposit(1));
    bench.mustDo(0, hold(1));
    bench.nowMs += 8 * DAY_MS;
    bench.mustDo(0, { type: 'tick' });
    // Later deposits forget what nobody can take back, but not this one.
    bench.mustDo(0, deposit(2, COIN, { accountUserId: BOB }));
    expect(bench.kernel.custody.isReversible(1)).toBe(false);
    expect(bench.refusal(0, reverse(1))).toBe('DEPOSIT_NOT_REVERSIBLE');
    expect(bench.refusal(0, hold(1, 2))).toBe('DEPOSIT_NOT_REVERSIBLE');
    const { events } = bench.mustDo(0, restore(1, AMOUNT + 3n, 1, 4));
    expect(eventsOf(events, 'depositRestored')).toMatchObject([{ added: 3n }]);
    expect(spot(bench)).toEqual({ available: available + AMOUNT + 3n, held: 0n });
    expect(bench.refusal(0, deposit(3, COIN, { transaction: '0x1', ordinal: 4 }))).toBe('TRANSFER_KNOWN');
    bench.mustDo(0, restore(1, AMOUNT + 3n, 1, 4));
    expect(spot(bench).available).toBe(available + AMOUNT + 3n);
  });

  it('is the user’s alone: nobody but the system holds or restores', () => {
    const bench = ready();
    bench.mustDo(0, deposit(1));
    for (const command of [hold(1), restore(1), reverse(1)])
      expect(bench.refusal(ALICE, command)).toBe('NOT_PERMITTED');
  });
});

describe('the verifier', () => {
  const HOUR_MS = 3_600_000;
  const credited = (depositNo: number, ordinal: number, transaction = '0xa'): KernelEvent => ({
    type: 'depositCredited',
    depositNo,
    userId: ALICE,
    assetId: USDT,
    amount: units(AMOUNT),
    chain: 'practice-evm',
    transaction,
    ordinal,
  });
  const held = (depositNo: number, part = AMOUNT): KernelEvent => ({
    type: 'depositHeld',
    depositNo,
    userId: ALICE,
    assetId: USDT,
    amount: units(AMOUNT),
    held: units(part),
    endsMs: 0,
  });
  const requested: KernelEvent = {
    type: 'withdrawalRequested',
    withdrawalNo: 1,
    userId: ALICE,
    assetId: USDT,
    amount: units(1n),
    fee: units(0n),
  };

  /** Returns what is found in commands with these events, an hour apart; entries that custody needs are left out. */
  function findings(hours: readonly (readonly [number, KernelEvent])[]): string[] {
    const check = new CustodyCheck();
    const found: string[] = [];
    for (const [hour, event] of hours) {
      const envelope = { seq: 1, timeMs: hour * HOUR_MS, userId: 0, body: { type: 'tick' } };
      const command = { envelope, outcome: { ok: true }, events: [event] } as unknown as AppliedCommand;
      check.see(command, null as unknown as KernelView, (what) => found.push(what));
    }
    return found.filter((what) => !what.startsWith('Custody of asset'));
  }

  it('finds a second credit of a transfer, also while the first is held', () => {
    expect(
      findings([
        [0, credited(1, 0)],
        [1, credited(2, 1)],
      ]),
    ).toEqual([]);
    expect(
      findings([
        [0, credited(1, 0)],
        [1, credited(2, 0)],
      ]),
    ).toHaveLength(1);
    for (const ordinal of [0, 5])
      expect(
        findings([
          [0, credited(1, 0)],
          [1, held(1)],
          [2, credited(2, ordinal)],
        ]),
      ).toHaveLength(1);
    expect(
      findings([
        [0, credited(1, 0)],
        [1, held(1)],
        [2, credited(2, 0, '0xb')],
      ]),
    ).toEqual([]);
  });

  it('finds a hold without an end, and a withdrawal that was taken in spite of it', () => {
    expect(
      findings([
        [0, credited(1, 0)],
        [1, held(1)],
        [169, requested],
      ]),
    ).toEqual([]);
    expect(
      findings([
        [0, credited(1, 0)],
        [1, held(1)],
        [170, requested],
      ]),
    ).toHaveLength(1);
    expect(
      findings([
        [0, credited(1, 0)],
        [1, held(1, COIN)],
        [2, requested],
      ]),
    ).toHaveLength(1);
  });
});
