import {
  MAX_PRICE_ALERTS,
  PRICE_ALERT_PERCENT,
  type PriceAlertKind,
  type PriceAlertRow,
  type PriceAlertSource,
  type PriceAlertWindow,
} from '@candor/api';
import { formatDecimalTrimmed, type PriceTicks, parseDecimal, ticksToDecimal, toTicks } from '@candor/money';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Bus } from '../../base/bus/index.ts';
import { type Database, type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { type AlertMarket, type AlertMarketsDeps, alertMarket } from './markets.ts';
import { ALERT_CHANGED } from './words.ts';

/** Decimals of a percentage in parts per million. */
const PERCENT_SCALE = 4;

/** The terms of an alert as they arrive. */
export interface AlertTerms {
  readonly source: PriceAlertSource;
  readonly kind: PriceAlertKind;
  readonly price?: string | undefined;
  readonly percent?: string | undefined;
  readonly windowMinutes?: PriceAlertWindow | undefined;
}

export interface AlertsDeps extends AlertMarketsDeps {
  readonly db: Db;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly now: () => number;
}

type Row = Selectable<Database['alerts.alert']>;

export function createAlerts(deps: AlertsDeps) {
  const { db, core, bus, now } = deps;

  /** Writes a row as the API shows it. */
  function shown(row: Row): PriceAlertRow {
    const market = alertMarket(deps, row.symbol);
    const steps = market.watched(row.source);
    const price = (ticks: bigint | null) =>
      ticks === null ? null : ticksToDecimal(Number(ticks) as PriceTicks, steps);
    return {
      id: idOf(row.alert_id),
      symbol: market.symbol,
      symbol_name: market.symbol_name,
      isContract: market.isContract,
      priceDecimals: steps.priceDecimals,
      source: row.source,
      kind: row.kind,
      price: price(row.price_ticks),
      percent: row.move_ppm === null ? null : formatDecimalTrimmed(BigInt(row.move_ppm), PERCENT_SCALE),
      windowMinutes: row.window_minutes as PriceAlertWindow | null,
      state: row.state,
      createTime: row.created_at.getTime(),
      firedTime: row.fired_at?.getTime() ?? null,
      firedPrice: price(row.fired_ticks),
    };
  }

  /** Reads terms of a market. @throws Refusal PRICE_INVALID, PRICE_ALERT_PERCENT, PRICE_ALERT_MET */
  async function read(market: AlertMarket, terms: AlertTerms) {
    const { source, kind } = terms;
    const steps = market.watched(source);
    const same = { symbol: market.symbol, source, kind, watched_id: steps.symbolId };
    if (terms.price === undefined)
      return {
        ...same,
        price_ticks: null,
        move_ppm: readPercent(terms.percent),
        window_minutes: terms.windowMinutes ?? null,
      };
    const ticks = toTicks(terms.price, steps);
    if (ticks === null || ticks <= 0)
      throw new Refusal('PRICE_INVALID', { field: 'price', details: { step: steps.tickDecimal } });
    const present = (await core.ask('watchedPrices'))[source].get(steps.symbolId);
    // it would go off at once: mostly a slip of the side
    if (present !== undefined && (kind === 'above' ? present >= ticks : present <= ticks))
      throw new Refusal('PRICE_ALERT_MET', { field: 'price' });
    return { ...same, price_ticks: BigInt(ticks), move_ppm: null, window_minutes: null };
  }

  /** @throws Refusal PRICE_ALERTS_FULL where another one waiting would be one too many */
  async function refuseFull(trx: Trx, userId: number): Promise<void> {
    const { waiting } = await trx
      .selectFrom('alerts.alert')
      .select(({ fn }) => fn.countAll<bigint>().as('waiting'))
      .where('user_id', '=', BigInt(userId))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    if (waiting >= BigInt(MAX_PRICE_ALERTS))
      throw new Refusal('PRICE_ALERTS_FULL', { details: { most: String(MAX_PRICE_ALERTS) } });
  }

  const changed = (row: Row): PriceAlertRow => {
    bus.publish(ALERT_CHANGED, idOf(row.alert_id));
    return shown(row);
  };

  /** The alert of a user with exactly these terms that waits; undefined where there is none. */
  const waitingOne = (trx: Trx, userId: number, terms: Awaited<ReturnType<typeof read>>) =>
    trx
      .selectFrom('alerts.alert')
      .selectAll()
      .where('user_id', '=', BigInt(userId))
      .where('state', '=', 'waiting')
      .where('symbol', '=', terms.symbol)
      .where('source', '=', terms.source)
      .where('kind', '=', terms.kind)
      .where('price_ticks', 'is not distinct from', terms.price_ticks)
      .where('move_ppm', 'is not distinct from', terms.move_ppm)
      .where('window_minutes', 'is not distinct from', terms.window_minutes)
      .executeTakeFirst();

  return {
    async list(userId: number): Promise<PriceAlertRow[]> {
      const rows = await db
        .selectFrom('alerts.alert')
        .selectAll()
        .where('user_id', '=', BigInt(userId))
        .orderBy('state', 'desc')
        .orderBy(sql`coalesce(fired_at, created_at)`, 'desc')
        .orderBy('alert_id', 'desc')
        .execute();
      return rows.map(shown);
    },

    /** Adds an alert; one of the same terms that waits already is the answer. */
    async add(userId: number, name: string, terms: AlertTerms): Promise<PriceAlertRow> {
      refuseLate(now());
      const columns = await read(alertMarket(deps, name), terms);
      const row = await db.transaction().execute(async (trx) => {
        await inTurn(trx, userId);
        const known = await waitingOne(trx, userId, columns);
        if (known !== undefined) return known;
        await refuseFull(trx, userId);
        const at = new Date(now());
        return trx
          .insertInto('alerts.alert')
          .values({
            ...columns,
            user_id: userId,
            state: 'waiting',
            version: 1,
            created_at: at,
            changed_at: at,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      return changed(row);
    },

    /** Changes an alert, which waits from then on. @throws Refusal PRICE_ALERT_UNKNOWN, and as `add` */
    async change(userId: number, alertId: number, terms: AlertTerms): Promise<PriceAlertRow> {
      refuseLate(now());
      const found = await db
        .selectFrom('alerts.alert')
        .select('symbol')
        .where('alert_id', '=', BigInt(alertId))
        .where('user_id', '=', BigInt(userId))
        .executeTakeFirst();
      if (found === undefined) throw new Refusal('PRICE_ALERT_UNKNOWN');
      const columns = await read(alertMarket(deps, found.symbol), terms);
      const row = await db.transaction().execute(async (trx) => {
        await inTurn(trx, userId);
        const own = trx.selectFrom('alerts.alert').selectAll().where('alert_id', '=', BigInt(alertId));
        const before = await own.where('user_id', '=', BigInt(userId)).executeTakeFirst();
        if (before === undefined) throw new Refusal('PRICE_ALERT_UNKNOWN');
        const twin = await waitingOne(trx, userId, columns);
        if (twin !== undefined && twin.alert_id === before.alert_id) return twin;
        if (twin !== undefined) {
          await trx.deleteFrom('alerts.alert').where('alert_id', '=', before.alert_id).execute();
          return twin;
        }
        if (before.state === 'fired') await refuseFull(trx, userId);
        return trx
          .updateTable('alerts.alert')
          .set({
            ...columns,
            state: 'waiting',
            version: before.version + 1,
            changed_at: new Date(now()),
            fired_at: null,
            fired_ticks: null,
          })
          .where('alert_id', '=', before.alert_id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      return changed(row);
    },

    /** Deletes an alert. The house's copy of it goes off in nothing: the row that it would mark is gone. */
    async remove(userId: number, alertId: number): Promise<null> {
      refuseLate(now());
      await db
        .deleteFrom('alerts.alert')
        .where('alert_id', '=', BigInt(alertId))
        .where('user_id', '=', BigInt(userId))
        .execute();
      bus.publish(ALERT_CHANGED, alertId);
      return null;
    },
  };
}

/** One change of a user's alerts at a time, so that two cannot pass the limit together. */
async function inTurn(trx: Trx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`candor alerts ${userId}`}))`.execute(trx);
}

/** @throws Refusal PRICE_ALERT_PERCENT outside of what an alert may wait for, or with more than two decimals */
function readPercent(text = ''): number {
  const { least, most } = PRICE_ALERT_PERCENT;
  const hundredths = parseDecimal(text, 2);
  const scaled = (limit: string) => parseDecimal(limit, 2)!;
  if (hundredths === null || hundredths < scaled(least) || hundredths > scaled(most))
    throw new Refusal('PRICE_ALERT_PERCENT', { field: 'percent', details: { least, most } });
  return Number(hundredths) * 100;
}
