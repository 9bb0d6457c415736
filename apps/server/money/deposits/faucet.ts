import { randomUUID } from 'node:crypto';
import { normaliseEvmAddress } from '@candor/chains';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Deposits } from './reads.ts';
import { DEPOSITS_CHANNEL } from './schema.ts';

export interface FaucetPayment {
  readonly id: string;
  readonly coin: string;
  readonly amount: string;
  readonly address: string;
}

/** Practice coins over the practice chain, so that a newcomer sees a deposit arrive. */
export interface Faucet {
  /**
   * Promises a payment, which the process of the chains sends. A retry under the same key gives the same payment.
   * @throws Refusal PRACTICE_ONLY, CHAIN_ADDRESS_INVALID, PRACTICE_COINS_TOO_MANY, PRACTICE_COINS_USED_UP
   */
  take(
    userId: number,
    request: { readonly coin: string; readonly amount: string; readonly address: string | null },
    headerKey: string | null,
  ): Promise<FaucetPayment>;
}

/** The most that one payment may send, in decimals of the coin. */
const MOST: Readonly<Record<string, string>> = { USDT: '10000', ETH: '10' };
const PAYMENTS_A_DAY = 20;

export function createFaucet(pool: Pool, deposits: Deposits): Faucet {
  const db = kyselyOf(pool);
  return {
    async take(userId, request, headerKey) {
      const { chain, asset } = await deposits.assetOf(request.coin, null);
      if (!chain.isPractice) throw new Refusal('PRACTICE_ONLY');
      const units = parseDecimal(request.amount, asset.decimals);
      if (units === null || units === 0n) throw new Refusal('AMOUNT_INVALID', { field: 'amount' });
      const most = MOST[asset.code];
      if (most === undefined) throw new Refusal('DEPOSIT_NETWORK_UNKNOWN');
      if (units > (parseDecimal(most, asset.decimals) ?? 0n))
        throw new Refusal('PRACTICE_COINS_TOO_MANY', {
          field: 'amount',
          details: { most, coin: asset.code },
        });
      const own = request.address ?? (await deposits.address(userId, asset.code, chain.key)).address;
      const address = normaliseEvmAddress(own);
      if (address === null) throw new Refusal('CHAIN_ADDRESS_INVALID', { field: 'address' });
      const key = headerKey ?? randomUUID();
      const payment = await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`faucet ${userId}`}))`.execute(trx);
        const earlier = await trx
          .selectFrom('deposits.faucet_payment')
          .selectAll()
          .where('user_id', '=', BigInt(userId))
          .where('key', '=', key)
          .executeTakeFirst();
        if (earlier !== undefined) {
          const isSame = earlier.coin === asset.code && BigInt(earlier.amount) === units;
          if (!isSame || (request.address !== null && earlier.address !== address))
            throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
          return earlier;
        }
        const { rows } = await sql<{ count: bigint }>`
          select count(*) from deposits.faucet_payment
          where user_id = ${userId} and requested_at > now() - interval '1 day'`.execute(trx);
        if (Number(rows[0]?.count) >= PAYMENTS_A_DAY)
          throw new Refusal('PRACTICE_COINS_USED_UP', { details: { count: String(PAYMENTS_A_DAY) } });
        return trx
          .insertInto('deposits.faucet_payment')
          .values({
            chain: chain.key,
            user_id: userId,
            key,
            coin: asset.code,
            amount: units.toString(),
            address,
            nonce: null,
            raw_transaction: null,
            transaction_hash: null,
            refused_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      await sql`select pg_notify(${DEPOSITS_CHANNEL}, ${chain.key})`.execute(db);
      return {
        id: String(payment.payment_no),
        coin: payment.coin,
        amount: formatDecimalTrimmed(BigInt(payment.amount), asset.decimals),
        address: payment.address,
      };
    },
  };
}
