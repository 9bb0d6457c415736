import type { Amount } from '@candor/money';
import { AGENT_PLACE } from '@candor/products';
import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';

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

/** One day of an agent's own share, in one asset. */
export interface AgentDayRecord {
  readonly day: number;
  readonly assetId: number;
  readonly payers: number;
  /** Fees that it was paid on. */
  readonly fees: Amount;
  readonly amount: Amount;
}

/** Rebates of one day, payer, generation, asset and share, with all that their sum follows from. */
export interface RebateRecord {
  readonly day: number;
  readonly generation: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly fees: Amount;
  readonly sharePpm: number;
  /** Millionths of a unit that came in from other fees. */
  readonly carriedMillionths: number;
  /** Millionths of a unit that the last fee left. */
  readonly restMillionths: number;
  /** First and last command that paid of it. */
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** A page of days since 1970, from `fromDay` up to `toDay`, without it. */
export interface DaysQuery {
  readonly inviterId: number;
  readonly fromDay: number;
  readonly toDay: number;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Orders what stands on one day. */
const ASSETS = 65_536;

/** Sum that one invited user brought, or paid, in one asset before a day. */
export interface ReferralPayerRecord {
  readonly payerId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** Fees of all users who were invited and the rebates of them, in one asset: those of the last 30 days, and all. */
export interface ReferralFigures {
  readonly assetId: number;
  readonly fees30Days: Amount;
  readonly paid30Days: Amount;
  readonly fees: Amount;
  readonly paid: Amount;
}

const SHOWN_DAYS = 30;

/** Rebates as the read models have them: rows may trail the kernel. */
export class ReferralQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** All rebates of an inviter by generation and asset, and those of one day's fees. */
  async sums(inviterId: number, today: number): Promise<readonly ReferralSumRecord[]> {
    const { rows } = await this.pool.query<Record<string, string | number>>(
      `SELECT generation, asset_id, sum(amount)::text AS amount,
         coalesce(sum(amount) FILTER (WHERE day = $2), 0)::text AS today
       FROM ${this.schema}.referral_sums WHERE inviter_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
      [inviterId, today],
    );
    return rows.map(({ generation, asset_id, amount, today: ofDay }) => ({
      generation: Number(generation),
      assetId: Number(asset_id),
      amount: BigInt(amount!) as Amount,
      today: BigInt(ofDay!) as Amount,
    }));
  }

  /** An inviter's rebates by day, generation and asset, the newest first. */
  async days(query: DaysQuery): Promise<Page<ReferralDayRecord>> {
    const rows = await this.daySums(query, 'generation, asset_id, sum(amount)::text AS amount', '1, 2, 3');
    const days = rows.map(({ day, generation, asset_id, amount }) => ({
      day: Number(day),
      generation: Number(generation),
      assetId: Number(asset_id),
      amount: BigInt(amount!) as Amount,
    }));
    return page(days, query.limit, ({ day, generation, assetId }) => [day, generation * ASSETS + assetId]);
  }

  /** An agent's own share by day and asset, the newest first. */
  async agentDays(query: DaysQuery): Promise<Page<AgentDayRecord>> {
    const columns = `asset_id, count(DISTINCT payer_id) AS payers, sum(fees)::text AS fees,
      sum(amount)::text AS amount`;
    const rows = await this.daySums(query, columns, '1, generation, 2', AGENT_PLACE);
    const days = rows.map(({ day, asset_id, payers, fees, amount }) => ({
      day: Number(day),
      assetId: Number(asset_id),
      payers: Number(payers),
      fees: BigInt(fees!) as Amount,
      amount: BigInt(amount!) as Amount,
    }));
    return page(days, query.limit, ({ day, assetId }) => [day, AGENT_PLACE * ASSETS + assetId]);
  }

  /** An inviter's rebates by day, payer, generation, asset and share, the newest first. */
  async rebates({ inviterId, fromDay, toDay, cursor, limit }: DaysQuery): Promise<Page<RebateRecord>> {
    const before = readCursor(cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('inviter_id = ?', inviterId)
      .add('day >= ?', fromDay)
      .add('day < ?', toDay)
      .add('(last_seq, place) < (?, ?)', before[0], before[1]);
    const { rows } = await this.pool.query<Record<string, string | number>>(
      `SELECT * FROM ${this.schema}.referral_sums WHERE ${where.sql}
       ORDER BY day DESC, last_seq DESC, place DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    const found = page(rows, limit, ({ last_seq, place }) => [Number(last_seq), Number(place)]);
    return { rows: found.rows.map(toRebate), next: found.next };
  }

  private async daySums(
    { inviterId, fromDay, toDay, cursor, limit }: DaysQuery,
    columns: string,
    groups: string,
    generation: number | null = null,
  ): Promise<readonly Record<string, string | number>[]> {
    const before = readCursor(cursor, 2);
    if (before === null) return [];
    const line = `generation * ${ASSETS} + asset_id`;
    const where = new Where()
      .add('inviter_id = ?', inviterId)
      .add('generation = ?', generation)
      .add('day >= ?', fromDay)
      .add('day < ?', toDay)
      .add(`(day < ? OR (day = ? AND ${line} > ?))`, before[0], before[0], before[1]);
    const { rows } = await this.pool.query<Record<string, string | number>>(
      `SELECT day, ${columns} FROM ${this.schema}.referral_sums WHERE ${where.sql}
       GROUP BY ${groups} ORDER BY 1 DESC, generation, asset_id LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return rows;
  }

  /** Rebates that each of these payers brought an inviter before a day, by asset: all, or those of one generation. */
  async brought(
    inviterId: number,
    payerIds: readonly number[],
    beforeDay: number,
    generation: number | null = null,
  ): Promise<readonly ReferralPayerRecord[]> {
    return this.payers(
      `SELECT payer_id, asset_id, sum(amount)::text AS amount FROM ${this.schema}.referral_sums
       WHERE inviter_id = $1 AND payer_id = ANY($2) AND day < $3 AND ($4::int IS NULL OR generation = $4::int)
       GROUP BY 1, 2 ORDER BY 1, 2`,
      [inviterId, payerIds, beforeDay, generation],
    );
  }

  /** Trading fees of each of these payers before a day, by asset. */
  async fees(payerIds: readonly number[], beforeDay: number): Promise<readonly ReferralPayerRecord[]> {
    return this.payers(
      `SELECT payer_id, asset_id, sum(fees)::text AS amount FROM ${this.schema}.referral_fee_days
       WHERE payer_id = ANY($1) AND day < $2 GROUP BY 1, 2 ORDER BY 1, 2`,
      [payerIds, beforeDay],
    );
  }

  /** The sums of each asset up to a day, without it: those of the 30 days before it, and all. */
  async figures(beforeDay: number): Promise<readonly ReferralFigures[]> {
    const { rows } = await this.pool.query<Record<string, string | number>>(
      `SELECT asset_id, sum(fees)::text AS fees, sum(paid)::text AS paid,
         coalesce(sum(fees) FILTER (WHERE day >= $2), 0)::text AS fees30,
         coalesce(sum(paid) FILTER (WHERE day >= $2), 0)::text AS paid30
       FROM ${this.schema}.referral_days WHERE day < $1 GROUP BY 1 ORDER BY 1`,
      [beforeDay, beforeDay - SHOWN_DAYS],
    );
    return rows.map(({ asset_id, fees, paid, fees30, paid30 }) => ({
      assetId: Number(asset_id),
      fees30Days: BigInt(fees30!) as Amount,
      paid30Days: BigInt(paid30!) as Amount,
      fees: BigInt(fees!) as Amount,
      paid: BigInt(paid!) as Amount,
    }));
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

function toRebate(row: Record<string, string | number>): RebateRecord {
  const rest = Number(row.rest);
  return {
    day: Number(row.day),
    generation: Number(row.generation),
    assetId: Number(row.asset_id),
    amount: BigInt(row.amount!) as Amount,
    fees: BigInt(row.fees!) as Amount,
    sharePpm: Number(row.share_ppm),
    carriedMillionths: Number(row.carried) + rest,
    restMillionths: rest,
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
  };
}
