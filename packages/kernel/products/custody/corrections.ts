import { assert } from '../../assert.ts';
import type { Outcome } from '../../events.ts';
import { CUSTODY, DEPOSIT_LOSSES, NETWORK_COSTS } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { isCount, isReason, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';
import type { BookNetworkCost, CorrectBalance, CoverCustody } from './commands.ts';
import type { CustodyRoom } from './room.ts';

const MAX_REASON = 500;

/** True if so much more may be booked as a network's price. */
export function mayCost({ accounts, balances }: State, assetId: number, amount: bigint): boolean {
  const account = accounts.find(NETWORK_COSTS);
  const total = account === 0 ? 0n : balances.total(balances.find(account, assetId));
  return amount - total < MAX_SUPPLY;
}

/** Books a network's price: custody has less, and the house bears it. */
export function postCost(state: State, no: number, assetId: number, amount: bigint): void {
  postEntry(state, 'network-cost', { tradeId: 0, orderId: no }, [
    { account: state.accounts.ensureNamed(NETWORK_COSTS), assetId, amount: -amount },
    { account: state.accounts.ensureNamed(CUSTODY), assetId, amount },
  ]);
}

export function bookNetworkCost({ state, books }: CustodyRoom, command: BookNetworkCost): Outcome {
  const { costNo, assetId, amount } = command;
  if (!isCount(costNo)) return refuse('INVALID_COMMAND');
  if (books.costs.has(costNo)) return refuse('NETWORK_COST_KNOWN');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  if (!mayCost(state, assetId, amount)) return refuse('AMOUNT_TOO_LARGE');
  assert(books.costs.add(costNo), 'a cost is booked once');
  postCost(state, costNo, assetId, amount);
  return DONE;
}

/** Never covers more than is lost: what a house account has beyond that stays there. */
export function coverCustody({ state, products }: CustodyRoom, command: CoverCustody): Outcome {
  const { what, fromUserId, assetId, amount } = command;
  const { accounts, balances } = state;
  const source = fromUserId > 0 ? accounts.find(fromUserId) : 0;
  if (source === 0) return refuse('UNKNOWN_ACCOUNT');
  if (accounts.house[source] !== 1) return refuse('NOT_PERMITTED');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  const target = accounts.ensureNamed(what === 'network-costs' ? NETWORK_COSTS : DEPOSIT_LOSSES);
  const owed = -balances.total(balances.find(target, assetId));
  if (amount <= 0n || amount > owed) return refuse('QUANTITY_INVALID');
  if (amount > freeIn(state, products, source, assetId)) return refuse('INSUFFICIENT_BALANCE');
  postEntry(state, 'custody-cover', { tradeId: 0, orderId: 0 }, [
    { account: source, assetId, amount: -amount },
    { account: target, assetId, amount },
  ]);
  return DONE;
}

/** Credits a user, and never debits one: the source is the house, and the target is no house account. */
export function correctBalance({ state, books, products }: CustodyRoom, command: CorrectBalance): Outcome {
  const { correctionNo, accountUserId: userId, assetId, amount, fromUserId, reasonCode, reason } = command;
  const { accounts } = state;
  if (!isCount(correctionNo) || !isReason(reason, MAX_REASON)) return refuse('INVALID_COMMAND');
  if (books.corrections.has(correctionNo)) return refuse('CORRECTION_KNOWN');
  const account = userId > 0 ? accounts.find(userId) : 0;
  const source = fromUserId > 0 ? accounts.find(fromUserId) : 0;
  if (account === 0 || source === 0) return refuse('UNKNOWN_ACCOUNT');
  if (accounts.house[account] === 1 || accounts.house[source] !== 1) return refuse('NOT_PERMITTED');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  if (amount > freeIn(state, products, source, assetId)) return refuse('INSUFFICIENT_BALANCE');
  assert(books.corrections.add(correctionNo), 'a correction is made once');
  postEntry(state, 'correction', { tradeId: 0, orderId: correctionNo }, [
    { account: source, assetId, amount: -amount },
    { account, assetId, amount },
  ]);
  state.tape.note({
    type: 'balanceCorrected',
    correctionNo,
    userId,
    assetId,
    amount,
    fromUserId,
    reasonCode,
    reason,
  });
  return DONE;
}
