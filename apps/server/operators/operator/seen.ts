import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ReviewVerdict } from '../../gateway/review/index.ts';

/** Parts of the queue's items that operators were served: nobody decides on what they did not get. */
export interface Seen {
  /** Notes that the facts were read, with the pictures that the item rests on. */
  facts(operatorId: number, itemId: number, images: readonly string[]): Promise<void>;
  /** Notes that a picture was served, or that it was asked for and is not there. */
  picture(operatorId: number, itemId: number, name: string, isThere: boolean): Promise<void>;
  /** The pictures of an item that an operator was served or that are not there. */
  of(operatorId: number, itemId: number): Promise<readonly string[]>;
  /**
   * Without a picture that is not there, an item can be rejected and not approved.
   * @throws Refusal REVIEW_UNSEEN
   */
  mustBe(trx: Db, operatorId: number, itemId: number, verdict: ReviewVerdict): Promise<void>;
}

/** The part of an item that is not a picture. */
const FACTS = '';

export function createSeen(db: Db, now: () => number): Seen {
  const rowsOf = (within: Db, operatorId: number, itemId: number) =>
    within
      .selectFrom('review.served')
      .select(['part', 'images', 'is_there'])
      .where('item_id', '=', BigInt(itemId))
      .where('operator_id', '=', BigInt(operatorId))
      .execute();

  async function note(
    operatorId: number,
    itemId: number,
    part: string,
    served: { readonly images: readonly string[]; readonly is_there: boolean },
  ): Promise<void> {
    const row = { images: [...served.images], is_there: served.is_there, served_at: new Date(now()) };
    await db
      .insertInto('review.served')
      .values({ item_id: itemId, operator_id: operatorId, part, ...row })
      .onConflict((conflict) => conflict.columns(['item_id', 'operator_id', 'part']).doUpdateSet(row))
      .execute();
  }

  return {
    facts: (operatorId, itemId, images) => note(operatorId, itemId, FACTS, { images, is_there: true }),
    picture: (operatorId, itemId, name, isThere) =>
      note(operatorId, itemId, name, { images: [], is_there: isThere }),
    async of(operatorId, itemId) {
      const rows = await rowsOf(db, operatorId, itemId);
      return rows.map(({ part }) => part).filter((part) => part !== FACTS);
    },
    async mustBe(trx, operatorId, itemId, verdict) {
      const rows = await rowsOf(trx, operatorId, itemId);
      const facts = rows.find(({ part }) => part === FACTS);
      if (facts === undefined) throw new Refusal('REVIEW_UNSEEN');
      const isSeen = (image: string) =>
        rows.some(({ part, is_there }) => part === image && (is_there || verdict === 'reject'));
      if (!facts.images.every(isSeen)) throw new Refusal('REVIEW_UNSEEN');
    },
  };
}
