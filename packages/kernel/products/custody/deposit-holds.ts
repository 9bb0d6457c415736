import type { Amount } from '@candor/money';
import { assert } from '../../assert.ts';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, list, number, record, text } from '../../codec/fields.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import type { Outcome } from '../../events.ts';
import { CUSTODY } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { supplyAllows } from '../../ledger/supply.ts';
import { isCount } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { ProductPart } from '../../product.ts';
import { type CreditedTransfer, type DepositHold, REVERSIBLE_MS, type RecentDeposit } from './books.ts';
import type { HoldDeposit, RestoreDeposit } from './commands.ts';
import type { CustodyRoom } from './room.ts';

const transfers = list(
  record<CreditedTransfer>({
    depositNo: count,
    chain: text,
    transaction: text,
    ordinal: number,
    turn: count,
  }),
);
const holds = list(
  record<DepositHold>({ depositNo: count, userId: number, assetId: count, held: big, endsMs: number }),
);

/**
 * Deposits that their chain took back. What is free of the coin is held up to the deposit's amount; while the rest is
 * missing, its owner's withdrawals of the coin are refused. A hold ends when the transfer stands again, when two operators
 * reverse the deposit, or by itself when nobody can reverse it any more.
 */
export class DepositHolds implements ProductPart {
  readonly name = 'deposit-holds';
  private readonly room: CustodyRoom;

  constructor(room: CustodyRoom) {
    this.room = room;
  }

  nextDueMs(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { endsMs } of this.room.books.holds.values()) first = Math.min(first, endsMs);
    return first;
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    for (const hold of [...this.room.books.holds.values()]) {
      if (hold.endsMs > nowMs || !slice.take()) continue;
      endHold(this.room, hold);
      const { depositNo, userId, assetId } = hold;
      this.room.state.tape.note({ type: 'depositHoldEnded', depositNo, userId, assetId });
    }
  }

  write(writer: ByteWriter): void {
    transfers.write(writer, [...this.room.books.transfers.values()]);
    holds.write(writer, [...this.room.books.holds.values()]);
  }

  read(reader: ByteReader): void {
    const { books } = this.room;
    const known = transfers.read(reader);
    for (const hold of holds.read(reader)) {
      books.holds.set(hold.depositNo, hold);
      holdUnits(this.room, hold, hold.held);
    }
    for (const transfer of known) books.setTransfer(transfer);
  }
}

function holdUnits(
  { state }: CustodyRoom,
  { userId, assetId }: Pick<DepositHold, 'userId' | 'assetId'>,
  units: bigint,
): void {
  const { accounts, balances } = state;
  if (units !== 0n) balances.holdBig(balances.find(accounts.find(userId), assetId), units);
}

/** Holds what is free of a deposit that its chain took back, up to its amount. Again for the same turn, it raises the hold. */
export function holdDeposit(room: CustodyRoom, { depositNo, turn }: HoldDeposit): Outcome {
  const { state, books } = room;
  if (!isCount(turn)) return refuse('INVALID_COMMAND');
  const deposit = books.reversible(depositNo, state.timeMs);
  if (deposit === null) return refuse('DEPOSIT_NOT_REVERSIBLE');
  const known = books.transfers.get(depositNo)?.turn ?? 0;
  if (turn < known || (turn === known && !books.holds.has(depositNo))) return refuse('DEPOSIT_TURN_OLD');
  const { userId, assetId } = deposit;
  const hold = books.holds.get(depositNo) ?? {
    depositNo,
    userId,
    assetId,
    held: 0n,
    endsMs: state.timeMs + REVERSIBLE_MS,
  };
  books.addHold(hold, turn);
  raise(room, deposit, hold);
  return DONE;
}

