import type { CallData, Calls } from '@candor/api';
import { type Command, type LoanOfferView, outcomeAs, type PowerLoanView } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import { creditLimit, type LoanTerms } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { actKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import type { Credit } from './credit.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Power loans, as users meet them. */
export interface Loans {
  products(): Promise<Data<'getLoanProducts'>>;
  list(userId: number): Promise<Data<'getLoans'>>;
  /** @throws Refusal also for what the kernel rejects */
  repay(
    userId: number,
    input: { readonly id: number; readonly amount: string | null },
    headerKey: string | null,
  ): Promise<Data<'repayLoan'>>;
  credit(userId: number): Promise<Data<'getCreditScore'>>;
}

export interface LoansDeps {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly credit: Credit;
}

export function createLoans({ core, catalogues, credit }: LoansDeps): Loans {
  return {
    async products() {
      const { offers, pools, timeMs } = await core.ask('loanOffers');
      const catalogue = catalogues.current();
      return {
        products: offers.map((offer) => productOf(catalogue, offer, timeMs)),
        pools: pools.map(({ assetId, free, receivable }) => ({
          coin: catalogue.assetById(assetId).code,
          free: amountText(catalogue, assetId, free),
          owed: amountText(catalogue, assetId, receivable),
        })),
        time: timeMs,
      };
    },
    async list(userId) {
      const { loans, timeMs } = await core.ask('loansOf', userId);
      const catalogue = catalogues.current();
      return { loans: loans.map((loan) => rowOf(catalogue, loan)), time: timeMs };
    },
    async repay(userId, { id, amount }, headerKey) {
      const { loans } = await core.ask('loansOf', userId);
      const assetId = loans.find(({ loanId }) => loanId === id)?.assetId;
      const { offers } = await core.ask('loanOffers');
      const asset = assetId ?? offers[0]?.assetId;
      // all loans are in one coin: a retry after the end of this one reads its amount the same way
      if (asset === undefined) throw new Refusal('LOAN_ENDED');
      const catalogue = catalogues.current();
      const units = amount === null ? null : readAmount(amount, catalogue.assetById(asset).scale, 'amount');
      const body: Command = { type: 'repayLoan', loanId: id, amount: units };
      const { key, bodyHash } = actKey('repayLoan', headerKey, null, body);
      const { outcome } = await core.submit({ userId, key, bodyHash, body });
      if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
      const { loanId, owed } = outcomeAs(outcome, 'loan');
      return { id: loanId, owed: amountText(catalogue, asset, owed) };
    },
    async credit(userId) {
      const { inputs, score, points, owed, assetId } = await credit.of(userId);
      const catalogue = catalogues.current();
      if (assetId === null) {
        return { score, points, inputs, coin: null, limit: '0', owed: '0', available: '0' };
      }
      const { code, scale } = catalogue.assetById(assetId);
      const limit = creditLimit(score, scale);
      const left = limit > owed ? limit - owed : 0n;
      const text = (units: bigint) => amountText(catalogue, assetId, units as Amount);
      return {
        score,
        points,
        inputs,
        coin: code,
        limit: text(limit),
        owed: text(owed),
        available: text(left),
      };
    },
  };
}

function productOf(catalogue: Catalogue, offer: LoanOfferView, nowMs: number) {
  const { offerId, assetId, minAmount, maxAmount, opensMs, closesMs } = offer;
  const isClosed = closesMs !== null && closesMs <= nowMs;
  return {
    ...termsOf(catalogue, offerId, assetId, offer),
    minAmount: amountText(catalogue, assetId, minAmount),
    maxAmount: amountText(catalogue, assetId, maxAmount),
    opensTime: opensMs,
    closesTime: closesMs,
    state: isClosed ? ('closed' as const) : opensMs > nowMs ? ('upcoming' as const) : ('open' as const),
  };
}

function rowOf(catalogue: Catalogue, loan: PowerLoanView): Data<'getLoans'>['loans'][number] {
  const { loanId, offerId, assetId, terms, owed } = loan;
  const text = (units: bigint) => amountText(catalogue, assetId, units as Amount);
  return {
    id: loanId,
    ...termsOf(catalogue, offerId, assetId, terms),
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
    schedule: loan.rows.map(({ number, dueSecond, interest, principal }) => ({
      number,
      dueTime: dueSecond * 1_000,
      interest: text(interest),
      principal: text(principal),
    })),
    notDue: text(owed.principal),
    earlyInterest: text(owed.earlyInterest),
    repayAll: text(loan.all),
  };
}

function termsOf(catalogue: Catalogue, offerId: number, assetId: number, terms: LoanTerms) {
  const { code, scale } = catalogue.assetById(assetId);
  const { method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm } = terms;
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
  };
}

/** Parts per million as a decimal of the whole. */
function rateText(ppm: number): string {
  return formatDecimalTrimmed(BigInt(ppm) as Amount, 6);
}
