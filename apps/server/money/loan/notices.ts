import type { NoticeContent } from '@candor/api';
import type {
  CreditChangedEvent,
  KernelEvent,
  LoanDueEvent,
  LoanPaidOutEvent,
  LoanRepaidEvent,
} from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import { loanDueSecond } from '@candor/rules';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';

export interface LoanNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly history: Pick<History, 'loan'>;
}

/** Percent have four decimals less than parts per million. */
const PERCENT_SCALE = 4;

/** Payouts, instalments that fell due and what was collected, and ends of loans. A payment is its owner's own act. */
export function loanNotices(needs: LoanNoticesNeeds): NoticeSource {
  return {
    read({ stamp: { timeMs, seq }, events }, draft) {
      const fell = new Set<number>();
      for (const event of events) {
        if (event.type === 'loanPaidOut')
          draft({ ...to(event), key: `loan:${event.loanId}`, timeMs, content: () => paidOut(needs, event) });
        else if (event.type === 'loanDue') {
          fell.add(event.loanId);
          const paid = collectedOf(events, event);
          const key = `loan-due:${event.loanId}:${event.number}`;
          draft({ ...to(event), key, timeMs, content: () => due(needs, event, paid) });
        } else if (event.type === 'creditChanged' && event.cause === 'overdue') {
          const key = `loan-overdue:${event.loanId}:${event.number}`;
          draft({ ...to(event), key, timeMs, content: () => overdue(needs, event) });
        } else if (event.type === 'loanRepaid') {
          const isLater = event.by === 'collection' && !fell.has(event.loanId);
          if (!event.settled && !isLater) continue;
          const key = event.settled
            ? `loan-settled:${event.loanId}`
            : `loan-collected:${event.loanId}:${seq}`;
          draft({ ...to(event), key, timeMs, content: () => repaid(needs, event) });
        }
      }
    },
  };
}

type Loan = { readonly userId: number; readonly loanId: number; readonly assetId: number };

/** The facts that all of a loan's notices have: the number of its application, and its coin. */
async function loanOf({ history, catalogues }: LoanNoticesNeeds, { userId, loanId, assetId }: Loan) {
  const id = await history.loan.applicationOf(userId, loanId);
  const catalogue = catalogues.current();
  const text = (units: bigint) => amountText(catalogue, assetId, units as Amount);
  return id === null ? null : { id, coin: catalogue.assetById(assetId).code, text };
}

async function termsOf({ history }: LoanNoticesNeeds, { userId }: Loan, id: number) {
  const [lent] = await history.loan.byApplications(userId, [id]);
  return lent?.paidOut.terms ?? null;
}

async function paidOut(needs: LoanNoticesNeeds, event: LoanPaidOutEvent): Promise<NoticeContent | null> {
  const loan = await loanOf(needs, event);
  if (loan === null) return null;
  const dueTime = loanDueSecond(event.terms, event.beganSecond, 1) * 1_000;
  const { id, coin, text } = loan;
  return { kind: 'loan-paid-out', facts: { id, coin, amount: text(event.amount), dueTime } };
}

async function due(
  needs: LoanNoticesNeeds,
  event: LoanDueEvent,
  paid: bigint,
): Promise<NoticeContent | null> {
  const loan = await loanOf(needs, event);
  const terms = loan === null ? null : await termsOf(needs, event, loan.id);
  if (loan === null || terms === null) return null;
  const { id, coin, text } = loan;
  const amount = event.interest + event.principal;
  return {
    kind: 'loan-due',
    facts: {
      id,
      coin,
      number: event.number,
      instalments: terms.instalments,
      amount: text(amount),
      collected: paid === 0n ? 'none' : paid < amount ? 'part' : 'all',
      paid: text(paid),
      left: text(amount - paid),
    },
  };
}

async function overdue(needs: LoanNoticesNeeds, event: CreditChangedEvent): Promise<NoticeContent | null> {
  const loan = await loanOf(needs, event);
  const terms = loan === null ? null : await termsOf(needs, event, loan.id);
  if (loan === null || terms === null) return null;
  const { id, coin, text } = loan;
  const entries = await needs.history.loan.entries(event.userId, event.loanId);
  const fell = entries.find(({ event: each }) => each.type === 'loanDue' && each.number === event.number);
  const amount = fell?.event.type === 'loanDue' ? fell.event.interest + fell.event.principal : 0n;
  const overdueRate = formatDecimalTrimmed(BigInt(terms.overduePpm), PERCENT_SCALE);
  const { number } = event;
  const { instalments } = terms;
  return {
    kind: 'loan-overdue',
    facts: { id, coin, number, instalments, amount: text(amount), overdueRate },
  };
}

async function repaid(needs: LoanNoticesNeeds, event: LoanRepaidEvent): Promise<NoticeContent | null> {
  const loan = await loanOf(needs, event);
  if (loan === null) return null;
  const { id, coin, text } = loan;
  if (event.settled) {
    const [lent] = await needs.history.loan.byApplications(event.userId, [id]);
    return { kind: 'loan-settled', facts: { id, coin, amount: text(lent?.repaid ?? event.amount) } };
  }
  return {
    kind: 'loan-collected',
    facts: { id, coin, amount: text(event.amount), left: text(event.owedDue) },
  };
}

const to = ({ userId }: { readonly userId: number }) => ({ userId });

/** Part of an instalment that the command which brought its due time collected. */
function collectedOf(events: readonly KernelEvent[], { loanId, number }: LoanDueEvent): bigint {
  let sum = 0n;
  for (const event of events) {
    if (event.type !== 'loanRepaid' || event.loanId !== loanId || event.by !== 'collection') continue;
    const part = event.paid.find((each) => each.number === number);
    if (part !== undefined) sum += part.interest + part.principal;
  }
  return sum;
}
