import type { OtcOrderDetail } from '@candor/api';
import type { OtcEntryRecord, OtcOrderRecord } from '@candor/projections';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';

/** An order can be rated for so long after its end. */
const RATED_WITHIN_MS = 7 * 86_400_000;

/** Ratings of released orders: one of each side, with one answer. An order that was appealed is not rated. */
export function createRatings({ db, now }: { readonly db: Db; readonly now: () => number }) {
  const wasAppealed = ({ event }: OtcEntryRecord): boolean =>
    event.type === 'otcOrderMoved' && event.to === 'appealed';
  const mayRate = ({ state, endedMs }: OtcOrderRecord, entries: readonly OtcEntryRecord[]): boolean =>
    state === 'released' &&
    endedMs !== null &&
    endedMs > now() - RATED_WITHIN_MS &&
    !entries.some(wasAppealed);

  async function ofOne(orderId: number, userId: number): Promise<OtcOrderDetail['rating']> {
    const row = await db
      .selectFrom('otc.rating')
      .selectAll()
      .where('order_id', '=', BigInt(orderId))
      .where('user_id', '=', BigInt(userId))
      .executeTakeFirst();
    if (row === undefined) return null;
    return { isGood: row.is_good, text: row.text, answer: row.answer, time: row.rated_at.getTime() };
  }

  return {
    mayRate,
    async of(orderId: number, userId: number, otherId: number) {
      const [rating, rated] = await Promise.all([ofOne(orderId, userId), ofOne(orderId, otherId)]);
      return { rating, rated };
    },
    /**
     * @throws Refusal OTC_NOT_RATED for an order that is not released or was appealed, and long after it; OTC_RATED where a
     * rating is there
     */
    async rate(
      userId: number,
      record: OtcOrderRecord,
      entries: readonly OtcEntryRecord[],
      { isGood, text }: { readonly isGood: boolean; readonly text: string },
    ): Promise<void> {
      refuseLate(now());
      const { orderId, buyerId, sellerId } = record.created;
      if (!mayRate(record, entries)) throw new Refusal('OTC_NOT_RATED');
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('otc.rating')
        .values({
          order_id: orderId,
          user_id: userId,
          rated_id: buyerId === userId ? sellerId : buyerId,
          is_good: isGood,
          text,
          rated_at: new Date(now()),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) return;
      const before = await ofOne(orderId, userId);
      // the same rating sent again is the same one
      if (before?.isGood !== isGood || before.text !== text) throw new Refusal('OTC_RATED');
    },
    /** @throws Refusal OTC_RATED where there is no rating, or an answer already */
    async answer(userId: number, orderId: number, answer: string): Promise<void> {
      refuseLate(now());
      const { numUpdatedRows } = await db
        .updateTable('otc.rating')
        .set({ answer })
        .where('order_id', '=', BigInt(orderId))
        .where('rated_id', '=', BigInt(userId))
        // the same answer sent again is the same one
        .where('answer', 'in', ['', answer])
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new Refusal('OTC_RATED');
    },
  };
}

export type Ratings = ReturnType<typeof createRatings>;
