import type { Command, SecondsPeriod } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { walletNumber } from '../audit/ledger.ts';
import type { Act, Exchange } from '../product.ts';
import { USDT } from '../world.ts';
import { transferCommand } from './transfer.ts';

const COIN = 100_000_000n;
const CAP = 3_000n * COIN;
const PERIODS: readonly SecondsPeriod[] = [
  { periodS: 5, payoutPpm: 700_000 },
  { periodS: 10, payoutPpm: 850_001 },
  { periodS: 30, payoutPpm: 925_000 },
];

/** Halted offers are soon reopened. */
const CHANGES = ['terms', 'terms', 'cap', 'user-cap', 'halt', 'reopen', 'reopen', 'reopen', 'pool'] as const;

/** The acts of people with second contracts: users bet and limit themselves, operators change what is on offer. */
export class SecondsPeople {
  private readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): Command[] {
    const offer = (symbolId: number): Command => ({
      type: 'setSecondsTerms',
      symbolId,
      assetId: USDT,
      minQuantity: 1,
      maxQuantity: 1_000,
      periods: PERIODS,
      formula: 1,
    });
    return [
      offer(1),
      offer(2),
      { type: 'enableSeconds', practice: true, countries: [] },
      { type: 'fundSecondsPool', assetId: USDT, amount: (50_000n * COIN) as Amount, fromUserId: 0 },
      { type: 'setExposureCap', symbolId: 0, cap: (2n * CAP) as Amount },
      { type: 'setExposureCap', symbolId: 1, cap: CAP as Amount },
      { type: 'setExposureCap', symbolId: 2, cap: CAP as Amount },
    ];
  }

  act(): Act {
    const { random, users, ledger, nowMs } = this.exchange;
    const userId = random.pick(users);
    const roll = random.int(1, 100);
    if (roll <= 4) return { userId, body: this.limits(nowMs()) };
    if (roll <= 6) {
      const amount = (BigInt(random.int(1, 5_000)) * COIN) as Amount;
      const fromUserId = random.pick([0, 1]);
      return { userId: 0, body: { type: 'fundSecondsPool', assetId: USDT, amount, fromUserId } };
    }
    if (roll <= 10) return { userId: 0, body: this.change() };
    if (ledger.available(walletNumber(userId, 'second'), USDT) < 50n * COIN)
      return { userId, body: transferCommand('spot', 'second', USDT, BigInt(random.int(1, 5_000)) * COIN) };
    const { periodS, payoutPpm } = random.pick(PERIODS);
    return {
      userId,
      body: {
        type: 'openSecondContract',
        symbolId: random.pick([1, 2]),
        direction: random.pick(['up', 'down']),
        periodS,
        quantity: random.pick([1, 7, 50, 900]),
        // The rate that was shown, which may be an old one.
        payoutPpm: random.chance(0.5) ? payoutPpm : null,
        clientOrderId: null,
        country: null,
      },
    };
  }

  /** An operator changes what is opened later. */
  private change(): Command {
    const { random } = this.exchange;
    const symbolId = random.pick([1, 2]);
    const reason = 'as announced today';
    switch (random.pick(CHANGES)) {
      case 'terms': {
        const periods = random.chance(0.5)
          ? PERIODS
          : PERIODS.map(({ periodS }) => ({ periodS, payoutPpm: random.int(500_000, 950_000) }));
        const maxQuantity = random.pick([5, 1_000, 1_000]);
        return { type: 'changeSecondsTerms', symbolId, minQuantity: 1, maxQuantity, periods, reason };
      }
      case 'cap': {
        const cap = ((CAP * BigInt(random.int(1, 8))) / 4n) as Amount;
        return { type: 'changeSecondsCap', symbolId: random.pick([0, symbolId]), cap, reason };
      }
      case 'user-cap': {
        const cap = random.pick([null, (500n * COIN) as Amount]);
        return { type: 'setSecondsUserCap', cap, reason };
      }
      case 'halt':
        return { type: 'setSecondsState', symbolId, state: 'halted', reason };
      case 'reopen':
        return { type: 'setSecondsState', symbolId, state: 'trading', reason };
      case 'pool': {
        const amount = (BigInt(random.int(1, 5_000)) * COIN) as Amount;
        return { type: 'addToSecondsPool', assetId: USDT, amount, fromUserId: random.pick([0, 1]), reason };
      }
    }
  }

  private limits(nowMs: number): Command {
    const { random } = this.exchange;
    // Little more than one stake, so that what is open counts.
    const limit = random.pick([null, 10n, 60n, BigInt(random.int(1, 2_000))]);
    const untilMs = nowMs + random.int(-1_000, 60_000);
    return {
      type: 'setSecondsLimits',
      dailyLoss: random.chance(0.8) ? { limit: limit === null ? null : ((limit * COIN) as Amount) } : null,
      coolingOffUntilMs: random.chance(0.3) ? untilMs : null,
      selfExcludedUntilMs: random.chance(0.2) ? untilMs : null,
    };
  }
}
