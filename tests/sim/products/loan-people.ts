import type { Command, OfferLoan } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Act, Exchange } from '../product.ts';
import { USDT } from '../world.ts';
import type { NaiveLoan } from './loan-oracle.ts';
import { transferCommand } from './transfer.ts';

const COIN = 100_000_000n;
const REASON = 'What the pool can bear';
/** Less than all may borrow together: now and then it is empty. */
const POOL_COINS = 800n;

function offer(opensMs: number, terms: Partial<OfferLoan>): OfferLoan {
  const bounds = { assetId: USDT, minAmount: COIN as Amount, maxAmount: (2_000n * COIN) as Amount };
  const rates = { dailyPpm: 400, overduePpm: 700, overdueCapPpm: 100_000 };
  const days = { method: 'equal', cycle: 'day', cycleCount: 1, instalments: 3 } as const;
  return { type: 'offerLoan', ...bounds, ...rates, ...days, ...terms, opensMs, reason: REASON };
}

/** Overdue interest that reaches its limit within half a minute. */
const BRIEFLY_OVERDUE = { overduePpm: 3_000, overdueCapPpm: 1 };
/** Offers that stand from the start: days, weeks and months, of each method. */
const FIRST: readonly Partial<OfferLoan>[] = [
  {},
  { method: 'maturity', instalments: 1, overdueCapPpm: 0 },
  { method: 'interestFirst', cycleCount: 2, instalments: 4 },
  { instalments: 2, ...BRIEFLY_OVERDUE },
  { cycleCount: 8, instalments: 3 },
  { cycle: 'month', overduePpm: 900 },
  { cycle: 'month', method: 'interestFirst', instalments: 2 },
  { cycle: 'month', method: 'maturity', instalments: 1, ...BRIEFLY_OVERDUE },
];

function fund(coins: bigint): Command {
  const amount = (coins * COIN) as Amount;
  return { type: 'fundLoanPool', assetId: USDT, amount, fromUserId: 0, reason: REASON };
}

/** Commands that list loans. */
export function loanListing(nowMs: number): Command[] {
  const opensMs = nowMs + 2_000;
  return [fund(POOL_COINS), ...FIRST.map((terms) => offer(opensMs, terms))];
}

/** Something that a borrower, a stranger or an operator does, given the open loans. */
export function loanAct({ random, users, ledger }: Exchange, nowMs: number, open: readonly NaiveLoan[]): Act {
  if (random.chance(0.04)) return { userId: 0, body: operator(random, nowMs) };
  const late = open.filter((loan) => loan.isLate);
  const some = (units: bigint) => ((units * BigInt(random.int(1, 1_500))) / 1_000n + 1n) as Amount;
  if (late.length > 0 && random.chance(0.35)) {
    const { told, owedDue } = random.pick(late);
    return { userId: told.userId, body: { type: 'repayLoan', loanId: told.loanId, amount: some(owedDue) } };
  }
  if (open.length > 0 && random.chance(0.25)) {
    // what falls due finds little or nothing in the spot wallet
    const { userId } = random.pick(open).told;
    const free = ledger.available(userId, USDT);
    return {
      userId,
      body: transferCommand('spot', 'second', USDT, allBut(random.pick([0n, 1n, 3n, 8n]), free)),
    };
  }
  if (open.length > 0 && random.chance(0.2)) {
    const { told, principal } = random.pick(open);
    const userId = random.chance(0.05) ? random.pick(users) : told.userId;
    const amount = random.chance(0.1) ? null : some(principal);
    return { userId, body: { type: 'repayLoan', loanId: told.loanId, amount } };
  }
  const accountUserId = random.pick(users);
  const coins = random.chance(0.02) ? 0 : random.int(1, random.chance(0.1) ? 400 : 40);
  const amount = (BigInt(coins) * COIN + BigInt(random.int(0, 99_999_999))) as Amount;
  const offerId = random.int(1, FIRST.length + 1);
  const kyc = random.pick(['none', 'primary', 'advanced', 'advanced'] as const);
  // interest of the first offers comes to at most 4 percent
  const totalAtMost = (amount + (amount * BigInt(random.chance(0.1) ? 1 : 60)) / 1_000n) as Amount;
  const inputs = { kyc, memberDays: random.int(0, 600), applicationId: 1, totalAtMost };
  return { userId: 0, body: { type: 'payOutLoan', accountUserId, offerId, amount, ...inputs } };
}

/** Part of what is free that is moved away, so that so many coins are left, or a thousandth of all. */
function allBut(coins: bigint, free: bigint): Amount {
  const stays = free > coins * COIN ? coins * COIN : free / 1_000n;
  return (free - stays) as Amount;
}

function operator(random: Exchange['random'], nowMs: number): Command {
  const opensMs = nowMs + random.int(0, 60_000);
  if (random.chance(0.4)) {
    const cycle = random.pick(['day', 'month'] as const);
    const method = random.pick(['equal', 'equal', 'interestFirst'] as const);
    const counts = { cycleCount: random.int(1, cycle === 'day' ? 9 : 2), instalments: random.int(1, 6) };
    const overdueCapPpm = random.pick([0, 3, 50, 100_000, 500_000]);
    const rates = { dailyPpm: random.int(1, 2_000), overduePpm: random.int(0, 3_000), overdueCapPpm };
    return offer(opensMs, { cycle, method, ...counts, ...rates });
  }
  if (random.chance(0.3)) {
    const offerId = random.int(FIRST.length + 1, FIRST.length + 6);
    return { type: 'closeLoanOffer', offerId, closesMs: opensMs, reason: REASON };
  }
  return fund(BigInt(random.int(-150, 200)));
}
