import type { CallData, Calls } from '@candor/api';
import { outcomeAs, type RepayLoan } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { creditLimit, dueOf } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS, listed, type PageRequest } from '../../base/records/paging.ts';
import { type Act, actKey, errorKeyOfRejection, repeatOf } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import { offerChangeRowOf, SHOWN_CHANGES } from '../earn/index.ts';
import type { Applications } from './applications.ts';
import type { Credit } from './credit.ts';
import { creditChangeOf } from './credit-changes.ts';
import { loanPoolEntryOf, loanPoolOf } from './pool-rows.ts';
import { loanRowOf, productOf } from './rows.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Power loans, as users meet them. */
export interface Loans {
  products(): Promise<Data<'getLoanProducts'>>;
  poolEntries(page: PageRequest): Promise<Data<'getLoanPoolEntries'>>;
  list(userId: number): Promise<Data<'getLoans'>>;
  /** @throws Refusal also for what the kernel rejects */
  repay(
    userId: number,
    input: { readonly id: number; readonly amount: string | null; readonly onlyDue?: boolean | undefined },
    headerKey: string | null,
  ): Promise<Data<'repayLoan'>>;
  credit(userId: number): Promise<Data<'getCreditScore'>>;
  creditChanges(userId: number, page: PageRequest): Promise<Data<'getCreditChanges'>>;
}

export interface LoansDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly credit: Credit;
  readonly applications: Pick<Applications, 'asked'>;
}

export function createLoans({ core, history, catalogues, credit, applications }: LoansDeps): Loans {
  const upToDate = () => history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);
  return {
    async products() {
      await upToDate();
      const { offers, pools, timeMs } = await core.ask('loanOffers');
      const catalogue = catalogues.current();
      const changes = await history.loan.offerChanges(SHOWN_CHANGES);
      const sums = new Map((await history.loan.poolSums(timeMs)).map((each) => [each.assetId, each]));
      return {
        products: offers.map((offer) => productOf(catalogue, offer, timeMs)),
        pools: pools.map((pool) => loanPoolOf(catalogue, pool, sums.get(pool.assetId))),
        changes: changes.map(offerChangeRowOf),
        time: timeMs,
      };
    },
    async poolEntries({ cursor, limit }) {
      await upToDate();
      const catalogue = catalogues.current();
      return listed(await history.loan.poolEntries(cursor, limit), (entry) =>
        loanPoolEntryOf(catalogue, entry),
      );
    },
    async list(userId) {
      const { loans, offers, timeMs } = await core.ask('loansOf', userId);
      const catalogue = catalogues.current();
      const offerOf = (id: number) => offers.find(({ offerId }) => offerId === id)!;
      return { loans: loans.map((loan) => loanRowOf(catalogue, loan, offerOf(loan.offerId))), time: timeMs };
    },
    async repay(userId, { id, amount, onlyDue = false }, headerKey) {
      const { loans, offers } = await core.ask('loansOf', userId);
      const loan = loans.find(({ loanId }) => loanId === id);
      // all loans are in one coin: a retry after the end of this one reads its amount the same way
      const asset = loan?.assetId ?? offers[0]?.assetId;
      if (asset === undefined) throw new Refusal('LOAN_ENDED');
      const catalogue = catalogues.current();
      const units = amount === null ? null : readAmount(amount, catalogue.assetById(asset).scale, 'amount');
      const asked: RepayLoan = { type: 'repayLoan', loanId: id, amount: units };
      // a retry is the same act, also where less is due by then
      const act = {
        userId,
        ...actKey('repayLoan', headerKey, null, onlyDue ? ({ ...asked, onlyDue } as Act) : asked),
      };
      const due = onlyDue && loan !== undefined ? dueOf(loan.owed) : null;
      const isEarlier = due === 0n;
      const earlier = isEarlier ? await repeatOf(core, act) : null;
      if (isEarlier && earlier === null) throw new Refusal('LOAN_NOTHING_DUE');
      const most = due !== null && (units === null || units > due) ? (due as Amount) : units;
      const { outcome } = earlier ?? (await core.submit({ ...act, body: { ...asked, amount: most } }));
      if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
      const { loanId, owed } = outcomeAs(outcome, 'loan');
      return { id: loanId, owed: amountText(catalogue, asset, owed) };
    },
    async credit(userId) {
      const { inputs, score, points, owed, assetId } = await credit.of(userId);
      const asked = await applications.asked(userId);
      const catalogue = catalogues.current();
      if (assetId === null) {
        return { score, points, inputs, coin: null, limit: '0', owed: '0', asked: '0', available: '0' };
      }
      const { code, scale } = catalogue.assetById(assetId);
      const limit = creditLimit(score, scale);
      const left = limit - owed - asked;
      const text = (units: bigint) => amountText(catalogue, assetId, units as Amount);
      return {
        score,
        points,
        inputs,
        coin: code,
        limit: text(limit),
        owed: text(owed),
        asked: text(asked),
        available: text(left > 0n ? left : 0n),
      };
    },
    async creditChanges(userId, page) {
      await upToDate();
      return listed(await history.loan.creditSteps({ userId, ...page }), creditChangeOf);
    },
  };
}
