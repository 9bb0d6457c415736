import type {
  CustodyMovement,
  CustodyReport,
  custodyOutcomes,
  movementKinds,
  movementStates,
} from '@candor/api';
import { formatDecimal, formatDecimalTrimmed } from '@candor/money';
import { sql } from 'kysely';
import { defineTable, idOf } from '../../base/database/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { chainsOf } from '../chains/index.ts';
import type { StoredMovement, StoredReport } from '../treasury/index.ts';

/** Lists of the treasury, as the console shows them. */

interface CoinFilters {
  readonly coin: string;
  readonly network: string;
  readonly from: number;
  readonly to: number;
}

interface MovementFilters extends CoinFilters {
  readonly kind: (typeof movementKinds)[number];
  readonly state: (typeof movementStates)[number];
  /** A part of an address. */
  readonly address: string;
  /** A part of a transaction's hash. */
  readonly transaction: string;
}

interface ReportFilters extends CoinFilters {
  readonly state: (typeof custodyOutcomes)[number];
}

const coinFilters = {
  coin: (coin: string) => sql<boolean>`coin = ${coin}`,
  network: (network: string) => sql<boolean>`chain = ${network}`,
  from: (ms: number) => sql<boolean>`at >= ${new Date(ms)}`,
  to: (ms: number) => sql<boolean>`at < ${new Date(ms)}`,
};

export const movementTable = defineTable<StoredMovement, MovementFilters>()({
  select: sql`*`,
  from: sql`treasury.movement`,
  key: { of: sql`movement_no`, type: 'bigint' },
  orders: { time: { of: sql`at`, type: 'timestamptz' } },
  filters: {
    ...coinFilters,
    kind: (kind) => sql`kind = ${kind}`,
    state: (state) => sql`state = ${state}`,
    address: (part) => sql`strpos(lower(address), lower(${part})) > 0`,
    transaction: (part) => sql`strpos(lower(hash), lower(${part})) > 0`,
  },
});

/** A shortage counts before a surplus, as in the books of a coin. */
const OUTCOMES = {
  unchecked: sql<boolean>`shortage is null`,
  short: sql<boolean>`shortage > 0`,
  surplus: sql<boolean>`shortage = 0 and surplus > 0`,
  agrees: sql<boolean>`shortage = 0 and surplus = 0`,
};

export const reportTable = defineTable<StoredReport, ReportFilters>()({
  select: sql`*`,
  from: sql`treasury.report`,
  key: { of: sql`report_no`, type: 'bigint' },
  orders: { time: { of: sql`at`, type: 'timestamptz' } },
  filters: { ...coinFilters, state: (state) => OUTCOMES[state] },
});

/** Writes a movement in its coin, and its cost in the network's own. */
export function movementOf(catalogue: Catalogue, row: StoredMovement): CustodyMovement {
  const assets = chainsOf(catalogue.mode).find(({ key }) => key === row.chain)?.assets ?? [];
  const decimals = assets.find(({ code }) => code === row.coin)?.decimals ?? catalogue.asset(row.coin).scale;
  const native = assets.find(({ contract }) => contract === null)?.decimals ?? 0;
  return {
    id: idOf(row.movement_no),
    kind: row.kind,
    coin: row.coin,
    network: row.chain,
    address: row.address,
    transaction: row.hash,
    state: row.state,
    time: row.at.getTime(),
    amount: formatDecimalTrimmed(BigInt(row.amount), decimals),
    cost: row.fee_paid === null ? null : formatDecimalTrimmed(BigInt(row.fee_paid), native),
  };
}

/** Writes a comparison in its coin. */
export function reportOf(catalogue: Catalogue, row: StoredReport): CustodyReport {
  const { scale } = catalogue.asset(row.coin);
  const text = (units: bigint) => formatDecimal(units, scale);
  const known = (units: bigint | null) => (units === null ? null : text(units));
  return {
    id: idOf(row.report_no),
    coin: row.coin,
    network: row.chain,
    block: row.block_number,
    found: text(row.found),
    booked: text(row.booked),
    shortage: known(row.shortage),
    surplus: known(row.surplus),
    isRepeated: row.rejection !== null,
    time: row.at.getTime(),
  };
}
