import type { KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { MiningCheck } from '../../apps/verifier/checks/mining.ts';
import { type Alter, ToldAgain } from '../support/told-again.ts';
import { ANN, addressOf, Bench, BOB, BTC, DAY_S, gear, START_MS, USDT, units } from './bench.ts';

/** Two users through two versions of the gears, an end and a start of the pool, a conversion and two withdrawals. */
function played(): Bench {
  const bench = new Bench({ pool: '3', gears: [gear('1', 500), gear('500', 900)] });
  bench.sure(0, {
    type: 'fundSwaps',
    assetId: USDT,
    amount: units('99999'),
    fromUserId: 0,
    reason: 'A test of swaps',
  });
  bench.lock(ANN, '1000');
  bench.to(1_000);
  bench.sure(0, { type: 'askMiningMove', accountUserId: ANN, address: addressOf(78) });
  bench.sure(0, { type: 'cancelMiningMove', accountUserId: ANN, address: addressOf(78) });
  bench.sure(0, { type: 'askMiningMove', accountUserId: ANN, address: addressOf(77) });
  bench.lock(BOB, '20');
  bench.change([gear('2', 700), gear('500', 1_500)], Math.ceil((START_MS + 90_000_000) / 60_000) * 60_000);
  bench.to(DAY_S);
  bench.claim(ANN);
  bench.unlock(BOB, '5');
  bench.to(10 * DAY_S);
  bench.claim(ANN);
  bench.fund('2');
  bench.to(10 * DAY_S + 600);
  bench.lock(BOB, '600');
  bench.unlock(ANN, '1000');
  bench.price();
  const amount = units('0.1');
  bench.sure(ANN, { type: 'quoteMiningRewards', fromAssetId: BTC, toAssetId: USDT, amount });
  bench.sure(ANN, { type: 'convertMiningRewards', swapId: bench.of('swapQuoted')[0]!.swapId });
  for (const withdrawalNo of [1, 2])
    bench.sure(0, {
      type: 'withdrawMiningRewards',
      withdrawalNo,
      accountUserId: ANN,
      assetId: BTC,
      amount,
      fee: 5n as Amount,
      address: addressOf(ANN),
    });
  bench.sure(0, { type: 'releaseWithdrawal', withdrawalNo: 1, reason: 'cancelled' });
  bench.sure(0, { type: 'settleWithdrawal', withdrawalNo: 2, networkAssetId: 0, networkFee: 0n as Amount });
  bench.claim(BOB);
  bench.sure(0, { type: 'moveMining', accountUserId: ANN, address: addressOf(77) });
  return bench;
}

const bench = played();
const told = new ToldAgain(bench.sent);
const findings = (alter?: Alter) => told.findings(new MiningCheck(), alter);

const more = (amount: bigint) => (amount + 1n) as Amount;

describe('the verifier', () => {
  it('finds nothing wrong with what was told as it was', () => {
    expect(findings()).toEqual([]);
    const check = new MiningCheck();
    told.findings(check);
    // 2 joined, 3 locks, 2 unlocks, 3 claims, a conversion, 2 withdrawals, a return and a change of address
    expect(check.count).toBe(15);
    expect(bench.of('miningPoolEnded')).toHaveLength(1);
  });

  it.each([
    ['payment', told.one('last', 'miningClaimed', ({ amount }) => ({ amount: more(amount) })), 'was earned'],
    ['fraction', told.one('last', 'miningClaimed', ({ rest }) => ({ rest: rest + 1n })), 'was earned'],
    [
      'sum earned',
      told.one('last', 'miningClaimed', ({ earned }) => ({ earned: earned + 1n })),
      'its seconds give',
    ],
    [
      'rate',
      told.one('last', 'miningUnlocked', ({ spans }) => ({
        spans: spans.map((span) => ({ ...span, dailyPpm: 499 })),
      })),
      'other seconds than were paid',
    ],
    [
      'second',
      told.one('last', 'miningLocked', ({ toSeconds }) => ({ toSeconds: toSeconds + 1 })),
      'other seconds',
    ],
    [
      'carried part',
      told.one('last', 'miningLocked', ({ carried }) => ({ carried: carried + 1n })),
      'begins with',
    ],
    ['lock', told.one('last', 'miningLocked', ({ heldAfter }) => ({ heldAfter: more(heldAfter) })), 'is due'],
    ['lock that is gone', told.one('last', 'miningLocked', () => null), 'has no event'],
    [
      'begin of gears',
      told.one('last', 'miningTermsSet', ({ fromSeconds }) => ({ fromSeconds: fromSeconds - 1 })),
      'paid seconds',
    ],
    ['gears', told.one('last', 'miningTermsSet', () => ({ gears: [gear('2', 701)] })), 'its seconds give'],
    [
      'end of the pool',
      told.one('last', 'miningPoolEnded', ({ endSecond }) => ({ endSecond: endSecond + 1 })),
      'it pays until',
    ],
    ['silent end', told.one('last', 'miningPoolEnded', () => null), 'nobody was told'],
    [
      'funding',
      told.one('last', 'miningFunded', ({ after }) => ({ after: more(after) })),
      'not that of its entry',
    ],
    ['join', told.one('last', 'miningJoined', () => ({ address: addressOf(ANN) })), 'joined twice'],
    [
      'other address',
      told.one('last', 'miningAddressMoved', () => ({ address: addressOf(BOB) })),
      'joined twice',
    ],
    [
      'earlier address',
      told.one('last', 'miningAddressMoved', () => ({ before: addressOf(78) })),
      'without having joined',
    ],
    [
      'address asked for',
      told.one('last', 'miningMoveAsked', () => ({ address: addressOf(79) })),
      'without having asked',
    ],
    ['request that is gone', told.one('last', 'miningMoveAsked', () => null), 'without having asked'],
    [
      'end of a week',
      told.one('last', 'miningMoveAsked', ({ opensMs }) => ({ opensMs: opensMs - 1 })),
      'waits no week',
    ],
    ['user who waits', told.one('last', 'miningMoveAsked', () => ({ userId: 79 })), 'never joined'],
    [
      'cancelled one',
      told.one('last', 'miningMoveCancelled', () => ({ address: addressOf(79) })),
      'for nothing',
    ],
    ['member', told.one('last', 'miningJoined', () => null), 'who never joined'],
    ['address', told.one('last', 'miningWithdrawn', () => ({ address: addressOf(BOB) })), 'never joined'],
    [
      'withdrawal',
      told.one('last', 'miningWithdrawn', ({ amount }) => ({ amount: more(amount) })),
      'not that of its event',
    ],
    [
      'return',
      told.one('last', 'miningReturned', ({ amount }) => ({ amount: more(amount) })),
      'was not released',
    ],
    ['return that is gone', told.one('last', 'miningReturned', () => null), 'nothing returned'],
    [
      'conversion',
      told.one('last', 'miningConverted', ({ arrives }) => ({ arrives: more(arrives) })),
      'was not quoted',
    ],
    ['quote', told.one('last', 'swapQuoted', ({ swapId }) => ({ swapId: swapId + 1 })), 'was not quoted'],
  ] as const)('finds another %s', (_, alter, words) => {
    expect(findings(alter)).toContainEqual(expect.stringContaining(words));
  });

  it('finds another address that joined before its week was over', () => {
    const { commands } = told;
    const early = commands.map((command) => {
      const { envelope } = command;
      if (envelope.body.type !== 'moveMining') return command;
      return { ...command, envelope: { ...envelope, timeMs: START_MS + 7 * DAY_S * 1_000 } };
    });
    const found = told.findings(new MiningCheck(), undefined, early);
    expect(found).toContainEqual(expect.stringContaining('within a week'));
  });

  it('finds an entry that moves another amount', () => {
    const alter = told.one('last', 'entry', (event) => ({
      postings: event.postings.map((posting) => ({ ...posting, amount: more(posting.amount) })),
    }));
    expect(findings(alter)).toContainEqual(expect.stringContaining('not that of its event'));
  });

  it('finds an escrow, a pool or an account of rewards that lacks a unit', () => {
    for (const [account, words] of [
      [-28, 'users locked'],
      [-29, 'their account holds'],
    ] as const) {
      const alter = (event: KernelEvent): KernelEvent =>
        event.type === 'entry'
          ? {
              ...event,
              postings: event.postings.map((posting) =>
                posting.account === account
                  ? { ...posting, balance: (posting.balance - 1n) as Amount }
                  : posting,
              ),
            }
          : event;
      expect(findings(alter)).toContainEqual(expect.stringContaining(words));
    }
  });
});
