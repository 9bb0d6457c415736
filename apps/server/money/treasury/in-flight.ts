import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';

/** Payments that may have left a chain and that the ledger still has. */
export interface PaymentsInFlight {
  /** Signed and not final. `amount` is in base units of the ledger. */
  readonly open: readonly {
    readonly withdrawalNo: number;
    readonly coin: string;
    readonly amount: bigint;
    readonly nonce: number;
    readonly hashes: readonly string[];
  }[];
  /** Final, and not delivered to the ledger when it was read. Amounts are in base units of the ledger. */
  readonly ended: readonly {
    readonly withdrawalNo: number;
    readonly coin: string;
    readonly amount: bigint;
    readonly networkFee: bigint;
  }[];
  /** Costs of refused transfers that were not delivered, in base units of the ledger. */
  readonly costs: readonly { readonly costNo: number; readonly amount: bigint }[];
}

/** Coins under way by the records of other rooms, read in one transaction. */
export interface InFlightReaders {
  readonly deposits: (
    trx: Trx,
    chain: string,
    block: number,
  ) => Promise<{
    readonly waiting: ReadonlyMap<string, bigint>;
    readonly promised: readonly {
      readonly depositNo: number;
      readonly coin: string;
      readonly credited: bigint;
      readonly returned: bigint;
    }[];
    readonly dust: ReadonlyMap<string, bigint>;
    readonly isOutrun: boolean;
  }>;
  readonly payments: (trx: Trx, chain: string) => Promise<PaymentsInFlight>;
  readonly addresses: (trx: Trx, chain: string) => Promise<readonly { readonly address: string }[]>;
}

/** Transactions and fundings of the house that the chain may have and the ledger not. */
export interface HouseInFlight {
  /** By coin, in base units of the chain: fundings that are not confirmed. */
  readonly waiting: ReadonlyMap<string, bigint>;
  /** Promised fundings, below 0 for those that are taken back; in base units of the ledger. */
  readonly fundings: readonly {
    readonly fundingNo: number;
    readonly coin: string;
    readonly amount: bigint;
  }[];
  /** Signed and not final movements, whose gas may be spent, with the hashes of all their versions. */
  readonly movements: readonly {
    readonly hashes: readonly string[];
    readonly from: string;
    readonly nonce: number;
    readonly kind: 'sweep' | 'gas';
    readonly address: string;
    readonly coin: string;
    readonly amount: bigint;
  }[];
  /** Promised costs, in base units of the ledger. */
  readonly costs: readonly { readonly costNo: number; readonly amount: bigint }[];
  /** By coin, in the finer of the units of chain and ledger. */
  readonly remainder: ReadonlyMap<string, bigint>;
  /** True if a funding of a later block was booked already. */
  readonly isOutrun: boolean;
}

/** The number of a movement's cost: odd ones are those of withdrawals. */
export const costNoOf = (movementNo: number): number => 2 * movementNo;

/** Reads what is in flight at a block, within a transaction that sees one state of all tables. */
export async function houseInFlight(
  trx: Trx,
  chain: string,
  block: number,
  gasAddress: string,
): Promise<HouseInFlight> {
  const waiting = await sql<{ coin: string; sum: string }>`
    select coin, sum(amount) as sum from treasury.receipt
    where chain = ${chain} and block_number <= ${block} and state = 'seen' and kind = 'funding'
    group by coin`.execute(trx);
  const fundings = await sql<{ no: bigint; coin: string; booked: bigint; is_reversal: boolean }>`
    select coalesce(reversal_no, receipt_no) as no, coin, booked, reversal_no is not null as is_reversal
    from outbox.command o join treasury.receipt r
      on o.key in ('custody-funding:' || r.receipt_no, 'custody-funding:' || r.reversal_no)
    where o.seq is null and r.chain = ${chain}
      and o.key = 'custody-funding:' || coalesce(r.reversal_no, r.receipt_no)`.execute(trx);
  const movements = await sql<{
    hashes: string[];
    kind: 'sweep' | 'gas';
    address: string;
    nonce: number;
    coin: string;
    amount: string;
  }>`
    select earlier || hash as hashes, kind, address, nonce, coin, amount from treasury.movement
    where chain = ${chain} and ended_at is null and hash is not null`.execute(trx);
  const costs = await sql<{ no: bigint; cost: bigint }>`
    select m.movement_no as no, m.cost from outbox.command o
    join treasury.movement m on o.key = 'movement-cost:' || m.movement_no
    where o.seq is null and m.chain = ${chain}`.execute(trx);
  const remainder = await sql<{ coin: string; sum: string }>`
    select coin, units as sum from treasury.remainder where chain = ${chain}`.execute(trx);
  const later = await sql`
    select from treasury.receipt
    where chain = ${chain} and block_number > ${block} and state = 'booked' limit 1`.execute(trx);
  const sums = (rows: readonly { coin: string; sum: string }[]) =>
    new Map(rows.map(({ coin, sum }) => [coin, BigInt(sum)]));
  return {
    waiting: sums(waiting.rows),
    fundings: fundings.rows.map(({ no, coin, booked, is_reversal }) => ({
      fundingNo: idOf(no),
      coin,
      amount: is_reversal ? -BigInt(booked) : BigInt(booked),
    })),
    movements: movements.rows.map(({ amount, ...movement }) => ({
      ...movement,
      amount: BigInt(amount),
      from: movement.kind === 'sweep' ? movement.address : gasAddress,
    })),
    costs: costs.rows.map(({ no, cost }) => ({ costNo: costNoOf(idOf(no)), amount: BigInt(cost) })),
    remainder: sums(remainder.rows),
    isOutrun: later.rows.length > 0,
  };
}
