import type { OperatorDepositRow, OperatorWithdrawalRow, recordsDeskCalls } from '@candor/api';
import { walletFacts } from '@candor/kernel';
import { formatDecimalTrimmed } from '@candor/money';
import { entryKinds } from '@candor/projections';
import { idOf, readTable, type TableLook, type TableSource } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import {
  createLooks,
  type DeskDeps,
  type DeskHandlers,
  type OperatorSession,
  type RecordList,
  type UnitsText,
  unitsTextOf,
} from '../../operators/operator/index.ts';
import {
  type BillListRow,
  billTable,
  type DepositListRow,
  depositTable,
  type WithdrawalListRow,
  withdrawalTable,
} from './record-tables.ts';
import { isUser } from './user-profile.ts';

/** Records of users in lists: each page that is read is an entry of the log, and the user's where it is one user's. */
export function recordsDesk(deps: DeskDeps): DeskHandlers<typeof recordsDeskCalls> {
  const { operators, catalogues } = deps;
  const { db } = operators;
  const looks = createLooks(deps);

  interface Asked {
    readonly userId?: number | undefined;
    readonly sort?: string | undefined;
    readonly cursor?: string | undefined;
    readonly pageSize?: number | undefined;
  }

  /** Reads a page and enters the look before it is shown. */
  async function read<Row extends object, Input extends object, Shown>(
    session: OperatorSession,
    list: RecordList,
    table: TableSource<Row, Input>,
    query: Asked & TableLook<Input>['where'],
    show: (row: Row, units: UnitsText) => Shown,
  ) {
    const { userId = null } = query;
    if (userId !== null && !(await isUser(db, userId))) throw new Refusal('NOT_FOUND', { field: 'userId' });
    const { rows, nextCursor } = await readTable(db, table, { ...query, where: query });
    await looks.list(session, {
      list,
      count: rows.length,
      userId,
      query: query as Readonly<Record<string, unknown>>,
    });
    const units = unitsTextOf(catalogues, []);
    return { records: rows.map((row) => show(row, units)), nextCursor };
  }

  return {
    getOperatorBills: ({ session, query: { kind, coin, ...query } }) => {
      const asset = coin === undefined ? undefined : catalogues.current().asset(coin).assetId;
      const where = { ...query, kind: kind === undefined ? undefined : entryKinds.of(kind), asset };
      return read(session, 'bills', billTable, where, (row: BillListRow, units) => ({
        id: `${row.seq}.${row.line}`,
        userId: idOf(row.user_id),
        time: Number(row.time_ms),
        kind: entryKinds.word(row.kind),
        wallet: walletText(Number(row.wallet)),
        coin: units.coin(row.asset_id),
        amount: units.figure(row.asset_id, row.amount),
        balance: units.figure(row.asset_id, row.balance),
        orderId: idOf(row.order_id) || null,
        seq: Number(row.seq),
      }));
    },
    getOperatorDeposits: ({ session, query }) => read(session, 'deposits', depositTable, query, depositOf),
    getOperatorWithdrawals: ({ session, query }) => {
      const { scale } = catalogues.current().asset('USDT');
      const show = (row: WithdrawalListRow, units: UnitsText) =>
        withdrawalOf(row, units, formatDecimalTrimmed(row.value_usdt, scale));
      return read(session, 'withdrawals', withdrawalTable, query, show);
    },
  };
}

/** Name of a wallet: spot, margin-isolated/1, margin-cross/debt. */
function walletText(number: number): string {
  const { kind, symbolId, debt } = walletFacts(number);
  return `${kind}${kind === 'margin-isolated' ? `/${symbolId}` : ''}${debt ? '/debt' : ''}`;
}

function depositOf(row: DepositListRow): OperatorDepositRow {
  return {
    no: idOf(row.deposit_no),
    userId: idOf(row.user_id),
    time: row.seen_at.getTime(),
    chain: row.chain,
    coin: row.coin,
    amount: row.decimals === null ? null : formatDecimalTrimmed(BigInt(row.amount), row.decimals),
    state: row.state,
    address: row.address,
    sender: row.sender,
    transaction: row.transaction_hash,
    endTime: row.ended_at?.getTime() ?? null,
  };
}

function withdrawalOf(row: WithdrawalListRow, units: UnitsText, value: string): OperatorWithdrawalRow {
  return {
    no: idOf(row.withdrawal_no),
    userId: idOf(row.user_id),
    time: row.requested_at.getTime(),
    chain: row.chain,
    coin: row.coin,
    amount: units.figure(row.asset_id, row.amount),
    fee: units.figure(row.asset_id, row.fee),
    value,
    state: row.state,
    reason: row.reason,
    deadline: row.deadline?.getTime() ?? null,
    address: row.address,
    transaction: row.hash,
    endTime: row.ended_at?.getTime() ?? null,
  };
}
