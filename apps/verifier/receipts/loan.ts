import type {
  KernelEvent,
  LoanDueEvent,
  LoanOverdueChargedEvent,
  LoanPaidOutEvent,
  LoanRepaidEvent,
} from '@candor/kernel';
import { loanTermsHash } from '@candor/rules';
import type { Told } from './rows.ts';
import type { JsonObject, Names } from './values.ts';

/** Events of a loan, by the words of its receipts. */
const KINDS = {
  loanPaidOut: 'paidOut',
  loanDue: 'due',
  loanOverdueCharged: 'overdueCharged',
  loanRepaid: 'repaid',
} as const;

type Entry = LoanPaidOutEvent | LoanDueEvent | LoanOverdueChargedEvent | LoanRepaidEvent;

/** Writes an entry of a loan as its receipt states it: its number names the command and the place among its events. */
export function loanHeld(record: JsonObject, { seq, events }: Told, names: Names): JsonObject | null {
  const [of, line] = String(record.id).split('.').map(Number);
  const event = of === seq && line !== undefined ? events[line] : undefined;
  if (event === undefined || !isEntry(event)) return null;
  const { assetId, loanId } = event;
  const own = figuresOf(event, names);
  if (own === null) return null;
  return {
    id: record.id!,
    kind: KINDS[event.type],
    loanId,
    coin: names.coin(assetId),
    scale: names.scale(assetId),
    time: secondOf(event) * 1_000,
    seq,
    ...own,
  };
}

const isEntry = (event: KernelEvent): event is Entry => event.type in KINDS;

/** The second by which an entry counts. */
function secondOf(event: Entry): number {
  if (event.type === 'loanPaidOut') return event.beganSecond;
  return event.type === 'loanDue' ? event.dueSecond : event.atSecond;
}

function figuresOf(event: Entry, names: Names): JsonObject | null {
  const text = (units: bigint) => names.amount(event.assetId, units);
  switch (event.type) {
    case 'loanPaidOut': {
      const termsHash = termsHashOf(event.offerId, names);
      if (termsHash === null) return null;
      const { offerId, applicationId, amount, payment } = event;
      const { totalAtMost }: Partial<LoanPaidOutEvent> = event;
      return {
        amount: text(amount),
        payment: text(payment),
        // the kernel core-13 knew no such total, and its receipts state none
        ...(totalAtMost === undefined ? {} : { totalAtMost: text(totalAtMost) }),
        offerId,
        termsHash,
        applicationId,
      };
    }
    case 'loanDue':
      return { number: event.number, interest: text(event.interest), principal: text(event.principal) };
    case 'loanOverdueCharged': {
      const { number, amount, seconds, unpaid } = event;
      return { number, amount: text(amount), seconds, unpaid: text(unpaid) };
    }
    case 'loanRepaid':
      return {
        by: event.by,
        amount: text(event.amount),
        parts: event.paid.map(({ number, interest, principal, overdue }) => ({
          number,
          interest: text(interest),
          principal: text(principal),
          overdueInterest: text(overdue),
        })),
        earlyInterest: text(event.earlyInterest),
        earlyPrincipal: text(event.earlyPrincipal),
        owedDue: text(event.owedDue),
        principalLeft: text(event.principalLeft),
        payment: text(event.payment),
        settled: event.settled,
      };
  }
}

function termsHashOf(offerId: number, names: Names): string | null {
  const offer = names.loanOffer(offerId);
  if (offer === null) return null;
  const { assetId, minAmount, maxAmount } = offer;
  return loanTermsHash({
    ...offer,
    asset: names.coin(assetId),
    minAmount: names.amount(assetId, minAmount),
    maxAmount: names.amount(assetId, maxAmount),
  });
}
