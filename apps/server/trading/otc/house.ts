import { type MerchantRejection, type RefreshMessage, subjects } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, kyselyOf, migrate } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { type OrderChats, orderChats, publishHint } from '../../users/chat/index.ts';
import { newsOf, type OrderNews } from './news.ts';
import { migrations } from './schema.ts';

const ROUND_MS = 15_000;
/** Rooms that one round looks at. */
const A_ROUND = 500;
const DAYS_MS = 7 * 86_400_000;

/** Time for which the topic of a merchant waits for the read models. */
const PATIENCE_MS = 2_000;

type House = Parameters<HousePart>[0];
type OfOrder = OrderNews['event'];

/** Tells both sides of a change but its maker, and a new order's merchant: over the topics of user and merchant. */
export async function tellSides(
  { db, bus, history }: Pick<House, 'bus' | 'history'> & { readonly db: Db },
  { event, type, state, isNew, by }: OrderNews,
  seq: number,
): Promise<void> {
  const { orderId, buyerId, sellerId } = event;
  const rows = await db
    .selectFrom('otc.merchant')
    .select(['user_id', 'merchant_id'])
    .where('user_id', 'in', [BigInt(buyerId), BigInt(sellerId)])
    .execute();
  const merchants = new Map(rows.map((row) => [idOf(row.user_id), idOf(row.merchant_id)]));
  const made = await makerOf({ history }, event, seq);
  bus.publishAll(
    [buyerId, sellerId].flatMap((userId) => {
      // a new order is the merchant's: whoever took the offer is on its page
      if (isNew && userId !== made) return [];
      const merchantId = userId === made ? (merchants.get(userId) ?? null) : null;
      const message: RefreshMessage = {
        type,
        isNew: isNew ? 1 : 0,
        content: `OTC order ${orderId}: ${state}`,
        orderCode: String(orderId),
        changeUser: by,
        serviceType: state,
        link_merchant: merchantId,
      };
      const topics = merchantId === null ? [userId] : [userId, merchantId];
      return topics.map((topic) => [subjects.refresh(topic), message] as const);
    }),
  );
}

/** User whose offer an order took: known from its creation, and afterwards from the read models. */
async function makerOf({ history }: Pick<House, 'history'>, event: OfOrder, seq: number): Promise<number> {
  if (event.type === 'otcOrderCreated') return event.makerId;
  await history.caughtUp(seq, PATIENCE_MS);
  return (await history.otc.order(event.orderId))?.created.makerId ?? 0;
}

/** Says in an order's conversation what became of it. */
async function sayInRoom(
  { db, bus, chats, now }: Pick<House, 'bus' | 'now'> & { readonly db: Db; readonly chats: OrderChats },
  { event, code, state }: OrderNews,
  seq: number,
): Promise<void> {
  if (code === null || state === 'created') return;
  const hint = await db
    .transaction()
    .execute((trx) => chats.news(trx, event.orderId, code, `${state}:${seq}`, now()));
  if (hint !== null) await publishHint({ db, bus, now }, hint);
}

/** Takes whole payment details out of the rooms of orders that have ended: four characters stay. */
export async function forgetPayments(db: Db, core: Pick<CoreLink, 'ask'>): Promise<void> {
  const rows = await db
    .selectFrom('otc.order_room')
    .select('order_id')
    .where('payment_sealed', 'is not', null)
    .limit(A_ROUND)
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ order_id }) => idOf(order_id));
  const open = new Set(await core.ask('otcOpenAmong', ids));
  const ended = ids.filter((id) => !open.has(id));
  if (ended.length === 0) return;
  await db
    .updateTable('otc.order_room')
    .set({ payment_sealed: null })
    .where('order_id', 'in', ended.map(BigInt))
    .execute();
}

/** Rejects applications that two operators approved and the ledger did not, such as where the deposit had left. */
export async function rejectRefused(db: Db, now: () => number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // a merchant already is one by another application
    const { rows } = await sql<{ application_id: bigint; user_id: bigint; reason: MerchantRejection }>`
      update otc.application a set state = 'rejected',
        reason = case o.rejection when 'OTC_NOT_ADMITTED' then 'identity' else 'deposit' end
      from outbox.command o
      where a.state = 'approved' and a.decided_at > ${new Date(now() - DAYS_MS)}
        and o.key = 'otc-merchant:' || a.application_id and o.rejection <> 'OTC_MERCHANT'
      returning a.application_id, a.user_id, a.reason`.execute(trx);
    for (const { application_id, user_id, reason } of rows) {
      await trx.deleteFrom('otc.merchant').where('user_id', '=', user_id).execute();
      await noteNotice(trx, {
        userId: idOf(user_id),
        key: `merchant:${application_id}`,
        kind: 'merchant-decided',
        timeMs: now(),
        facts: { decision: 'rejected', reason },
      });
    }
  });
}

export const otcHouse: HousePart = async (house) => {
  const { pool, core, bus, history, now, log } = house;
  // A first start makes the tables in whichever process comes first.
  await migrate(pool, 'otc', migrations);
  const db = kyselyOf(pool);
  const chats = orderChats(db);
  let told: Promise<void> = Promise.resolve();
  core.onCommitted(({ commands }) => {
    for (const { stamp, events } of commands)
      for (const event of events) {
        const news = newsOf(event);
        if (news === null) continue;
        told = told
          .then(async () => {
            await tellSides({ db, bus, history }, news, stamp.seq);
            await sayInRoom({ db, bus, chats, now }, news, stamp.seq);
          })
          .catch((error: unknown) => log.warn({ err: error }, 'the sides of an OTC order were not told'));
      }
  });
  const stop = startRounds({
    everyMs: ROUND_MS,
    async round() {
      await forgetPayments(db, core);
      await rejectRefused(db, now);
    },
    log,
    failed: 'rooms of ended OTC orders were not looked at',
  });
  return async () => {
    await stop();
    await told;
  };
};
