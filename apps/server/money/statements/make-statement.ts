import { formatDecimal } from '@candor/money';
import type { BillQueries, BillRecord } from '@candor/projections';
import type { StatementCatalogue } from './schema.ts';

/** The sums of one account in one asset, in base units. */
interface Account {
  readonly first: BillRecord;
  readonly opening: bigint;
  balance: bigint;
  readonly sums: Map<string, bigint>;
}

export interface StatementRange {
  readonly userId: number;
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** The last command that counts. */
  readonly untilSeq: number;
}

export interface MakeStatement extends StatementRange {
  readonly bills: Pick<BillQueries, 'lastBefore' | 'chronicle'>;
  readonly catalogue: StatementCatalogue;
  /** Entries that are read at once. */
  readonly pageSize?: number;
  /** Called after each page with the number of entries that are written. */
  readonly onProgress: (done: number) => Promise<void>;
}

/** Balances and entries of the ledger do not fit together. */
export class StatementError extends Error {}

const HEAD = 'line,time,entry,account,market,debt,coin,type,amount,balance,order,trade';
const PAGE = 1_000;

/**
 * Makes the CSV of a statement: opening balances, every entry in order, the sums by type, and closing balances. Each
 * balance is the ledger's own, and each is checked against the one before it and the entry between.
 * @throws StatementError where a sum is not the ledger's
 */
export async function makeStatement(of: MakeStatement): Promise<string> {
  const { bills, catalogue, pageSize = PAGE, onProgress, ...range } = of;
  const accounts = new Map<string, Account>();
  const lines = [HEAD];
  for (const last of await bills.lastBefore(range.userId, range.fromMs)) {
    accounts.set(keyOf(last), { first: last, opening: last.balance, balance: last.balance, sums: new Map() });
    lines.push(lineOf('opening', last, catalogue, range.fromMs, null, last.balance));
  }
  let after: readonly [number, number] = [-1, -1];
  for (let done = 0; ; ) {
    const page = await bills.chronicle(range, after, pageSize);
    for (const entry of page) {
      const account = accountOf(accounts, entry);
      if (account.balance + entry.amount !== entry.balance)
        throw new StatementError(`entry ${entry.seq}.${entry.line} does not continue its account`);
      account.balance = entry.balance;
      account.sums.set(entry.kind, (account.sums.get(entry.kind) ?? 0n) + entry.amount);
      lines.push(lineOf('entry', entry, catalogue, entry.timeMs, entry.amount, entry.balance));
    }
    done += page.length;
    await onProgress(done);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) break;
    after = [last.seq, last.line];
  }
  for (const { first, opening, balance, sums } of accounts.values()) {
    let sum = opening;
    for (const [kind, amount] of sums) {
      sum += amount;
      lines.push(
        lineOf('sum', { ...first, kind: kind as BillRecord['kind'] }, catalogue, null, amount, null),
      );
    }
    if (sum !== balance) throw new StatementError('the sums by type are not the closing balance');
    lines.push(lineOf('closing', first, catalogue, null, null, balance));
  }
  return `${lines.join('\r\n')}\r\n`;
}

const keyOf = ({ wallet, assetId }: BillRecord) =>
  `${wallet.kind} ${wallet.symbolId} ${wallet.debt} ${assetId}`;

function accountOf(accounts: Map<string, Account>, entry: BillRecord): Account {
  const known = accounts.get(keyOf(entry));
  if (known !== undefined) return known;
  // An account that had no entry before the year begins at zero.
  const account: Account = { first: entry, opening: 0n, balance: 0n, sums: new Map() };
  accounts.set(keyOf(entry), account);
  return account;
}

type Line = 'opening' | 'entry' | 'sum' | 'closing';

/** A line of the file: words are the API's, times are UTC, amounts exact. */
function lineOf(
  line: Line,
  { seq, wallet, assetId, kind, orderId, tradeId }: BillRecord,
  { assets, symbols }: StatementCatalogue,
  timeMs: number | null,
  amount: bigint | null,
  balance: bigint | null,
): string {
  const asset = assets[assetId];
  if (asset === undefined) throw new StatementError(`asset ${assetId} is not known`);
  const text = (units: bigint | null) => (units === null ? '' : formatDecimal(units, asset.scale));
  const isEntry = line === 'entry';
  return [
    line,
    timeMs === null ? '' : new Date(timeMs).toISOString(),
    isEntry ? seq : '',
    wallet.kind,
    symbols[wallet.symbolId] ?? '',
    wallet.debt,
    asset.code,
    isEntry || line === 'sum' ? kind : '',
    text(amount),
    text(balance),
    isEntry && orderId !== 0 ? orderId : '',
    isEntry && tradeId !== 0 ? tradeId : '',
  ].join(',');
}
