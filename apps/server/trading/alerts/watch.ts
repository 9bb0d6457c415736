import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceAlertSource } from '@candor/api';
import type { CommittedBatch } from '@candor/journal';
import type { PriceTicks } from '@candor/money';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, idOf, kyselyOf, patiently, type Trx } from '../../base/database/index.ts';
import { reportsFault } from '../../base/work/passing.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { type CoreLink, onBatches } from '../../engine/core/index.ts';
import { AlertBook, type CrossedAlert, type WaitingAlert } from './book.ts';
import { type FiredAlert, fireAlert } from './fire.ts';
import { MINUTE_MS } from './minutes.ts';
import { ALERT_CHANGED } from './words.ts';

const ROUND_MS = 15_000;
/** A message on the bus may be lost: each round reads again what changed within this time. */
const LOOK_BACK_MS = 60_000;
const DAY_MS = 86_400_000;
const RETRY_MS = 1_000;
const ROWS_AT_ONCE = 1_000;

export interface WatchDeps {
  readonly pool: Pool;
  readonly core: Pick<CoreLink, 'ask' | 'onCommitted'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Tells the owner of an alert that went off, within the transaction that marks it. */
  readonly tell: (trx: Trx, fired: FiredAlert) => Promise<void>;
}

/** Compares committed prices with all alerts that wait, until the returned function is called. */
export async function watchAlerts({
  pool,
  core,
  bus,
  now,
  log,
  tell,
}: WatchDeps): Promise<() => Promise<void>> {
  const db = kyselyOf(pool);
  const book = new AlertBook();
  const crossed: CrossedAlert[] = [];
  let firing: Promise<void> | null = null;
  let stopped = false;

  const fireAll = async (): Promise<void> => {
    while (crossed.length > 0 && !stopped) {
      try {
        await fireAlert(db, crossed[0]!, now(), tell);
        crossed.shift();
      } catch (error) {
        reportsFault(log, 'a price alert waits to be told')(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    firing = null;
  };
  const take = (more: readonly CrossedAlert[]): void => {
    if (more.length === 0) return;
    crossed.push(...more);
    firing ??= fireAll();
  };
  const see: See = (source, watchedId, ticks, timeMs) => take(book.see(source, watchedId, ticks, timeMs));
  const readPrices = async (): Promise<void> => {
    const { index, last, timeMs } = await core.ask('watchedPrices');
    for (const [symbolId, ticks] of index) see('index', symbolId, ticks, timeMs);
    for (const [symbolId, ticks] of last) see('last', symbolId, ticks, timeMs);
  };
  const waiting = () => db.selectFrom('alerts.alert').selectAll().where('state', '=', 'waiting');
  const putAll = (rows: readonly FiredAlert[]): void => {
    for (const row of rows) take(book.put(waitingOf(row)));
  };
  const failed = (error: unknown): void => log.warn({ err: error }, 'price alerts were not read');

  await patiently(pool, () => readMinutes(db, book, now() - DAY_MS));
  const endings = [
    onBatches(core, (batch, gap) => {
      seeBatch(book, see, batch);
      if (gap) readPrices().catch(failed);
    }),
    bus.subscribe(ALERT_CHANGED, (alertId) => {
      waiting()
        .where('alert_id', '=', BigInt(alertId as number))
        .execute()
        .then((rows) => {
          if (rows.length === 0) book.remove(alertId as number);
          putAll(rows);
        }, failed);
    }),
  ];
  await readPrices();
  putAll(await patiently(pool, () => waiting().execute()));
  let keptMs = now();
  const endRounds = startRounds({
    everyMs: ROUND_MS,
    round: async () => {
      putAll(
        await waiting()
          .where('changed_at', '>', new Date(now() - LOOK_BACK_MS))
          .execute(),
      );
      if (now() - keptMs < MINUTE_MS) return;
      await keepMinutes(db, book, now());
      keptMs = now();
    },
    log,
    failed: 'price alerts were not looked through',
  });
  return async () => {
    for (const end of endings) end();
    await endRounds();
    await keepMinutes(db, book, now()).catch(failed);
    stopped = true;
    await firing;
  };
}

/** Takes in a price, and fires the alerts that it crosses. */
type See = (source: PriceAlertSource, watchedId: number, ticks: PriceTicks, timeMs: number) => void;

function seeBatch(book: AlertBook, see: See, { commands }: CommittedBatch): void {
  for (const { stamp, events } of commands) {
    for (const event of events) {
      if (event.type === 'trade' || event.type === 'perpetualTrade')
        see('last', event.symbolId, event.priceTicks, stamp.timeMs);
      else if (event.type === 'index' && event.priceTicks === null) book.forget('index', event.symbolId);
      else if (event.type === 'index') see('index', event.symbolId, event.priceTicks!, stamp.timeMs);
    }
  }
}

function waitingOf(row: FiredAlert): WaitingAlert {
  return {
    alertId: idOf(row.alert_id),
    version: row.version,
    source: row.source,
    watchedId: row.watched_id,
    kind: row.kind,
    priceTicks: row.price_ticks === null ? null : (Number(row.price_ticks) as PriceTicks),
    movePpm: row.move_ppm,
    windowMinutes: row.window_minutes,
  };
}

/** Begins with the minutes that an earlier run kept. */
async function readMinutes(db: Db, book: AlertBook, fromMs: number): Promise<void> {
  const rows = await db
    .selectFrom('alerts.minute')
    .selectAll()
    .where('minute', '>=', new Date(fromMs))
    .orderBy('minute')
    .execute();
  const kept = Map.groupBy(rows, ({ source, watched_id }) => `${source} ${watched_id}`);
  for (const minutes of kept.values()) {
    const { source, watched_id } = minutes[0]!;
    book.begin(
      source,
      watched_id,
      minutes.map(({ minute, low_ticks, high_ticks }) => ({
        startMs: minute.getTime(),
        low: Number(low_ticks) as PriceTicks,
        high: Number(high_ticks) as PriceTicks,
      })),
    );
  }
}

/** Keeps the minutes that are not kept yet, and deletes those of before the last day. */
async function keepMinutes(db: Db, book: AlertBook, nowMs: number): Promise<void> {
  const minutes = book.minutesToKeep();
  for (let from = 0; from < minutes.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('alerts.minute')
      .values(
        minutes.slice(from, from + ROWS_AT_ONCE).map(({ source, watchedId, startMs, low, high }) => ({
          source,
          watched_id: watchedId,
          minute: new Date(startMs),
          low_ticks: BigInt(low),
          high_ticks: BigInt(high),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['source', 'watched_id', 'minute']).doUpdateSet({
          low_ticks: sql`least(minute.low_ticks, excluded.low_ticks)`,
          high_ticks: sql`greatest(minute.high_ticks, excluded.high_ticks)`,
        }),
      )
      .execute();
  book.kept(nowMs - MINUTE_MS);
  await db
    .deleteFrom('alerts.minute')
    .where('minute', '<', new Date(nowMs - DAY_MS))
    .execute();
}
