import { MOST_UNLISTED, type RechargeCurrency, type RechargeRow, type UnlistedToken } from '@candor/api';
import type { Mode } from '@candor/kernel';
import { formatDecimal, formatDecimalTrimmed } from '@candor/money';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { boundsOf, type Listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { chainsOf, type DepositAsset, type ListedChain } from '../chains/index.ts';
import { addressOf } from './addresses.ts';
import { delistedCoins } from './delisted.ts';
import { followedChains } from './follower.ts';
import { FOUND_AT } from './found.ts';
import { rechargeRow, rechargesOf } from './recharge-rows.ts';
import type { DepositState } from './schema.ts';

/** A deposit or a recharge, without what other rooms know of its sender. */
export type ReadRecharge = Omit<RechargeRow, 'imitates'>;

/** Reads deposits for a user. */
export interface Deposits {
  currencies(): Promise<RechargeCurrency[]>;
  /** @throws Refusal UNKNOWN_COIN, DEPOSIT_NETWORK_UNKNOWN, COIN_DELISTED, DEPOSIT_ADDRESS_NOT_READY */
  address(
    userId: number,
    coin: string,
    network: string | null,
  ): Promise<{ readonly coin: string; readonly network: string; readonly address: string }>;
  /** Deposits, payments that no block has yet, and reviewed recharges, newest first. `linkOf` makes the link of a screenshot. */
  log(
    userId: number,
    coin: string | null,
    page: PageRequest,
    linkOf: (fileId: string) => string,
  ): Promise<Listed<ReadRecharge>>;
  /** Tokens that are not listed and reached a user's addresses, those of the newest transfers first. */
  unlisted(userId: number): Promise<UnlistedToken[]>;
  /** The newest blocks of the practice chain. @throws Refusal PRACTICE_ONLY */
  blocks(): Promise<{
    readonly node: string | null;
    readonly list: { number: number; hash: string; time: number; transfers: number }[];
  }>;
  /** Sums of what was credited to a user and stands, by coin, in base units of the ledger. */
  credited(
    userId: number,
  ): Promise<{ readonly coin: string; readonly deposited: bigint; readonly withdrawn: bigint }[]>;
  /** The chain and asset that a coin is deposited by. @throws Refusal UNKNOWN_COIN, DEPOSIT_NETWORK_UNKNOWN */
  assetOf(
    coin: string,
    network: string | null,
  ): Promise<{ readonly chain: ListedChain; readonly asset: DepositAsset }>;
}

interface DepositRow {
  readonly deposit_no: bigint;
  readonly chain: string;
  readonly coin: string | null;
  readonly contract: string | null;
  readonly amount: string;
  readonly decimals: number | null;
  readonly credited: bigint | null;
  /** `pooled` where no block has it yet. */
  readonly state: DepositState | 'pooled';
  readonly confirmations_needed: number;
  readonly is_large: boolean;
  readonly block_number: number | null;
  readonly tip: number | null;
  readonly address: string;
  readonly sender: string;
  readonly transaction_hash: string;
  readonly seen_at: Date;
  /** True where nobody can take it back any more: its hold is over, and its owner keeps the credit. */
  readonly is_kept: boolean;
  /** True while its credit is promised and not in the ledger yet. */
  readonly is_promised: boolean;
  /** True while it waits for two operators: an assert of it failed. */
  readonly is_halted: boolean;
}

const STATES: Readonly<Record<DepositRow['state'], Pick<RechargeRow, 'state' | 'status'>>> = {
  pooled: { state: 'confirming', status: 'under review' },
  seen: { state: 'confirming', status: 'under review' },
  credited: { state: 'credited', status: 'passed' },
  dust: { state: 'below-minimum', status: 'under review' },
  unlisted: { state: 'not-listed', status: 'failed' },
  gone: { state: 'removed', status: 'failed' },
  'taken-back': { state: 'taken-back', status: 'under review' },
  returned: { state: 'taken-back', status: 'under review' },
  reduced: { state: 'taken-back', status: 'under review' },
  reversed: { state: 'reversed', status: 'failed' },
};

interface UnlistedRow {
  readonly chain: string;
  readonly contract: string;
  readonly transfers: bigint;
  readonly amount: string;
  readonly transaction_hash: string;
  readonly block_number: number;
  readonly seen_at: Date;
}

const BLOCKS_SHOWN = 12;
/** Days after which the ledger holds nothing for a deposit that its chain took back, and nobody can reverse it. */
const HELD_DAYS = 7;
/** Rows of unlisted tokens that are added up: a stranger can write any number of them. */
const UNLISTED_READ = 1_000;

const networkName = (mode: Mode, network: string): string =>
  chainsOf(mode).find(({ key }) => key === network)?.name ?? network;

interface Reading {
  readonly db: Db;
  readonly pool: Pool;
  readonly catalogues: CatalogueFollower;
}

export function createDeposits(pool: Pool, catalogues: CatalogueFollower): Deposits {
  const room: Reading = { db: kyselyOf(pool), pool, catalogues };
  return {
    assetOf: (coin, network) => assetOf(room, coin, network),
    currencies: () => listCurrencies(room),
    address: (userId, coin, network) => readAddress(room, userId, coin, network),
    log: (userId, coin, asked, linkOf) => listDeposits(room, userId, { ...asked, coin }, linkOf),
    unlisted: (userId) => listUnlisted(room, userId),
    credited: (userId) => sumCredited(room, userId),
    blocks: () => listBlocks(room),
  };
}

/** The chains that a process follows now, with what it says of each. */
async function served({ pool, catalogues }: Reading) {
  const followed = new Map((await followedChains(pool)).map((each) => [each.chain, each]));
  const { mode } = catalogues.current();
  return chainsOf(mode).flatMap((chain) => {
    const found = followed.get(chain.key);
    return found === undefined ? [] : [{ chain, node: found.node, delayed: found.delayed }];
  });
}

async function assetOf(room: Reading, coin: string, network: string | null) {
  const { code } = room.catalogues.current().asset(coin);
  for (const { chain } of await served(room)) {
    const asset = chain.assets.find((each) => each.code === code);
    if (asset !== undefined && (network === null || network === chain.key)) return { chain, asset };
  }
  throw new Refusal('DEPOSIT_NETWORK_UNKNOWN');
}

async function listCurrencies(room: Reading): Promise<RechargeCurrency[]> {
  const all = await Promise.all(
    (await served(room)).map(async (each) => ({
      ...each,
      delisted: await delistedCoins(room.db, each.chain.key),
    })),
  );
  return all.flatMap(({ chain, delayed, delisted }) =>
    chain.assets.map((asset) => ({
      coin: asset.code,
      network: chain.key,
      networkName: chain.name,
      contract: asset.contract,
      minimum: asset.minimum,
      confirmations: asset.confirmations,
      large: asset.large,
      practice: chain.isPractice,
      delayed,
      fromContracts: asset.contract === null && typeof chain.chainId === 'number',
      arrivalSeconds: asset.confirmations * chain.blockSeconds,
      delisted: delisted.get(asset.code) ?? null,
    })),
  );
}

async function readAddress(room: Reading, userId: number, coin: string, network: string | null) {
  const { chain, asset } = await assetOf(room, coin, network);
  const delisted = (await delistedCoins(room.db, chain.key)).get(asset.code);
  if (delisted !== undefined) throw new Refusal('COIN_DELISTED', { details: { reason: delisted } });
  const address = await addressOf(room.pool, chain.key, userId);
  if (address === null) throw new Refusal('DEPOSIT_ADDRESS_NOT_READY', { retryAfterMs: 2_000 });
  return { coin: asset.code, network: chain.key, address };
}

async function listDeposits(
  { db, catalogues }: Reading,
  userId: number,
  asked: PageRequest & { readonly coin: string | null },
  linkOf: (fileId: string) => string,
): Promise<Listed<ReadRecharge>> {
  const { cursor, limit } = asked;
  const { from, to } = boundsOf(asked);
  const before = cursor === null ? null : Number(cursor);
  const upper = asked.coin?.toUpperCase() ?? null;
  const catalogue = catalogues.current();
  const [deposits, recharges] = await Promise.all([
    sql<DepositRow>`
      select d.*, (select max(number) from deposits.block b where b.chain = d.chain) as tip,
        coalesce(d.turn > 0 and d.state in ('taken-back', 'returned', 'reduced')
          and d.ended_at < now() - ${`${HELD_DAYS} days`}::interval, false) as is_kept,
        exists (
          select from outbox.command o
          where o.key = 'deposit:' || d.deposit_no and o.seq is null) as is_promised
      from (
        select deposit_no, chain, coin, contract, amount, decimals, credited, state, confirmations_needed, is_large,
          block_number, address, sender, transaction_hash, seen_at, turn, ended_at, halted is not null as is_halted
        from deposits.deposit where user_id = ${userId}
        union all
        select deposit_no, chain, coin, null, amount, decimals, null, 'pooled', confirmations_needed, is_large,
          null, address, '', transaction_hash, seen_at, 0, null, false
        from deposits.pooled where user_id = ${userId} and coin is not null) d
      where true
        and (${upper}::text is null or coin = ${upper})
        and (${before}::bigint is null or deposit_no < ${before})
        and (${from}::timestamptz is null or seen_at >= ${from})
        and (${to}::timestamptz is null or seen_at < ${to})
      order by deposit_no desc limit ${limit + 1}`.execute(db),
    rechargesOf(db, userId, { coin: upper, before, from, to, limit: limit + 1 }),
  ]);
  // Numbers of both are of one sequence: the order of the numbers is that of the times.
  const rows = [
    ...deposits.rows.map((row) => rowOf(row, catalogue.mode, (code) => catalogue.asset(code).scale)),
    ...recharges.map((row) => rechargeRow(row, catalogue, linkOf)),
  ].sort((a, b) => Number(b.orderNo) - Number(a.orderNo));
  const records = rows.slice(0, limit);
  const last = rows.length > limit ? records.at(-1) : undefined;
  return { records, nextCursor: last?.orderNo ?? null };
}

async function listUnlisted({ db, catalogues }: Reading, userId: number): Promise<UnlistedToken[]> {
  const { rows } = await sql<UnlistedRow>`
    with newest as (
      select chain, contract, transfers, amount, transaction_hash, block_number, seen_at, unlisted_no
      from deposits.unlisted where user_id = ${userId}
      order by unlisted_no desc limit ${UNLISTED_READ}),
    numbered as (
      select chain, contract, amount, transaction_hash, block_number, seen_at, unlisted_no,
        sum(transfers) over token as transfers,
        row_number() over (token order by unlisted_no desc) as place
      from newest window token as (partition by chain, contract))
    select * from numbered where place = 1 order by unlisted_no desc limit ${MOST_UNLISTED}`.execute(db);
  const { mode } = catalogues.current();
  return rows.map((row) => ({
    network: row.chain,
    networkName: networkName(mode, row.chain),
    contract: row.contract,
    transfers: Number(row.transfers),
    amount: row.amount,
    transactionHash: row.transaction_hash,
    block: row.block_number,
    time: row.seen_at.getTime(),
  }));
}

async function sumCredited({ db }: Reading, userId: number) {
  const rows = await db
    .selectFrom('deposits.deposit')
    .select(['coin', ({ fn }) => fn.sum<string>('credited').as('sum')])
    .where('user_id', '=', BigInt(userId))
    .where('state', '=', 'credited')
    .groupBy('coin')
    .execute();
  return rows.map(({ coin, sum }) => ({
    coin,
    deposited: BigInt(sum ?? 0),
    withdrawn: 0n,
  }));
}

async function listBlocks(room: Reading) {
  const practice = (await served(room)).find(({ chain }) => chain.isPractice);
  if (practice === undefined) throw new Refusal('PRACTICE_ONLY');
  const rows = await room.db
    .selectFrom('deposits.block')
    .select(['number', 'hash', 'time_ms', 'transfers'])
    .where('chain', '=', practice.chain.key)
    .orderBy('number', 'desc')
    .limit(BLOCKS_SHOWN)
    .execute();
  const list = rows.map(({ time_ms, ...block }) => ({ ...block, time: Number(time_ms) }));
  return { node: practice.node, list };
}

function shownState(row: DepositRow): Pick<RechargeRow, 'state' | 'status'> {
  if (row.is_kept) return STATES.credited;
  if (row.state === 'seen' && row.is_halted) return { state: 'review', status: 'under review' };
  return STATES[row.state === 'credited' && row.is_promised ? 'seen' : row.state];
}

function rowOf(row: DepositRow, mode: Mode, scaleOf: (code: string) => number): ReadRecharge {
  const isListed = row.coin !== null && row.decimals !== null;
  const reached =
    row.tip === null || row.block_number === null ? 0 : Math.max(0, row.tip - row.block_number + 1);
  return {
    orderNo: String(row.deposit_no),
    method: 'chain',
    coin: row.coin ?? row.contract ?? '',
    network: row.chain,
    networkName: networkName(mode, row.chain),
    amount: isListed ? formatDecimalTrimmed(BigInt(row.amount), row.decimals ?? 0) : row.amount,
    credited:
      row.credited === null || row.coin === null ? null : formatDecimal(row.credited, scaleOf(row.coin)),
    ...shownState(row),
    confirmations:
      row.state === 'gone' || row.state === 'taken-back' || row.state === 'reversed'
        ? 0
        : Math.min(reached, row.confirmations_needed),
    confirmationsNeeded: row.confirmations_needed,
    isLarge: row.is_large,
    address: row.address,
    ...(row.transaction_hash.startsWith(FOUND_AT)
      ? { sender: null, transactionHash: null }
      : { sender: row.sender, transactionHash: row.transaction_hash }),
    block: row.block_number,
    reason: null,
    screenshot: null,
    time: row.seen_at.getTime(),
  };
}
