import type {
  SecondEndedEvent,
  SecondsChange,
  SecondTerms,
  SecondVoidJudgedEvent,
  TickReading,
} from '@candor/kernel';
import type { Amount, PriceTicks } from '@candor/money';
import type { Pool } from 'pg';
import { countOf } from '../../paging.ts';

/** End of a contract, with every input of its settlement. */
export interface SecondEnd
  extends Pick<
    SecondEndedEvent,
    'result' | 'voidReason' | 'wouldHave' | 'opening' | 'closing' | 'closeTicks' | 'paid'
  > {
  readonly endedMs: number;
  readonly seq: number;
}

export interface SecondRecord {
  readonly terms: SecondTerms;
  readonly simulated: boolean;
  /** Null while it is open. */
  readonly end: SecondEnd | null;
  /** Judgement of a void contract without a closing tick, once there was an index again. */
  readonly judgement: Pick<SecondVoidJudgedEvent, 'wouldHave' | 'reading'> | null;
}

export interface SecondQuery {
  readonly userId: number;
  readonly symbolId: number | null;
  /** Only contracts with smaller ids. */
  readonly beforeId: number | null;
  /** At most 500. */
  readonly limit: number;
  /** Only those that are over. */
  readonly ended: boolean;
  /** Inclusive, by the time of acceptance. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

/** Change made by an operator. */
export interface SecondsChangeRecord {
  readonly seq: number;
  readonly timeMs: number;
  /** 0 for all symbols. */
  readonly symbolId: number;
  readonly change: SecondsChange;
  readonly reason: string;
}

type Int8 = string;

interface ChangeRow {
  readonly seq: Int8;
  readonly symbol_id: Int8;
  readonly what: SecondsChange['what'];
  readonly was: string;
  readonly became: string;
  readonly reason: string;
  readonly time_ms: Int8;
}

interface Row {
  readonly contract_id: Int8;
  readonly user_id: Int8;
  readonly symbol_id: Int8;
  readonly client_order_id: string | null;
  readonly up: boolean;
  readonly period_s: Int8;
  readonly quantity: Int8;
  readonly asset_id: Int8;
  readonly stake: Int8;
  readonly payout_ppm: Int8;
  readonly payout: Int8;
  readonly formula: Int8;
  readonly accepted_ms: Int8;
  readonly open_tick_no: Int8;
  readonly close_tick_no: Int8;
  readonly weights: string;
  readonly quorum: Int8;
  readonly simulated: boolean;
  readonly seq: Int8;
  readonly result: SecondEnd['result'] | null;
  readonly void_reason: SecondEnd['voidReason'];
  readonly would_have: SecondEnd['wouldHave'];
  readonly opening: string;
  readonly closing: string;
  readonly close_ticks: Int8 | null;
  readonly paid: Int8;
  readonly ended_ms: Int8;
  readonly ended_seq: Int8;
  readonly judged: SecondVoidJudgedEvent['wouldHave'] | null;
  readonly reading: string;
}

const limitMax = 500;

/** Second contracts as the read models have them: rows may trail the kernel. */
export class SecondsQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** A user's contracts, newest first. */
  contracts(query: SecondQuery): Promise<SecondRecord[]> {
    const { userId, symbolId, beforeId, limit, ended, fromMs = null, toMs = null } = query;
    return this.select(
      `c.user_id = $1 AND ($2::bigint IS NULL OR c.symbol_id = $2) AND ($3::bigint IS NULL OR c.contract_id < $3)
       AND (NOT $4::boolean OR e.result IS NOT NULL)
       AND ($5::bigint IS NULL OR c.accepted_ms >= $5) AND ($6::bigint IS NULL OR c.accepted_ms < $6)`,
      [userId, symbolId, beforeId, ended, fromMs, toMs],
      Math.min(Math.max(1, limit), limitMax),
    );
  }

  /** One contract of a user; null where the user has no such contract. */
  async contract(userId: number, contractId: number): Promise<SecondRecord | null> {
    const rows = await this.select('c.user_id = $1 AND c.contract_id = $2', [userId, contractId], 1);
    return rows[0] ?? null;
  }

  /** Contracts of any users by their ids. */
  async byIds(contractIds: readonly number[]): Promise<ReadonlyMap<number, SecondRecord>> {
    const rows = await this.select('c.contract_id = ANY($1)', [contractIds], contractIds.length);
    return new Map(rows.map((record) => [record.terms.contractId, record]));
  }

