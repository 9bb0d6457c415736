import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { amount, big, count, flag, list, number, optional, record } from '../../codec/fields.ts';
import type { CreditEntry, Instalment, LoanBooks, Offer, PowerLoan } from './books.ts';
import { loanTerms, loanTermsShape } from './codec.ts';

const offers = list(
  record<Offer>({
    ...loanTermsShape,
    offerId: count,
    assetId: count,
    minAmount: amount,
    maxAmount: amount,
    opensMs: number,
    closesMs: optional(number),
  }),
);

const due = list(
  record<Instalment>({
    number: count,
    openSecond: number,
    dueSecond: number,
    downtimeMs: number,
    cap: big,
    interest: big,
    principal: big,
    exact: big,
    seconds: count,
    posted: big,
    paid: big,
  }),
);

type StoredLoan = Omit<PowerLoan, 'due'> & { readonly due: readonly Instalment[] };

const loans = list(
  record<StoredLoan>({
    loanId: count,
    userId: number,
    offerId: count,
    assetId: count,
    amount: big,
    terms: loanTerms,
    beganSecond: number,
    fromSecond: number,
    next: count,
    principal: big,
    payment: big,
    collectSecond: number,
    overdue: flag,
    due,
  }),
);

interface StoredRecord {
  readonly userId: number;
  readonly entries: readonly CreditEntry[];
}

const records = list(
  record<StoredRecord>({
    userId: number,
    entries: list(record<CreditEntry>({ second: number, grade: count })),
  }),
);

export function writeLoans(writer: ByteWriter, books: LoanBooks): void {
  offers.write(writer, [...books.offers.values()]);
  loans.write(
    writer,
    [...books.loans.values()].sort((a, b) => a.loanId - b.loanId),
  );
  records.write(
    writer,
    [...books.credit].map(([userId, entries]) => ({ userId, entries })).sort((a, b) => a.userId - b.userId),
  );
}

/** Reads what `writeLoans` wrote into empty books. */
export function readLoans(reader: ByteReader, books: LoanBooks): void {
  for (const offer of offers.read(reader)) books.offers.set(offer.offerId, { ...offer });
  for (const loan of loans.read(reader)) books.add({ ...loan, due: loan.due.map((each) => ({ ...each })) });
  for (const { userId, entries } of records.read(reader)) books.credit.set(userId, [...entries]);
}
