import { type Command, CUSTODY, HOUSE_FLOAT, SUSPENSE } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { ALICE, Bench, COIN, eventsOf, USDT, units } from '../margin/bench.ts';

const fund = (fundingNo: number, amount: bigint): Command => ({
  type: 'fundCustody',
  fundingNo,
  assetId: USDT,
  amount: units(amount),
});
const reconcile = (reportNo: number, booked: bigint, found: bigint): Command => ({
  type: 'reconcileCustody',
  reportNo,
  assetId: USDT,
  booked: units(booked),
  found: units(found),
});
const release = (releaseNo: number, amount: bigint, accountUserId = 0): Command => ({
  type: 'releaseSuspense',
  releaseNo,
  assetId: USDT,
  amount: units(amount),
  accountUserId,
  reason: 'Sent to our hot wallet by mistake',
});
const request = (withdrawalNo: number): Command => ({
  type: 'requestWithdrawal',
  withdrawalNo,
  accountUserId: ALICE,
  assetId: USDT,
  amount: units(COIN),
  fee: units(0n),
});

function ready(): Bench {
  const bench = new Bench();
  bench.restarts = true;
  return bench;
}

const seen = (bench: Bench) => ({
  held: bench.kernel.custody.custodyOf(USDT).held,
  ...bench.kernel.treasury.treasuryOf(USDT),
});

function sums(bench: Bench): void {
  for (const { sum } of bench.kernel.ledgerSums()) expect(sum).toBe(0n);
}

describe('the house’s own coins', () => {
  it('are booked once for each number, and leave as far as there are any', () => {
    const bench = ready();
    const { events } = bench.mustDo(0, fund(1, 10n * COIN));
    expect(eventsOf(events, 'entry')).toMatchObject([
      {
        kind: 'custody-funding',
        orderId: 1,
        postings: [
          { account: CUSTODY, amount: -10n * COIN },
          { account: HOUSE_FLOAT, amount: 10n * COIN },
        ],
      },
    ]);
    expect(bench.refusal(0, fund(1, COIN))).toBe('FUNDING_KNOWN');
    expect(bench.refusal(0, fund(2, -11n * COIN))).toBe('INSUFFICIENT_BALANCE');
    expect(bench.refusal(0, fund(2, 0n))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(0, fund(2, 2n ** 62n))).toBe('AMOUNT_TOO_LARGE');
    expect(bench.refusal(ALICE, fund(2, COIN))).toBe('NOT_PERMITTED');
    bench.mustDo(0, fund(2, -4n * COIN));
    expect(seen(bench)).toMatchObject({ held: 6n * COIN, houseFloat: 6n * COIN });
    expect(bench.kernel.treasury.isFunded(2)).toBe(true);
    sums(bench);
  });
});

describe('a report on custody', () => {
  it('moves a surplus to the suspense account, from which it goes to a user or to the house', () => {
    const bench = ready();
    bench.mustDo(0, fund(1, 10n * COIN));
    const { events } = bench.mustDo(0, reconcile(1, 10n * COIN, 13n * COIN));
    expect(eventsOf(events, 'custodyReconciled')).toMatchObject([{ surplus: 3n * COIN, shortage: 0n }]);
    expect(eventsOf(events, 'entry')).toMatchObject([
      { kind: 'custody-surplus', postings: [{ account: CUSTODY }, { account: SUSPENSE, amount: 3n * COIN }] },
    ]);
    expect(bench.refusal(0, release(1, 4n * COIN))).toBe('INSUFFICIENT_BALANCE');
    expect(bench.refusal(0, release(1, COIN, 4_711))).toBe('UNKNOWN_ACCOUNT');
    const before = bench.kernel.balances(ALICE).find(({ assetId }) => assetId === USDT)!.available;
    bench.mustDo(0, release(1, 2n * COIN, ALICE));
    expect(bench.refusal(0, release(1, COIN))).toBe('RELEASE_KNOWN');
    bench.mustDo(0, release(2, COIN));
    const after = bench.kernel.balances(ALICE).find(({ assetId }) => assetId === USDT)!.available;
    expect(after - before).toBe(2n * COIN);
    expect(seen(bench)).toMatchObject({ held: 13n * COIN, suspense: 0n, houseFloat: 11n * COIN });
    sums(bench);
  });

  it('stops withdrawals while there is a shortage, and lets them go on once there is none', () => {
    const bench = ready();
    bench.mustDo(0, fund(1, 10n * COIN));
    bench.mustDo(0, reconcile(1, 10n * COIN, 10n * COIN));
    bench.mustDo(0, request(1));
    bench.mustDo(0, reconcile(2, 10n * COIN, 10n * COIN - 1n));
    expect(seen(bench)).toMatchObject({ held: 10n * COIN, shortage: 1n });
    expect(bench.refusal(0, request(2))).toBe('WITHDRAWALS_STOPPED');
    // Earlier requests end as they would have.
    bench.mustDo(0, { type: 'settleWithdrawal', withdrawalNo: 1, networkAssetId: 0, networkFee: units(0n) });
    bench.mustDo(0, reconcile(3, 9n * COIN, 9n * COIN));
    bench.mustDo(0, request(2));
    sums(bench);
  });

  it.each([1n, COIN, 2n * COIN, 3n * COIN, 11n * COIN])(
    'never pays a shortage of %s with coins of the suspense account',
    (lacking) => {
      const bench = ready();
      bench.mustDo(0, fund(1, 10n * COIN));
      bench.mustDo(0, reconcile(1, 10n * COIN, 12n * COIN));
      const { events } = bench.mustDo(0, reconcile(2, 12n * COIN, 12n * COIN - lacking));
      expect(eventsOf(events, 'entry')).toEqual([]);
      expect(seen(bench)).toMatchObject({ held: 12n * COIN, suspense: 2n * COIN, shortage: lacking });
      expect(bench.refusal(0, request(1))).toBe('WITHDRAWALS_STOPPED');
      // Two operators give it to its owner meanwhile, in full.
      bench.mustDo(0, release(1, 2n * COIN, ALICE));
      bench.mustDo(0, reconcile(3, 12n * COIN, 12n * COIN));
      expect(seen(bench)).toMatchObject({ held: 12n * COIN, suspense: 0n, shortage: 0n });
      sums(bench);
    },
  );

  it('is refused where custody is another sum by now, and after a later one', () => {
    const bench = ready();
    bench.mustDo(0, fund(1, 10n * COIN));
    expect(bench.refusal(0, reconcile(1, 9n * COIN, 10n * COIN))).toBe('CUSTODY_MOVED');
    bench.mustDo(0, reconcile(5, 10n * COIN, 10n * COIN));
    for (const no of [4, 5])
      expect(bench.refusal(0, reconcile(no, 10n * COIN, 10n * COIN))).toBe('REPORT_OLD');
    expect(bench.refusal(0, reconcile(0, 10n * COIN, 10n * COIN))).toBe('INVALID_COMMAND');
  });
});
