import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, list, number, record } from '../../codec/fields.ts';
import { numberRuns } from '../../memory/number-set.ts';
import type { CustodyBooks, OpenWithdrawal, RecentDeposit } from './books.ts';

const deposits = list(
  record<RecentDeposit>({
    depositNo: count,
    userId: number,
    assetId: count,
    amount: big,
    creditedMs: number,
  }),
);

const withdrawals = list(
  record<OpenWithdrawal>({ withdrawalNo: count, userId: number, assetId: count, amount: big, fee: big }),
);

export function writeCustody(writer: ByteWriter, books: CustodyBooks): void {
  for (const set of books.sets) numberRuns.write(writer, set.stored());
  deposits.write(writer, [...books.recent.values()]);
  withdrawals.write(writer, [...books.open.values()]);
}

/** Reads what `writeCustody` wrote into empty books. */
export function readCustody(reader: ByteReader, books: CustodyBooks): void {
  for (const set of books.sets) set.restore(numberRuns.read(reader));
  for (const deposit of deposits.read(reader)) books.recent.set(deposit.depositNo, deposit);
  for (const withdrawal of withdrawals.read(reader)) books.open.set(withdrawal.withdrawalNo, withdrawal);
}
