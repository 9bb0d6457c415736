import type { LoanDetail, LoanEntryRow, LoanProductRow, LoanRow } from '@candor/api';
import type { LoanOfferView, PowerLoanView } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import type { LoanEntryRecord } from '@candor/projections';
import { type LoanRow as DueRow, loanTermsHash, simpleYearlyPpm } from '@candor/rules';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';

const PPM_SCALE = 6;
/** Parts per million as a decimal of the whole. */
const rateText = (ppm: number) => formatDecimalTrimmed(BigInt(ppm) as Amount, PPM_SCALE);

/** SHA-256 of the terms of an offer: what its borrower accepts. */
export function termsHashOf(catalogue: Catalogue, offer: LoanOfferView): string {
  const { assetId, minAmount, maxAmount } = offer;
  return loanTermsHash({
    ...offer,
    asset: catalogue.assetById(assetId).code,
    minAmount: amountText(catalogue, assetId, minAmount),
    maxAmount: amountText(catalogue, assetId, maxAmount),
  });
}

/** The terms of an offer, which are those of its loans. */
export function termsOf(catalogue: Catalogue, offer: LoanOfferView) {
  const { offerId, assetId, method, cycle, cycleCount, instalments } = offer;
  const { dailyPpm, overduePpm, overdueCapPpm } = offer;
  const { code, scale } = catalogue.assetById(assetId);
  return {
    offerId,
    coin: code,
    scale,
    repayType: method,
    cycle,
    cycleCount,
    instalments,
    dailyRate: rateText(dailyPpm),
    dailyPpm,
    overdueRate: rateText(overduePpm),
    overduePpm,
    overdueCap: rateText(overdueCapPpm),
    overdueCapPpm,
    termsHash: termsHashOf(catalogue, offer),
  };
}

export function offerStateOf({ opensMs, closesMs }: LoanOfferView, nowMs: number): LoanProductRow['state'] {
  if (closesMs !== null && closesMs <= nowMs) return 'closed';
  return opensMs > nowMs ? 'upcoming' : 'open';
}

export function productOf(catalogue: Catalogue, offer: LoanOfferView, nowMs: number): LoanProductRow {
  const { assetId, minAmount, maxAmount, opensMs, closesMs, dailyPpm } = offer;
  return {
    ...termsOf(catalogue, offer),
    yearlyRate: rateText(simpleYearlyPpm(dailyPpm)),
    minAmount: amountText(catalogue, assetId, minAmount),
    maxAmount: amountText(catalogue, assetId, maxAmount),
    opensTime: opensMs,
    closesTime: closesMs,
    state: offerStateOf(offer, nowMs),
  };
}

/** Instalments as the pages show them. */
export const scheduleOf = (
  catalogue: Catalogue,
  assetId: number,
  rows: readonly DueRow[],
): LoanDetail['agreed'] =>
  rows.map(({ number, dueSecond, interest, principal }) => ({
    number,
    dueTime: dueSecond * 1_000,
    interest: amountText(catalogue, assetId, interest),
    principal: amountText(catalogue, assetId, principal),
  }));

export function loanRowOf(catalogue: Catalogue, loan: PowerLoanView, offer: LoanOfferView): LoanRow {
  const { assetId, owed } = loan;
  const text = (units: bigint) => amountText(catalogue, assetId, units as Amount);
  return {
    id: loan.loanId,
    ...termsOf(catalogue, offer),
    amount: text(loan.amount),
    beginDate: loan.beganSecond * 1_000,
    status: loan.isOverdue ? 'overdue' : 'approved',
    lendingInstitution: 'pool',
    due: loan.due.map(({ number, dueSecond, interest, principal, overdue }) => ({
      number,
      dueTime: dueSecond * 1_000,
      interest: text(interest),
      principal: text(principal),
      overdueInterest: text(overdue),
    })),
    schedule: scheduleOf(catalogue, assetId, loan.rows),
    notDue: text(owed.principal),
    earlyInterest: text(owed.earlyInterest),
    repayAll: text(loan.all),
  };
}

type WithoutPlace<Entry> = Entry extends unknown ? Omit<Entry, 'journal'> : never;

/** An event of a loan under an offer as its owner reads it, without its place in the journal. */
export function entryOf(
  catalogue: Catalogue,
  record: LoanEntryRecord,
  offer: LoanOfferView,
): WithoutPlace<LoanEntryRow> {
  const { event, seq, line } = record;
  const { code: coin, scale } = catalogue.assetById(event.assetId);
  const of = { id: `${seq}.${line}`, loanId: event.loanId, coin, scale, seq };
  const text = (units: bigint) => amountText(catalogue, event.assetId, units as Amount);
  /** It counts by this second, also where the command that brought it came later. */
  const at = (second: number) => ({ ...of, time: second * 1_000 });
  switch (event.type) {
    case 'loanPaidOut':
      return {
        kind: 'paidOut',
        amount: text(event.amount),
        payment: text(event.payment),
        totalAtMost: text(event.totalAtMost),
        offerId: event.offerId,
        termsHash: termsHashOf(catalogue, offer),
        applicationId: event.applicationId,
        ...at(event.beganSecond),
      };
    case 'loanDue': {
      const { number, interest, principal, dueSecond } = event;
      return { kind: 'due', number, interest: text(interest), principal: text(principal), ...at(dueSecond) };
    }
    case 'loanOverdueCharged': {
      const { number, amount, seconds, unpaid, atSecond } = event;
      return {
        kind: 'overdueCharged',
        number,
        amount: text(amount),
        seconds,
        unpaid: text(unpaid),
        ...at(atSecond),
      };
    }
    case 'loanRepaid':
      return {
        kind: 'repaid',
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
        ...at(event.atSecond),
      };
  }
}
