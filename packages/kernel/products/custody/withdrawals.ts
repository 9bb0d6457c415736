import type { Amount } from '@candor/money';
import type { Outcome, RejectionCode } from '../../events.ts';
import { CUSTODY, NETWORK_COSTS } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { isCount, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';
import type { RequestedWithdrawal, WithdrawalDesk } from '../../withdrawal-desk.ts';
import type { OpenWithdrawal } from './books.ts';
import type {
  FailWithdrawal,
  ReleaseWithdrawal,
  RequestWithdrawal,
  SettlePayout,
  SettleWithdrawal,
} from './commands.ts';
import { mayCost, postCost } from './corrections.ts';
import { missingOf, raiseHolds } from './deposit-holds.ts';
import type { CustodyRoom } from './room.ts';

/** Holds amount and fee of a withdrawal in its owner's spot wallet. */
export function hold({ accounts, balances }: State, withdrawal: OpenWithdrawal): void {
  const { userId, assetId, amount, fee } = withdrawal;
  balances.holdBig(balances.find(accounts.find(userId), assetId), amount + fee);
}

function release({ accounts, balances }: State, withdrawal: OpenWithdrawal): void {
  const { userId, assetId, amount, fee } = withdrawal;
  balances.holdBig(balances.find(accounts.find(userId), assetId), -(amount + fee));
}

export function requestWithdrawal(room: CustodyRoom, command: RequestWithdrawal): Outcome {
  const problem = requestProblem(room, command, 0n);
  if (problem !== null) return refuse(problem);
  request(room, command);
  return DONE;
}

/** Opens withdrawals to products that keep money outside of the spot wallet. */
export function withdrawalDesk(room: CustodyRoom): WithdrawalDesk {
  return {
    problem: (withdrawal, incoming) => requestProblem(room, withdrawal, incoming),
    request: (withdrawal) => request(room, withdrawal),
  };
}

/** Returns why a request is refused once so many units more are free in the spot wallet; null where it is not. */
function requestProblem(
  room: CustodyRoom,
  withdrawal: RequestedWithdrawal,
  incoming: bigint,
): RejectionCode | null {
  const { state, books, products, isShort } = room;
  const { withdrawalNo, accountUserId: userId, assetId, amount, fee } = withdrawal;
  if (!isCount(withdrawalNo)) return 'INVALID_COMMAND';
  if (books.withdrawals.has(withdrawalNo)) return 'WITHDRAWAL_KNOWN';
  const account = userId > 0 ? state.accounts.find(userId) : 0;
  if (account === 0) return 'UNKNOWN_ACCOUNT';
  if (!state.assets.has(assetId)) return 'UNKNOWN_ASSET';
  if (amount <= 0n || fee < 0n) return 'QUANTITY_INVALID';
  if (isShort(assetId)) return 'WITHDRAWALS_STOPPED';
  // Holds of taken-back deposits are filled from free coins first.
  const spare = freeIn(state, products, account, assetId) - missingOf(room, userId, assetId);
  if (spare < 0n) return 'DEPOSIT_TAKEN_BACK';
  if (amount + fee >= MAX_SUPPLY) return 'AMOUNT_TOO_LARGE';
  if (amount + fee > spare + incoming) return 'INSUFFICIENT_BALANCE';
  return guardProblem(room, withdrawal, incoming);
}

/** Returns why value that was bought lately refuses a request beside all that are open; null where it does not. */
function guardProblem(
  { books, guard }: CustodyRoom,
  { accountUserId: userId, assetId, amount, fee }: RequestedWithdrawal,
  incoming: bigint,
): RejectionCode | null {
  const guarding = guard();
  if (guarding?.guards(userId) !== true) return null;
  const leaving = [{ assetId, units: amount + fee - incoming }];
  for (const each of books.open.values())
    if (each.userId === userId) leaving.push({ assetId: each.assetId, units: each.amount + each.fee });
  return guarding.refusal(userId, leaving);
}

function request(room: CustodyRoom, requested: RequestedWithdrawal): void {
  const { state, books } = room;
  const { withdrawalNo, accountUserId: userId, assetId, amount, fee } = requested;
  raiseHolds(room, userId, assetId);
  const withdrawal = { withdrawalNo, userId, assetId, amount, fee };
  books.addWithdrawal(withdrawal);
  hold(state, withdrawal);
  state.tape.note({ type: 'withdrawalRequested', ...withdrawal });
}

export function settleWithdrawal(room: CustodyRoom, command: SettleWithdrawal): Outcome {
  const { state } = room;
  const withdrawal = endable(room, command);
  if (typeof withdrawal === 'string') return refuse(withdrawal);
  const { withdrawalNo, networkAssetId, networkFee } = command;
  const { userId, assetId, amount } = end(room, withdrawal);
  const account = state.accounts.find(userId);
  postEntry(state, 'withdrawal', { tradeId: 0, orderId: withdrawalNo }, [
    { account, assetId, amount: -amount },
    { account: state.accounts.ensureNamed(CUSTODY), assetId, amount },
  ]);
  keepFee(state, withdrawal);
  postCost(state, withdrawalNo, networkAssetId, networkFee);
  state.tape.note({ type: 'withdrawalSettled', ...told(withdrawal), networkAssetId, networkFee });
  giveBack(room, withdrawal, 0n);
  return DONE;
}

/** The recipient's own code failed: custody has less by what the network took, and the published fee is kept for it. */
export function failWithdrawal(room: CustodyRoom, command: FailWithdrawal): Outcome {
  const { state } = room;
  const withdrawal = endable(room, command);
  if (typeof withdrawal === 'string') return refuse(withdrawal);
  const { withdrawalNo, networkAssetId, networkFee } = command;
  end(room, withdrawal);
  keepFee(state, withdrawal);
  postCost(state, withdrawalNo, networkAssetId, networkFee);
  state.tape.note({ type: 'withdrawalFailed', ...told(withdrawal), networkAssetId, networkFee });
  giveBack(room, withdrawal, withdrawal.amount);
  raiseHolds(room, withdrawal.userId, withdrawal.assetId);
  return DONE;
}

/** Returns the open withdrawal that a command ends with a network's price, or why it does not. */
function endable(
  room: CustodyRoom,
  { withdrawalNo, networkAssetId, networkFee }: SettleWithdrawal | FailWithdrawal,
): OpenWithdrawal | RejectionCode {
  const { state, books } = room;
  const withdrawal = books.open.get(withdrawalNo);
  if (withdrawal === undefined) return missing(room, withdrawalNo);
  if (networkFee < 0n || (networkAssetId === 0 && networkFee !== 0n)) return 'QUANTITY_INVALID';
  if (networkAssetId !== 0 && !state.assets.has(networkAssetId)) return 'UNKNOWN_ASSET';
  return mayCost(state, networkAssetId, networkFee) ? withdrawal : 'AMOUNT_TOO_LARGE';
}

/** Ends an open withdrawal: what it holds is free, to be taken by the entries that follow. */
function end({ state, books }: CustodyRoom, withdrawal: OpenWithdrawal): OpenWithdrawal {
  books.endWithdrawal(withdrawal.withdrawalNo);
  release(state, withdrawal);
  return withdrawal;
}

/** The published fee goes to the house's account of network costs. */
function keepFee(state: State, { withdrawalNo, userId, assetId, fee }: OpenWithdrawal): void {
  postEntry(state, 'withdrawal-fee', { tradeId: 0, orderId: withdrawalNo }, [
    { account: state.accounts.find(userId), assetId, amount: -fee },
    { account: state.accounts.ensureNamed(NETWORK_COSTS), assetId, amount: fee },
  ]);
}

/** A bank paid: the house's account has the coins now, and custody holds as much as before. */
export function settlePayout(room: CustodyRoom, { withdrawalNo, toUserId }: SettlePayout): Outcome {
  const { state, books } = room;
  const withdrawal = books.open.get(withdrawalNo);
  if (withdrawal === undefined) return refuse(missing(room, withdrawalNo));
  const target = toUserId > 0 ? state.accounts.find(toUserId) : 0;
  if (target === 0) return refuse('UNKNOWN_ACCOUNT');
  if (state.accounts.house[target] !== 1) return refuse('NOT_PERMITTED');
  const { userId, assetId, amount, fee } = withdrawal;
  books.endWithdrawal(withdrawalNo);
  release(state, withdrawal);
  postEntry(state, 'payout', { tradeId: 0, orderId: withdrawalNo }, [
    { account: state.accounts.find(userId), assetId, amount: -(amount + fee) },
    { account: target, assetId, amount: amount + fee },
  ]);
  state.tape.note({ type: 'payoutSettled', ...told(withdrawal), toUserId });
  giveBack(room, withdrawal, 0n);
  return DONE;
}

export function releaseWithdrawal(room: CustodyRoom, command: ReleaseWithdrawal): Outcome {
  const { withdrawalNo, reason } = command;
  const withdrawal = room.books.open.get(withdrawalNo);
  if (withdrawal === undefined) return refuse(missing(room, withdrawalNo));
  releaseOpen(room, withdrawal, reason);
  raiseHolds(room, withdrawal.userId, withdrawal.assetId);
  return DONE;
}

/** Ends an open withdrawal that is not paid: what it holds is free, and holds of deposits are raised by the caller. */
export function releaseOpen(
  room: CustodyRoom,
  withdrawal: OpenWithdrawal,
  reason: ReleaseWithdrawal['reason'],
): void {
  const { state, books } = room;
  books.endWithdrawal(withdrawal.withdrawalNo);
  release(state, withdrawal);
  state.tape.note({ type: 'withdrawalReleased', ...told(withdrawal), reason });
  giveBack(room, withdrawal, withdrawal.amount + withdrawal.fee);
}

/** A product's own withdrawal has ended: it takes back what is free of it. */
function giveBack({ owner }: CustodyRoom, { withdrawalNo }: OpenWithdrawal, freed: bigint): void {
  const product = owner();
  if (product?.owns(withdrawalNo) === true) product.ended(withdrawalNo, freed);
}

function missing({ books }: CustodyRoom, withdrawalNo: number): 'WITHDRAWAL_ENDED' | 'UNKNOWN_WITHDRAWAL' {
  return books.withdrawals.has(withdrawalNo) ? 'WITHDRAWAL_ENDED' : 'UNKNOWN_WITHDRAWAL';
}

function told(withdrawal: OpenWithdrawal) {
  return { ...withdrawal, amount: withdrawal.amount as Amount, fee: withdrawal.fee as Amount };
}
