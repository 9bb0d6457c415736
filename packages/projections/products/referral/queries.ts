import type { Amount } from '@candor/money';
import type { Pool } from 'pg';
import { countOf } from '../../paging.ts';

/** Rebates of one generation in one asset. */
export interface ReferralSumRecord {
  readonly generation: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** Part of the day that was asked for. */
  readonly today: Amount;
}

/** Rebates of one UTC day since 1970, of one generation in one asset. */
export interface ReferralDayRecord extends Omit<ReferralSumRecord, 'today'> {
  readonly day: number;
}

/** Sum that one invited user brought, or paid, in one asset. */
export interface ReferralPayerRecord {
  readonly payerId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** Rebates as the read models have them: rows may trail the kernel. */
export class ReferralQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** All rebates of an inviter by generation and asset, and those of one day. */
  async sums(inviterId: number, today: number): Promise<readonly ReferralSumRecord[]> {
    const { rows } = await this.pool.query<Record<string, string | number>>(
      `SELECT generation, asset_id, sum(amount)::text AS amount,
         coalesce(sum(amount) FILTER (WHERE day = $2), 0)::text AS today
       FROM ${this.schema}.referral_days WHERE inviter_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
      [inviterId, today],
    );
    return rows.map(({ generation, asset_id, amount, today: ofDay }) => ({
      generation: Number(generation),
      assetId: Number(asset_id),
      amount: BigInt(amount!) as Amount,
      today: BigInt(ofDay!) as Amount,
    }));
  }

  /** An inviter's rebates by day from `fromDay` up to `toDay`, without it, the newest first, at most `limit` rows. */
  async days(
    inviterId: number,
    fromDay: number,
    toDay: number,
    limit: number,
  ): Promise<readonly ReferralDayRecord[]> {
    const { rows } = await this.pool.query<Record<string, string | number>>(
      `SELECT day, generation, asset_id, sum(amount)::text AS amount FROM ${this.schema}.referral_days
       WHERE inviter_id = $1 AND day >= $2 AND day < $3
       GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3 LIMIT ${countOf(limit)}`,
      [inviterId, fromDay, toDay],
    );
    return rows.map(({ day, generation, asset_id, amount }) => ({
      day: Number(day),
      generation: Number(generation),
      assetId: Number(asset_id),
      amount: BigInt(amount!) as Amount,
    }));
  }

  /** Rebates that each of these payers brought an inviter, by asset. */
  async brought(inviterId: number, payerIds: readonly number[]): Promise<readonly ReferralPayerRecord[]> {
    return this.payers(
      `SELECT payer_id, asset_id, sum(amount)::text AS amount FROM ${this.schema}.referral_days
       WHERE inviter_id = $1 AND payer_id = ANY($2) GROUP BY 1, 2 ORDER BY 1, 2`,
      [inviterId, payerIds],
    );
  }

  /** Trading fees of each of these payers, by asset, up to their last rebate. */
  async fees(payerIds: readonly number[]): Promise<readonly ReferralPayerRecord[]> {
    return this.payers(
      `SELECT payer_id, asset_id, fees::text AS amount FROM ${this.schema}.referral_fees
       WHERE payer_id = ANY($1) ORDER BY 1, 2`,
      [payerIds],
    );
  }

  private async payers(sql: string, values: readonly unknown[]): Promise<readonly ReferralPayerRecord[]> {
    const { rows } = await this.pool.query<Record<string, string | number>>(sql, [...values]);
    return rows.map(({ payer_id, asset_id, amount }) => ({
      payerId: Number(payer_id),
      assetId: Number(asset_id),
      amount: BigInt(amount!) as Amount,
    }));
  }
}
