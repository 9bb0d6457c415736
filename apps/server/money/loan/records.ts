import type { CallData, Calls, LoanRecordRow, LoanRecordStatus } from '@candor/api';
import type { LoanOfferView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { LoanState, PowerLoanRecord } from '@candor/projections';
import { loanSchedule } from '@candor/rules';
import { idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS, type Listed, type PageRequest } from '../../base/records/paging.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import {
  type ApplicationFilter,
  type Applications,
  type AskedCredit,
  numbersOf,
  reasonOf,
  type StoredApplication,
} from './applications.ts';
import { entryOf, loanRowOf, scheduleOf, termsOf } from './rows.ts';

export interface LoanRecordsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly applications: Pick<Applications, 'list' | 'one'>;
}

/** Applications with the loans that they became. */
export interface LoanRecords {
  list(userId: number, status: LoanRecordStatus | null, page: PageRequest): Promise<Listed<LoanRecordRow>>;
  /** @throws Refusal LOAN_UNKNOWN */
  detail(userId: number, applicationId: number): Promise<CallData<Calls['getLoanRecord']>>;
  /** An application that was not paid out, as an act left it. */
  unpaid(application: StoredApplication): Promise<LoanRecordRow>;
}

const STATE_OF_LOAN: Readonly<Record<LoanState, LoanRecordStatus>> = {
  running: 'approved',
  overdue: 'overdue',
  settled: 'settled',
};

export function createLoanRecords({ core, history, catalogues, applications }: LoanRecordsDeps): LoanRecords {
  const upToDate = () => history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);

  async function filterOf(userId: number, status: LoanRecordStatus | null): Promise<ApplicationFilter> {
    const all = { state: null, among: null, without: null };
    if (status === null) return all;
    const numbers = (states: readonly LoanState[]) => history.loan.applications(userId, states);
    if (status === 'overdue' || status === 'settled') return { ...all, among: await numbers([status]) };
    if (status !== 'approved') return { ...all, state: status };
    // an approved application has no loan for a moment
    return { ...all, state: 'approved', without: await numbers(['overdue', 'settled']) };
  }

  async function offers(): Promise<ReadonlyMap<number, LoanOfferView>> {
    const { offers: list } = await core.ask('loanOffers');
    return new Map(list.map((offer) => [offer.offerId, offer]));
  }

  async function rowsOf(userId: number, stored: readonly StoredApplication[]): Promise<LoanRecordRow[]> {
    const known = await offers();
    const loans = await history.loan.byApplications(userId, numbersOf(stored));
    const byNumber = new Map(loans.map((loan) => [loan.paidOut.applicationId, loan]));
    const catalogue = catalogues.current();
    return stored.map((row) =>
      recordOf(catalogue, row, known.get(row.offer_id)!, byNumber.get(idOf(row.application_id))),
    );
  }

  return {
    async list(userId, status, page) {
      await upToDate();
      const found = await applications.list(userId, await filterOf(userId, status), page);
      const shown = found.slice(0, page.limit);
      const last = shown.at(-1);
      return {
        records: await rowsOf(userId, shown),
        nextCursor: found.length > page.limit && last !== undefined ? String(last.application_id) : null,
      };
    },
    async detail(userId, applicationId) {
      const stored = await applications.one(userId, applicationId);
      if (stored === null) throw new Refusal('LOAN_UNKNOWN');
      await upToDate();
      const [record] = await rowsOf(userId, [stored]);
      const { loans, offers: list, timeMs } = await core.ask('loansOf', userId);
      const catalogue = catalogues.current();
      const [lent] = await history.loan.byApplications(userId, [applicationId]);
      const open = loans.find(({ loanId }) => loanId === lent?.paidOut.loanId);
      const entries = lent === undefined ? [] : await history.loan.entries(userId, lent.paidOut.loanId);
      const offer = list.find(({ offerId }) => offerId === stored.offer_id)!;
      return {
        ...record!,
        asked: JSON.parse(stored.credit) as AskedCredit,
        agreed: lent === undefined ? [] : scheduleOf(catalogue, stored.asset_id, agreedRows(lent)),
        loan: open === undefined ? null : loanRowOf(catalogue, open, offer),
        entries: await placed(
          history,
          entries.map((entry) => entryOf(catalogue, entry, offer)),
        ),
        time: timeMs,
      };
    },
    async unpaid(application) {
      return unpaidRow(catalogues.current(), application, (await offers()).get(application.offer_id)!);
    },
  };
}

const agreedRows = ({ paidOut: { terms, amount, beganSecond } }: PowerLoanRecord) =>
  loanSchedule(terms, amount, beganSecond)?.rows ?? [];

function statusOf({ state }: StoredApplication, loan: PowerLoanRecord | undefined): LoanRecordStatus {
  return loan === undefined ? state : STATE_OF_LOAN[loan.state];
}

/** An application that was not paid out. */
export const unpaidRow = (
  catalogue: Catalogue,
  stored: StoredApplication,
  offer: LoanOfferView,
): LoanRecordRow => recordOf(catalogue, stored, offer, undefined);

function recordOf(
  catalogue: Catalogue,
  stored: StoredApplication,
  offer: LoanOfferView,
  loan: PowerLoanRecord | undefined,
): LoanRecordRow {
  const { asset_id: assetId, state } = stored;
  const text = (units: bigint) => amountText(catalogue, assetId, units as Amount);
  const agreed = loan === undefined ? [] : agreedRows(loan);
  const lastSecond = agreed.at(-1)?.dueSecond;
  return {
    id: idOf(stored.application_id),
    loanId: loan?.paidOut.loanId ?? null,
    ...termsOf(catalogue, offer),
    termsHash: stored.terms_hash,
    amount: text(stored.amount),
    totalAtMost: text(stored.total_at_most),
    applyTime: stored.submitted_at.getTime(),
    status: statusOf(stored, loan),
    reason: reasonOf(stored),
    reviewTime: state === 'pending' ? stored.due_at.getTime() : null,
    decidedTime: stored.decided_at?.getTime() ?? null,
    lendingInstitution: 'pool',
    beginDate: loan === undefined ? null : loan.paidOut.beganSecond * 1_000,
    interest: loan === undefined ? null : text(agreed.reduce((sum, { interest }) => sum + interest, 0n)),
    repayTime: lastSecond === undefined ? null : lastSecond * 1_000,
    settledTime: loan?.settledMs ?? null,
    repaid: text(loan?.repaid ?? 0n),
  };
}
