import { MAX_FIRED_ALERTS } from '@candor/api';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../base/database/index.ts';
import type { CrossedAlert } from './book.ts';

/** The row of an alert that went off. */
export type FiredAlert = Selectable<Database['alerts.alert']>;

/**
 * Marks an alert as fired and tells its owner, in one transaction: whoever else fires it, or a second price, finds no
 * alert with these terms waiting. Resolves with true if it was fired here.
 */
export async function fireAlert(
  db: Db,
  { alert, priceTicks, timeMs }: CrossedAlert,
  nowMs: number,
  tell: (trx: Trx, fired: FiredAlert) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const fired = await trx
      .updateTable('alerts.alert')
      .set({
        state: 'fired',
        fired_at: new Date(timeMs),
        fired_ticks: BigInt(priceTicks),
        changed_at: new Date(nowMs),
      })
      .where('alert_id', '=', BigInt(alert.alertId))
      .where('version', '=', alert.version)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    if (fired === undefined) return false;
    await sql`
      delete from alerts.alert where alert_id in (
        select alert_id from alerts.alert where user_id = ${fired.user_id} and state = 'fired'
        order by fired_at desc, alert_id desc offset ${MAX_FIRED_ALERTS})`.execute(trx);
    await tell(trx, fired);
    return true;
  });
}
