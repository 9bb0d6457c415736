import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { areLoanTerms, type LoanCycle, type LoanMethod, loanSchedule } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';
import { LoanReplay } from './loan-replay.ts';

/** An event in the life of a loan as the exchange states it. Amounts are decimals of the coin, times in ms. */
export type LoanEntry =
  | {
      readonly kind: 'paidOut';
      readonly time: number;
      readonly amount: string;
      /** Equal payment of each instalment but the last. */
      readonly payment: string;
      /** The most that the borrower accepted to repay in all, paid on time, as the ledger has it. */
      readonly totalAtMost: string;
    }
  | {
      readonly kind: 'due';
      readonly time: number;
      readonly number: number;
      readonly interest: string;
      readonly principal: string;
    }
  | {
      readonly kind: 'overdueCharged';
      readonly time: number;
      readonly number: number;
      /** Seconds overdue since the charge before, without downtime. */
      readonly seconds: number;
      readonly unpaid: string;
      readonly amount: string;
    }
  | {
      readonly kind: 'repaid';
      readonly time: number;
      readonly amount: string;
      readonly parts: readonly {
        readonly number: number;
        readonly interest: string;
        readonly principal: string;
        readonly overdueInterest: string;
      }[];
      readonly earlyInterest: string;
      readonly earlyPrincipal: string;
      readonly owedDue: string;
      readonly principalLeft: string;
      readonly payment: string;
      readonly settled: boolean;
    };

/** A loan as the exchange states it: its terms, its schedule as agreed, and everything that happened to it. */
export interface LoanReceipt {
  /** Decimals of the coin's base unit. */
  readonly scale: number;
  readonly repayType: LoanMethod;
  readonly cycle: LoanCycle;
  readonly cycleCount: number;
  readonly instalments: number;
  readonly dailyPpm: number;
  readonly overduePpm: number;
  readonly overdueCapPpm: number;
  readonly amount: string;
  /** The same as its application has it. */
  readonly totalAtMost: string;
  readonly beginDate: number | null;
  readonly agreed: readonly {
    readonly number: number;
    readonly dueTime: number;
    readonly interest: string;
    readonly principal: string;
  }[];
  /** Oldest first. */
  readonly entries: readonly LoanEntry[];
}

export interface LoanChecks {
  /** The schedule as agreed. */
  readonly agreed: Check;
  /** One of each event, in their order. Once one is wrong, all after it are. */
  readonly entries: readonly Check[];
}

const NONE: Check = checkOf([]);

/**
 * Recomputes a loan from its terms, its amount and the second of its payout: the schedule, what fell due, overdue interest, and
 * how each payment was divided by the published order. A figure that cannot be read fails the check.
 */
export function checkLoan(receipt: LoanReceipt): LoanChecks {
  const { scale, beginDate, agreed, entries } = receipt;
  const terms = { ...receipt, method: receipt.repayType };
  const nothing = { agreed: NONE, entries: entries.map(() => NONE) };
  if (!Number.isSafeInteger(scale) || scale < 0 || scale > 18 || !areLoanTerms(terms)) return nothing;
  const amount = parseDecimal(receipt.amount, scale);
  const began = (beginDate ?? Number.NaN) / 1_000;
  if (amount === null || !Number.isSafeInteger(began)) return nothing;
  const replay = LoanReplay.begin(terms, amount, began);
  if (replay === null) return nothing;
  const compare = comparing(scale);
  const rows = loanSchedule(terms, amount, began)?.rows ?? [];
  const steps = rows.flatMap(({ number, dueSecond, interest, principal }, at) => {
    const row = agreed[at];
    return [
      compare.count(`due ${number}`, row?.dueTime, dueSecond * 1_000),
      compare.units(`interest ${number}`, row?.interest, interest),
      compare.units(`principal ${number}`, row?.principal, principal),
    ];
  });
  const isWhole = agreed.length === rows.length;
  let holds = true;
  const checks = entries.map((event) => {
    const check = checkOf(eventSteps(replay, event, receipt, compare));
    holds &&= check.ok;
    return { ...check, ok: holds };
  });
  const schedule = checkOf(steps);
  return { agreed: { ...schedule, ok: schedule.ok && isWhole }, entries: checks };
}

