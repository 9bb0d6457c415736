import type { Amount } from '@candor/money';
import type { Outcome } from '../../events.ts';
import { CUSTODY, DEPOSIT_LOSSES } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { supplyAllows } from '../../ledger/supply.ts';
import { isCount, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { CreditDeposit, CreditRecharge, ReverseDeposit } from './commands.ts';
import type { CustodyRoom } from './room.ts';

export function creditDeposit({ state, books }: CustodyRoom, command: CreditDeposit): Outcome {
  const { depositNo, accountUserId: userId, assetId, amount } = command;
  if (!isCount(depositNo)) return refuse('INVALID_COMMAND');
  if (books.deposits.has(depositNo)) return refuse('DEPOSIT_KNOWN');
  const account = userId > 0 ? state.accounts.find(userId) : 0;
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
  if (amount <= 0n) return refuse('QUANTITY_INVALID');
  if (!supplyAllows(state, assetId, amount)) return refuse('AMOUNT_TOO_LARGE');
  books.addDeposit({ depositNo, userId, assetId, amount, creditedMs: state.timeMs });
  postEntry(state, 'deposit', { tradeId: 0, orderId: depositNo }, [
    { account: state.accounts.ensureNamed(CUSTODY), assetId, amount: -amount },
    { account, assetId, amount },
  ]);
  state.tape.note({ type: 'depositCredited', depositNo, userId, assetId, amount });
  return DONE;
}

/** Moves coins from a house account to a user, by a number that no deposit had. */
export function creditRecharge({ state, books, products }: CustodyRoom, command: CreditRecharge): Outcome {
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
  books.deposits.add(depositNo);
  postEntry(state, 'recharge', { tradeId: 0, orderId: depositNo }, [
    { account: source, assetId, amount: -amount },
    { account, assetId, amount },
  ]);
  state.tape.note({ type: 'rechargeCredited', depositNo, userId, assetId, amount, fromUserId });
  return DONE;
}

/** Takes what is free in the spot wallet; the rest is booked as the house's loss. */
export function reverseDeposit({ state, books, products }: CustodyRoom, command: ReverseDeposit): Outcome {
  const { depositNo } = command;
  const deposit = books.reversible(depositNo, state.timeMs);
  if (deposit === null) return refuse('DEPOSIT_NOT_REVERSIBLE');
  const { userId, assetId, amount } = deposit;
  const account = state.accounts.find(userId);
  const free = freeIn(state, products, account, assetId);
  const debited = free < amount ? free : amount;
  const loss = amount - debited;
  const losses = state.accounts.ensureNamed(DEPOSIT_LOSSES);
  const lostBefore = -state.balances.total(state.balances.find(losses, assetId));
  if (lostBefore + loss >= MAX_SUPPLY) return refuse('AMOUNT_TOO_LARGE');
  books.recent.delete(depositNo);
  postEntry(state, 'deposit-reversal', { tradeId: 0, orderId: depositNo }, [
    { account, assetId, amount: -debited },
    { account: losses, assetId, amount: -loss },
    { account: state.accounts.ensureNamed(CUSTODY), assetId, amount },
  ]);
  state.tape.note({
    ...{ type: 'depositReversed', depositNo, userId, assetId },
    debited: debited as Amount,
    loss: loss as Amount,
  });
  return DONE;
}