/** The transfer of a deposit that was taken back stands again: its hold ends, and what it has grown by is credited. */
export function restoreDeposit(room: CustodyRoom, command: RestoreDeposit): Outcome {
  const { state, books } = room;
  const { depositNo, turn, ordinal, amount } = command;
  if (!isCount(turn) || !isOrdinal(ordinal)) return refuse('INVALID_COMMAND');
  const deposit = books.returnable(depositNo, state.timeMs);
  if (deposit === null) return refuse('DEPOSIT_NOT_REVERSIBLE');
  const transfer = books.transfers.get(depositNo);
  if (transfer !== undefined) {
    if (turn < transfer.turn) return refuse('DEPOSIT_TURN_OLD');
    const { chain, transaction } = transfer;
    if (books.isTaken(chain, transaction, ordinal, depositNo)) return refuse('TRANSFER_KNOWN');
  }
  const { userId, assetId } = deposit;
  const added = amount - deposit.amount;
  if (added < 0n) return refuse('QUANTITY_INVALID');
  if (added > 0n && !supplyAllows(state, assetId, added)) return refuse('AMOUNT_TOO_LARGE');
  const hold = books.holds.get(depositNo);
  if (hold !== undefined) endHold(room, hold);
  if (transfer !== undefined) books.setTransfer({ ...transfer, ordinal, turn });
  books.recent.set(depositNo, { ...deposit, amount });
  if (added > 0n)
    postEntry(state, 'deposit', { tradeId: 0, orderId: depositNo }, [
      { account: state.accounts.ensureNamed(CUSTODY), assetId, amount: -added },
      { account: state.accounts.find(userId), assetId, amount: added },
    ]);
  state.tape.note({
    type: 'depositRestored',
    depositNo,
    userId,
    assetId,
    ordinal,
    amount,
    added: added as Amount,
  });
  if (added > 0n) raiseHolds(room, userId, assetId);
  return DONE;
}

/** Ends a hold: what it held is free. */
export function endHold(room: CustodyRoom, hold: DepositHold): void {
  assert(room.books.holds.delete(hold.depositNo), 'a hold that ends was there');
  holdUnits(room, hold, -hold.held);
  const transfer = room.books.transfers.get(hold.depositNo);
  if (transfer !== undefined) room.books.setTransfer(transfer);
}

/** Raises the user's holds of an asset by what has become free of it, the oldest first. */
export function raiseHolds(room: CustodyRoom, userId: number, assetId: number): void {
  for (const hold of [...room.books.holds.values()]) {
    if (hold.userId !== userId || hold.assetId !== assetId) continue;
    const deposit = room.books.recent.get(hold.depositNo);
    if (deposit !== undefined && hold.held < deposit.amount) raise(room, deposit, hold);
  }
}

function raise(room: CustodyRoom, { amount }: RecentDeposit, hold: DepositHold): void {
  const { state, books, products } = room;
  const { depositNo, userId, assetId } = hold;
  const free = freeIn(state, products, state.accounts.find(userId), assetId);
  const missing = amount - hold.held;
  const more = free < missing ? free : missing;
  const held = hold.held + more;
  books.holds.set(depositNo, { ...hold, held });
  holdUnits(room, hold, more);
  state.tape.note({
    type: 'depositHeld',
    depositNo,
    userId,
    assetId,
    amount: amount as Amount,
    held: held as Amount,
    endsMs: hold.endsMs,
  });
}

/** Returns the amount that holds of a user's deposits lack of an asset: above 0 its payments wait. */
export function missingOf({ books }: CustodyRoom, userId: number, assetId: number): bigint {
  let missing = 0n;
  for (const hold of books.holds.values())
    if (hold.userId === userId && hold.assetId === assetId)
      missing += (books.recent.get(hold.depositNo)?.amount ?? hold.held) - hold.held;
  return missing;
}

/** The holds of a user's deposits of an asset that lack something, with their turns, where what is free fills them all. */
export function fillable(
  room: CustodyRoom,
  userId: number,
  assetId: number,
): readonly { readonly depositNo: number; readonly turn: number }[] {
  const { state, books, products } = room;
  const missing = missingOf(room, userId, assetId);
  if (missing === 0n || missing > freeIn(state, products, state.accounts.find(userId), assetId)) return [];
  return [...books.holds.values()].flatMap((hold) => {
    const { depositNo, held } = hold;
    if (hold.userId !== userId || hold.assetId !== assetId) return [];
    if (held >= (books.recent.get(depositNo)?.amount ?? held)) return [];
    return [{ depositNo, turn: books.transfers.get(depositNo)?.turn ?? 0 }];
  });
}

/** A place in a transaction: -1 is its own value, what is below counts its calls, and the others are of its receipt. */
export function isOrdinal(ordinal: number): boolean {
  return Number.isSafeInteger(ordinal);
}