  /** The contracts of all users that ended, those accepted last first. */
  lastEnded(limit: number): Promise<SecondRecord[]> {
    const { schema } = this;
    const last = `SELECT contract_id FROM ${schema}.second_ends ORDER BY contract_id DESC LIMIT ${countOf(limit)}`;
    return this.select(`c.contract_id IN (${last})`, [], countOf(limit));
  }

  /** Returns the number of each result among the contracts that ended, those accepted last, at most `most` of them. */
  async lastResults(most: number): Promise<ReadonlyMap<SecondEnd['result'], number>> {
    const { rows } = await this.pool.query<{ result: SecondEnd['result']; ended: string }>(
      `SELECT result, count(*)::text AS ended
       FROM (SELECT result FROM ${this.schema}.second_ends ORDER BY contract_id DESC LIMIT $1) AS last GROUP BY result`,
      [most],
    );
    return new Map(rows.map(({ result, ended }) => [result, Number(ended)]));
  }

  /** Returns the changes that operators made before command `beforeSeq`, newest first; at most 500. */
  async changes(beforeSeq: number | null, limit: number): Promise<SecondsChangeRecord[]> {
    const { rows } = await this.pool.query<ChangeRow>(
      `SELECT * FROM ${this.schema}.seconds_changes WHERE $1::bigint IS NULL OR seq < $1
       ORDER BY seq DESC LIMIT ${Math.min(Math.max(1, limit), limitMax)}`,
      [beforeSeq],
    );
    return rows.map((row) => ({
      seq: Number(row.seq),
      timeMs: Number(row.time_ms),
      symbolId: Number(row.symbol_id),
      change: { what: row.what, before: readValue(row.was), after: readValue(row.became) } as SecondsChange,
      reason: row.reason,
    }));
  }

  private async select(where: string, values: readonly unknown[], limit: number): Promise<SecondRecord[]> {
    const { schema } = this;
    const { rows } = await this.pool.query<Row>(
      `SELECT c.*, e.result, e.void_reason, e.would_have, e.opening, e.closing, e.close_ticks, e.paid, e.ended_ms,
         e.seq AS ended_seq, j.would_have AS judged, j.reading
       FROM ${schema}.second_contracts AS c
       LEFT JOIN ${schema}.second_ends AS e USING (contract_id)
       LEFT JOIN ${schema}.second_judgements AS j USING (contract_id)
       WHERE ${where} ORDER BY c.contract_id DESC LIMIT ${limit}`,
      [...values],
    );
    return rows.map(toRecord);
  }
}

function readValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && 'units' in value
    ? BigInt(String(value.units))
    : value;
}

function toRecord(row: Row): SecondRecord {
  return {
    terms: {
      contractId: Number(row.contract_id),
      userId: Number(row.user_id),
      symbolId: Number(row.symbol_id),
      clientOrderId: row.client_order_id,
      direction: row.up ? 'up' : 'down',
      periodS: Number(row.period_s),
      quantity: Number(row.quantity),
      assetId: Number(row.asset_id),
      stake: BigInt(row.stake) as Amount,
      payoutPpm: Number(row.payout_ppm),
      payout: BigInt(row.payout) as Amount,
      formula: Number(row.formula),
      acceptedMs: Number(row.accepted_ms),
      acceptedSeq: Number(row.seq),
      openTickNo: Number(row.open_tick_no),
      closeTickNo: Number(row.close_tick_no),
      weights: JSON.parse(row.weights) as SecondTerms['weights'],
      quorum: Number(row.quorum),
    },
    simulated: row.simulated,
    end: row.result === null ? null : toEnd(row, row.result),
    judgement:
      row.judged === null ? null : { wouldHave: row.judged, reading: JSON.parse(row.reading) as TickReading },
  };
}

function toEnd(row: Row, result: SecondEnd['result']): SecondEnd {
  return {
    result,
    voidReason: row.void_reason,
    wouldHave: row.would_have,
    opening: JSON.parse(row.opening) as TickReading,
    closing: JSON.parse(row.closing) as TickReading[],
    closeTicks: row.close_ticks === null ? null : (Number(row.close_ticks) as PriceTicks),
    paid: BigInt(row.paid) as Amount,
    endedMs: Number(row.ended_ms),
    seq: Number(row.ended_seq),
  };
}
