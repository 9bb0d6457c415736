import { MAX_PRICE_ALERTS, type PriceAlertRow } from '@candor/api';
import { sql } from 'kysely';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { type AlertMarketsDeps, alertMarket } from './markets.ts';
import { type AlertRow, shownAlert } from './rows.ts';
import { type AlertTerms, readTerms, type TermColumns } from './terms.ts';
import { ALERT_CHANGED } from './words.ts';

export interface AlertsDeps extends AlertMarketsDeps {
  readonly db: Db;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly now: () => number;
}

export function createAlerts(deps: AlertsDeps) {
  const { db, bus, now } = deps;
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
      return rows.map((row) => shownAlert(deps, row));
    },

    /** Adds an alert; one of the same terms that waits already is the answer. */
    add: (userId: number, name: string, terms: AlertTerms) => addAlert(deps, userId, name, terms),

    /** Changes an alert, which waits from then on. @throws Refusal PRICE_ALERT_UNKNOWN, and as `add` */
    change: (userId: number, alertId: number, terms: AlertTerms) => changeAlert(deps, userId, alertId, terms),

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

function changed(deps: AlertsDeps, row: AlertRow): PriceAlertRow {
  deps.bus.publish(ALERT_CHANGED, idOf(row.alert_id));
  return shownAlert(deps, row);
}

async function addAlert(
  deps: AlertsDeps,
  userId: number,
  name: string,
  terms: AlertTerms,
): Promise<PriceAlertRow> {
  const { db, core, now } = deps;
  refuseLate(now());
  const columns = await readTerms(core, alertMarket(deps, name), terms);
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
  return changed(deps, row);
}

async function changeAlert(
  deps: AlertsDeps,
  userId: number,
  alertId: number,
  terms: AlertTerms,
): Promise<PriceAlertRow> {
  const { db, core, now } = deps;
  refuseLate(now());
  const found = await db
    .selectFrom('alerts.alert')
    .select('symbol')
    .where('alert_id', '=', BigInt(alertId))
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('PRICE_ALERT_UNKNOWN');
  const columns = await readTerms(core, alertMarket(deps, found.symbol), terms);
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
  return changed(deps, row);
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

/** The alert of a user with exactly these terms that waits; undefined where there is none. */
const waitingOne = (trx: Trx, userId: number, terms: TermColumns) =>
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

/** One change of a user's alerts at a time, so that two cannot pass the limit together. */
async function inTurn(trx: Trx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`candor alerts ${userId}`}))`.execute(trx);
}
