import type { ChainAdapter } from '@candor/chains';
import { Pool } from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { kyselyOf, migrate } from '../../apps/server/base/database/index.ts';
import { noticeMigrations } from '../../apps/server/gateway/notices/index.ts';
import { type ListedChain, PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import {
  type AddressPool,
  addressOf,
  createAddressPool,
  createScanner,
  type DepositAddresses,
  depositMigrations,
  markReversed,
  noteFollowed,
  type Scanner,
} from '../../apps/server/money/deposits/index.ts';
import { freshDatabase } from './postgres.ts';

/** The scales of the ledger: every asset has 8 decimals. */
export const LEDGER_ASSETS: Readonly<Record<string, { assetId: number; scale: number }>> = {
  USDT: { assetId: 1_011, scale: 8 },
  ETH: { assetId: 1_002, scale: 8 },
  BTC: { assetId: 1_001, scale: 8 },
};

export interface BenchDeposit {
  readonly deposit_no: string;
  readonly user_id: string;
  readonly coin: string | null;
  readonly amount: string;
  readonly credited: string | null;
  readonly state: string;
  readonly transaction_hash: string;
  readonly ordinal: number;
}

/** The room of deposits on a database of its own; its promises are kept by number, as the kernel keeps them. */
export interface DepositBench {
  readonly pool: Pool;
  readonly scanner: Scanner;
  /** Follows the same chain through another view of its node. */
  follow(adapter: ChainAdapter, listed?: ListedChain): Scanner;
  readonly alarms: readonly string[];
  address(userId: number): Promise<string>;
  deposits(): Promise<BenchDeposit[]>;
  /** The sums of the promised commands, by user and coin, in base units of the ledger. */
  ledger(): Promise<Record<string, bigint>>;
  dust(): Promise<Record<string, bigint>>;
  /** Gives addresses of a pool, as the process of the chains does at its start. */
  giveFrom(addresses: AddressPool): Promise<void>;
  /** Reverses what waits for two operators, as their approval does. */
  reverse(): Promise<void>;
  /** Forgets deposits, addresses and promises; the chain stays as it was read. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Makes keys of its own and counts by itself, as a signer does. */
export function testAddresses(): DepositAddresses {
  let index = -1;
  return {
    next: async (count) =>
      Array.from({ length: count }, () => {
        index += 1;
        return { index, address: privateKeyToAccount(generatePrivateKey()).address };
      }),
  };
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export async function openDepositBench(
  adapter: ChainAdapter,
  {
    chain = PRACTICE_CHAIN,
    addresses = testAddresses(),
    firstBlock = 0,
  }: {
    readonly chain?: ListedChain;
    readonly addresses?: DepositAddresses;
    readonly firstBlock?: number;
  } = {},
): Promise<DepositBench> {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.connectionString, max: 4 });
  await migrate(pool, 'notices', noticeMigrations);
  await migrate(pool, 'deposits', depositMigrations);
  await pool.query('create table promised (key text primary key, body jsonb not null)');
  const alarms: string[] = [];
  const follow = (node: ChainAdapter, listed: ListedChain = chain) =>
    createScanner({
      pool,
      chain: listed,
      adapter: node,
      firstBlock,
      alarm: (line) => alarms.push(line),
      ledgerAsset: (code) => LEDGER_ASSETS[code],
      promises: {
        async promiseAll(trx, promised) {
          for (const { key, body } of promised) {
            const text = JSON.stringify(body, (_, value) =>
              typeof value === 'bigint' ? value.toString() : value,
            );
            await trx
              .insertInto('promised' as never)
              .values({ key, body: text } as never)
              .execute();
          }
        },
      },
    });
  const scanner = follow(adapter);
  const codes = Object.fromEntries(
    Object.entries(LEDGER_ASSETS).map(([code, { assetId }]) => [assetId, code]),
  );
  const addressPool = createAddressPool(pool, chain.key, addresses);
  const giveFrom = async (given: AddressPool) => {
    await given.refill();
    await noteFollowed(pool, { chain: chain.key, batch: given.batch, node: null });
  };
  return {
    pool,
    scanner,
    follow,
    alarms,
    giveFrom,
    async address(userId) {
      await giveFrom(addressPool);
      const address = await addressOf(pool, chain.key, userId);
      if (address === null) throw new Error('no address was ready');
      return address;
    },
    async deposits() {
      return (await pool.query<BenchDeposit>('select * from deposits.deposit order by deposit_no')).rows;
    },
    async ledger() {
      const { rows } = await pool.query('select body from promised order by key');
      const credits = rows.map(({ body }) => body).filter(({ type }) => type === 'creditDeposit');
      const reversed = new Map(
        rows.flatMap(({ body }) =>
          body.type === 'reverseDeposit' ? [[body.depositNo, BigInt(body.remaining)] as const] : [],
        ),
      );
      const restored = new Map<number, bigint>();
      for (const { body } of rows)
        if (body.type === 'restoreDeposit')
          restored.set(body.depositNo, larger(restored.get(body.depositNo) ?? 0n, BigInt(body.amount)));
      const sums: Record<string, bigint> = {};
      for (const { depositNo, accountUserId, assetId, amount } of credits) {
        const key = `${accountUserId} ${codes[assetId]}`;
        const stands = reversed.get(depositNo) ?? larger(BigInt(amount), restored.get(depositNo) ?? 0n);
        sums[key] = (sums[key] ?? 0n) + stands;
      }
      return sums;
    },
    async dust() {
      const { rows } = await pool.query('select user_id, coin, amount from deposits.dust');
      return Object.fromEntries(rows.map((row) => [`${row.user_id} ${row.coin}`, BigInt(row.amount)]));
    },
    async reverse() {
      const { rows } = await pool.query(
        `select deposit_no, coalesce(remaining, 0) as remaining from deposits.deposit
         where state in ('taken-back', 'reduced') order by deposit_no`,
      );
      for (const { deposit_no, remaining } of rows) {
        await kyselyOf(pool)
          .transaction()
          .execute((trx) =>
            markReversed(
              trx,
              { depositNo: Number(deposit_no), remaining: BigInt(remaining) },
              (coin) => LEDGER_ASSETS[coin]!.scale,
            ),
          );
        await pool.query('insert into promised values ($1, $2)', [
          `deposit-reversal:${deposit_no}`,
          JSON.stringify({ type: 'reverseDeposit', depositNo: Number(deposit_no), remaining }),
        ]);
      }
    },
    async reset() {
      alarms.length = 0;
      await pool.query(
        'delete from deposits.deposit; delete from deposits.dust; delete from deposits.address',
      );
      await pool.query('delete from promised');
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
