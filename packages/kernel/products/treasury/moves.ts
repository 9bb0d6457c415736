import type { Amount } from '@candor/money';
import { assert } from '../../assert.ts';
import type { Outcome } from '../../events.ts';
import { CUSTODY, HOUSE_FLOAT, SUSPENSE } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { supplyAllows } from '../../ledger/supply.ts';
import { isCount, isReason, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';
import type { TreasuryBooks } from './books.ts';
import type { FundCustody, ReconcileCustody, ReleaseSuspense } from './commands.ts';

const MAX_REASON = 500;

/** The parts that the treasury's commands work with. */
export interface TreasuryRoom {
  readonly state: State;
  readonly books: TreasuryBooks;
}

/** Balance of a named account; 0 before it was opened. */
export function named({ accounts, balances }: State, number: number, assetId: number): bigint {
  const account = accounts.find(number);
  return account === 0 ? 0n : balances.total(balances.find(account, assetId));
}

export function fundCustody({ state, books }: TreasuryRoom, command: FundCustody): Outcome {
  const { fundingNo, assetId, amount } = command;
  if (!isCount(fundingNo)) return refuse('INVALID_COMMAND');
  if (books.fundings.has(fundingNo)) return refuse('FUNDING_KNOWN');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (amount === 0n || amount <= -MAX_SUPPLY) return refuse('QUANTITY_INVALID');
  if (amount > 0n && !supplyAllows(state, assetId, amount)) return refuse('AMOUNT_TOO_LARGE');
  if (named(state, HOUSE_FLOAT, assetId) + amount < 0n) return refuse('INSUFFICIENT_BALANCE');
  assert(books.fundings.add(fundingNo), 'a funding is booked once');
  postEntry(state, 'custody-funding', { tradeId: 0, orderId: fundingNo }, [
    { account: state.accounts.ensureNamed(CUSTODY), assetId, amount: -amount },
    { account: state.accounts.ensureNamed(HOUSE_FLOAT), assetId, amount },
  ]);
  state.tape.note({ type: 'custodyFunded', fundingNo, assetId, amount });
  return DONE;
}

/**
 * A shortage is posted nowhere: custody still says what the chains owe us. It takes nothing from the suspense account, whose
 * coins belong to whoever they will be given back to.
 */
export function reconcileCustody({ state, books }: TreasuryRoom, command: ReconcileCustody): Outcome {
  const { reportNo, assetId, booked, found } = command;
  if (!isCount(reportNo)) return refuse('INVALID_COMMAND');
  if (reportNo <= books.lastReportNo) return refuse('REPORT_OLD');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (found >= MAX_SUPPLY || found <= -MAX_SUPPLY) return refuse('AMOUNT_TOO_LARGE');
  if (booked !== -named(state, CUSTODY, assetId)) return refuse('CUSTODY_MOVED');
  const difference = found - booked;
  if (difference > 0n && !supplyAllows(state, assetId, difference)) return refuse('AMOUNT_TOO_LARGE');
  const surplus = difference > 0n ? difference : 0n;
  const shortage = surplus - difference;
  books.lastReportNo = reportNo;
  if (shortage > 0n) books.shortages.set(assetId, shortage);
  else books.shortages.delete(assetId);
  if (surplus > 0n)
    postEntry(state, 'custody-surplus', { tradeId: 0, orderId: reportNo }, [
      { account: state.accounts.ensureNamed(CUSTODY), assetId, amount: -surplus },
      { account: state.accounts.ensureNamed(SUSPENSE), assetId, amount: surplus },
    ]);
  state.tape.note({
    type: 'custodyReconciled',
    reportNo,
    assetId,
    booked,
    found,
    surplus: surplus as Amount,
    shortage: shortage as Amount,
  });
  return DONE;
}

/** Coins that belong to nobody yet go to a user or to the house's float, never more than there are. */
export function releaseSuspense({ state, books }: TreasuryRoom, command: ReleaseSuspense): Outcome {
  const { releaseNo, assetId, amount, accountUserId: userId, reason } = command;
  const { accounts } = state;
  if (!isCount(releaseNo) || !isReason(reason, MAX_REASON)) return refuse('INVALID_COMMAND');
  if (books.releases.has(releaseNo)) return refuse('RELEASE_KNOWN');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  const account = userId > 0 ? accounts.find(userId) : 0;
  if (userId !== 0 && account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  if (amount > named(state, SUSPENSE, assetId)) return refuse('INSUFFICIENT_BALANCE');
  assert(books.releases.add(releaseNo), 'a release is made once');
  postEntry(state, 'suspense-release', { tradeId: 0, orderId: releaseNo }, [
    { account: accounts.ensureNamed(SUSPENSE), assetId, amount: -amount },
    { account: userId === 0 ? accounts.ensureNamed(HOUSE_FLOAT) : account, assetId, amount },
  ]);
  state.tape.note({ type: 'suspenseReleased', releaseNo, assetId, amount, userId, reason });
  return DONE;
}
