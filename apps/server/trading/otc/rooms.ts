import type { OtcMethod, OtcPayment } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import type { OrderChats } from '../../users/chat/index.ts';
import type { Payments } from './payments.ts';

export interface RoomsDeps {
  readonly db: Db;
  readonly chats: OrderChats;
  readonly payments: Payments;
  readonly now: () => number;
}

/** Parts of an order that its room is made of. */
export interface RoomOrder {
  readonly orderId: number;
  readonly buyerId: number;
  readonly sellerId: number;
  readonly method: string;
}

/** Rooms of orders: the conversation, and the account that is paid to as it stood when the offer was taken. */
export interface Rooms {
  /** Makes the room of an order once: whoever took the offer does, and whoever reads it first where that one was cut off. */
  open(order: RoomOrder): Promise<void>;
  /** The account: whole while the order is open, its last four characters afterwards. */
  payment(orderId: number, isOpen: boolean): Promise<OtcPayment | null>;
}

export function createRooms({ db, chats, payments, now }: RoomsDeps): Rooms {
  const rowOf = (orderId: number) =>
    db.selectFrom('otc.order_room').selectAll().where('order_id', '=', BigInt(orderId)).executeTakeFirst();

  return {
    async open({ orderId, buyerId, sellerId, method }) {
      if ((await rowOf(orderId)) !== undefined) return;
      const account = await payments.accountOf(sellerId, method as OtcMethod);
      const kept = account === null ? null : payments.seal(account);
      await db.transaction().execute(async (trx) => {
        const chatId = await chats.open(trx, orderId, [buyerId, sellerId], now());
        await trx
          .insertInto('otc.order_room')
          .values({
            order_id: orderId,
            chat_id: chatId,
            payment_sealed: kept?.sealed ?? null,
            payment_tail: kept?.tail ?? null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    },
    async payment(orderId, isOpen) {
      const row = await rowOf(orderId);
      if (row === undefined || row.payment_tail === null) return null;
      if (isOpen && row.payment_sealed !== null) return payments.open(row.payment_sealed);
      return payments.tailShown(row.payment_tail);
    },
  };
}