type Comparing = ReturnType<typeof comparing>;

function eventSteps(
  replay: LoanReplay,
  event: LoanEntry,
  receipt: LoanReceipt,
  compare: Comparing,
): CheckStep[] {
  const { units, count } = compare;
  if (event.kind === 'paidOut') return paidOutSteps(replay, event, receipt, compare);
  if (event.kind === 'due') {
    const row = replay.fallDue();
    return [
      count('number', event.number, row.number),
      count('time', event.time, row.dueSecond * 1_000),
      units('interest', event.interest, row.interest),
      units('principal', event.principal, row.principal),
    ];
  }
  if (event.kind === 'overdueCharged') return overdueSteps(replay, event, compare);
  const paid = parseDecimal(event.amount, receipt.scale);
  if (paid === null || !Number.isSafeInteger(event.time / 1_000)) return [];
  const part = replay.pay(paid, event.time / 1_000);
  return [
    units('rest', '0', part.rest),
    count('instalments', event.parts.length, part.paid.length),
    ...part.paid.flatMap(({ number, interest, principal, overdue }) => {
      const stated = event.parts.find((each) => each.number === number);
      return [
        units(`interest ${number}`, stated?.interest, interest),
        units(`principal ${number}`, stated?.principal, principal),
        units(`overdue ${number}`, stated?.overdueInterest, overdue),
      ];
    }),
    units('earlyInterest', event.earlyInterest, part.earlyInterest),
    units('earlyPrincipal', event.earlyPrincipal, part.earlyPrincipal),
    units('owedDue', event.owedDue, part.owedDue),
    units('principalLeft', event.principalLeft, part.principalLeft),
    units('payment', event.payment, part.payment),
    count('settled', Number(event.settled), Number(part.settled)),
  ];
}

function paidOutSteps(
  replay: LoanReplay,
  event: Extract<LoanEntry, { kind: 'paidOut' }>,
  receipt: LoanReceipt,
  { units, count, within }: Comparing,
): CheckStep[] {
  const { scale, beginDate, totalAtMost } = receipt;
  return [
    count('time', event.time, beginDate ?? 0),
    units('payment', event.payment, replay.payment),
    units('amount', event.amount, parseDecimal(receipt.amount, scale) ?? -1n),
    units('accepted', event.totalAtMost, parseDecimal(totalAtMost, scale) ?? -1n),
    within('total', event.totalAtMost, replay.total),
  ];
}

function overdueSteps(
  replay: LoanReplay,
  event: Extract<LoanEntry, { kind: 'overdueCharged' }>,
  { units, count }: Comparing,
): CheckStep[] {
  const { number, seconds, time } = event;
  const due = replay.due.find((each) => each.number === number);
  if (due === undefined || !Number.isSafeInteger(seconds) || seconds < 0) return [];
  // downtime is left out of what is overdue, so that fewer seconds may count than passed, and never more
  const most = time / 1_000 - due.dueSecond - due.seconds;
  const charged = replay.charge(number, seconds);
  return [
    count('seconds', seconds, Math.min(seconds, most)),
    units('unpaid', event.unpaid, charged?.unpaid ?? -1n),
    units('amount', event.amount, charged?.amount ?? -1n),
  ];
}

/** Comparisons of a stated figure with a recomputed one. */
function comparing(scale: number) {
  return {
    units: (name: string, stated: string | undefined, recomputed: bigint): CheckStep => ({
      name,
      stated: stated ?? '',
      recomputed: formatDecimalTrimmed(recomputed, scale),
      ok: parseDecimal(stated ?? '', scale) === recomputed,
    }),
    /** The stated figure is a limit, which what was recomputed stays within. */
    within: (name: string, stated: string, recomputed: bigint): CheckStep => {
      const limit = parseDecimal(stated, scale);
      return {
        name,
        stated,
        recomputed: formatDecimalTrimmed(recomputed, scale),
        ok: limit !== null && recomputed <= limit,
      };
    },
    count: (name: string, stated: number | undefined, recomputed: number): CheckStep => ({
      name,
      stated: stated === undefined ? '' : String(stated),
      recomputed: String(recomputed),
      ok: stated === recomputed,
    }),
  };
}
