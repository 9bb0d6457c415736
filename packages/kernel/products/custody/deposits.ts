import type { Amount } from '@candor/money';
import { assert } from '../../assert.ts';
import type { Outcome } from '../../events.ts';
import { CUSTODY, DEPOSIT_LOSSES } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { supplyAllows } from '../../ledger/supply.ts';
import { isCount, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { OpenWithdrawal, RecentDeposit } from './books.ts';
import type { CreditDeposit, CreditRecharge, ReverseDeposit } from './commands.ts';
import { endHold, isOrdinal, raiseHolds } from './deposit-holds.ts';
import type { CustodyRoom } from './room.ts';
import { releaseOpen } from './withdrawals.ts';

/** Longest name of a chain or a transaction. */
const LONGEST_NAME = 128;

const isName = (name: string): boolean =>
  typeof name === 'string' && name.length > 0 && name.length <= LONGEST_NAME;

export function creditDeposit(room: CustodyRoom, command: CreditDeposit): Outcome {
  const { state, books } = room;
  const { depositNo, accountUserId: userId, assetId, amount, chain, transaction, ordinal } = command;
  if (!isCount(depositNo) || !isName(chain) || !isName(transaction) || !isOrdinal(ordinal))
    return refuse('INVALID_COMMAND');
  if (books.deposits.has(depositNo)) return refuse('DEPOSIT_KNOWN');
  const account = userId > 0 ? state.accounts.find(userId) : 0;
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  if (!supplyAllows(state, assetId, amount)) return refuse('AMOUNT_TOO_LARGE');
  if (books.isTaken(chain, transaction, ordinal)) return refuse('TRANSFER_KNOWN');
  if (books.isTakenBack(chain, transaction, userId, assetId)) return refuse('TRANSFER_KNOWN');
  books.addDeposit(
    { depositNo, userId, assetId, amount, creditedMs: state.timeMs },
    { depositNo, chain, transaction, ordinal, turn: 0 },
  );
  postEntry(state, 'deposit', { tradeId: 0, orderId: depositNo }, [
    { account: state.accounts.ensureNamed(CUSTODY), assetId, amount: -amount },
    { account, assetId, amount },
  ]);
  state.tape.note({
    type: 'depositCredited',
    depositNo,
    userId,
    assetId,
    amount,
    chain,
    transaction,
    ordinal,
  });
  raiseHolds(room, userId, assetId);
  return DONE;
}

/** Moves coins from a house account to a user, by a number that no deposit had. */
export function creditRecharge(room: CustodyRoom, command: CreditRecharge): Outcome {
  const { state, books, products } = room;
  const { depositNo, accountUserId: userId, assetId, amount, fromUserId } = command;
  const { accounts } = state;
  if (!isCount(depositNo)) return refuse('INVALID_COMMAND');
  if (books.deposits.has(depositNo)) return refuse('DEPOSIT_KNOWN');
  const account = userId > 0 ? accounts.find(userId) : 0;
  const source = fromUserId > 0 ? accounts.find(fromUserId) : 0;
  if (account === 0 || source === 0) return refuse('UNKNOWN_ACCOUNT');
  if (accounts.house[account] === 1 || accounts.house[source] !== 1) return refuse('NOT_PERMITTED');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  if (amount > freeIn(state, products, source, assetId)) return refuse('INSUFFICIENT_BALANCE');
  assert(books.deposits.add(depositNo), 'a recharge is credited once');
  postEntry(state, 'recharge', { tradeId: 0, orderId: depositNo }, [
    { account: source, assetId, amount: -amount },
    { account, assetId, amount },
  ]);
  state.tape.note({ type: 'rechargeCredited', depositNo, userId, assetId, amount, fromUserId });
  raiseHolds(room, userId, assetId);
  return DONE;
}

/**
 * The open withdrawals among some numbers that take the coins of a deposit's owner, each once. Those of other products
 * take other coins.
 */
function openOf(
  { books: { open }, owner }: CustodyRoom,
  numbers: readonly number[],
  { userId, assetId }: RecentDeposit,
): readonly OpenWithdrawal[] {
  return [...new Set(numbers)].flatMap((no) => {
    const found = open.get(no);
    if (found?.userId !== userId || found.assetId !== assetId) return [];
    return owner()?.owns(no) === true ? [] : [found];
  });
}

/**
 * Takes back the part of a deposit that its chain holds no longer: what is held or free in the spot wallet; the rest is
 * booked as the house's loss.
 */
export function reverseDeposit(room: CustodyRoom, command: ReverseDeposit): Outcome {
  const { state, books, products } = room;
  const { depositNo, remaining, withdrawals } = command;
  const deposit = books.reversible(depositNo, state.timeMs);
  if (deposit === null) return refuse('DEPOSIT_NOT_REVERSIBLE');
  const { userId, assetId } = deposit;
  const amount = deposit.amount - remaining;
  if (remaining < 0n || amount <= 0n) return refuse('QUANTITY_INVALID');
  const account = state.accounts.find(userId);
  const hold = books.holds.get(depositNo);
  const waiting = openOf(room, withdrawals, deposit);
  const reserved = waiting.reduce((sum, each) => sum + each.amount + each.fee, 0n);
  const there = freeIn(state, products, account, assetId) + reserved + (hold?.held ?? 0n);
  const debited = there < amount ? there : amount;
  const loss = amount - debited;
  const losses = state.accounts.ensureNamed(DEPOSIT_LOSSES);
  const lostBefore = -state.balances.total(state.balances.find(losses, assetId));
  if (lostBefore + loss >= MAX_SUPPLY) return refuse('AMOUNT_TOO_LARGE');
  if (hold !== undefined) endHold(room, hold);
  for (const withdrawal of waiting) releaseOpen(room, withdrawal, 'rejected');
  if (remaining === 0n) books.removeDeposit(depositNo);
  else books.recent.set(depositNo, { ...deposit, amount: remaining });
  postEntry(state, 'deposit-reversal', { tradeId: 0, orderId: depositNo }, [
    { account, assetId, amount: -debited },
    { account: losses, assetId, amount: -loss },
    { account: state.accounts.ensureNamed(CUSTODY), assetId, amount },
  ]);
  state.tape.note({
    type: 'depositReversed',
    depositNo,
    userId,
    assetId,
    remaining,
    debited: debited as Amount,
    loss: loss as Amount,
  });
  raiseHolds(room, userId, assetId);
  return DONE;
}
