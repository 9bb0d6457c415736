import { otcCalls } from '@candor/api';
import { idOf, kyselyOf, migrate } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { CallContext } from '../../gateway/http/context.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Bank } from '../../money/bank/index.ts';
import { requireFundPassword } from '../../money/withdrawals/index.ts';
import type { Touches } from '../../operators/touches/index.ts';
import { type Chat, orderChats } from '../../users/chat/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { Session } from '../../users/identity/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import { createStatements } from './evidence.ts';
import { otcHandlers } from './handlers.ts';
import { createPayments } from './payments.ts';
import { checkRelease } from './releasing.ts';
import { merchantReview } from './review.ts';
import type { OtcRoom } from './room.ts';
import { createRooms } from './rooms.ts';
import { migrations } from './schema.ts';
import { createTraders } from './traders.ts';

interface Base extends OpeningServices {
  readonly factors: Factors;
  readonly files: Files;
  readonly kyc: Kyc;
  readonly bank: Bank;
  readonly chat: Chat;
  readonly touches: Touches;
}

type Releasing = CallContext<(typeof otcCalls)['releaseOtcOrder'], Session> & { readonly session: Session };

export const otc = defineSubject({
  calls: otcCalls,
  async open(_lifecycle, services: Base) {
    const { pool, core, catalogues, factors, files, kyc, bank, touches, reviews, outbox, fileStore, now } =
      services;
    await migrate(pool, 'otc', migrations);
    const db = kyselyOf(pool);
    const { masterKey } = fileStore;
    const payments = createPayments(bank, masterKey);
    const chats = orderChats(db);
    // faults of a release, and a wrong fund password, are refused before factors are asked for
    factors.look('releaseOtcOrder', async (context) => {
      const { session, headers, body } = context as unknown as Releasing;
      const { userId } = session;
      const { amount, coin, payer } = await checkRelease({ core, catalogues, kyc, factors }, userId, body);
      if (!(await factors.fundPassword.isSet(userId))) throw new Refusal('FUND_PASSWORD_NOT_SET');
      await requireFundPassword(factors, { session, headers }, body.fundPassword);
      return {
        kinds: ['knowledge'],
        facts: [
          { name: 'amount', value: amount, unit: coin },
          { name: 'name', value: payer },
        ],
      };
    });
    const room: OtcRoom = {
      db,
      masterKey,
      payments,
      chats,
      reviews,
      rooms: createRooms({ db, chats, payments, now }),
      statements: createStatements({ db, files, now }),
      traders: createTraders({ db, kyc, promises: outbox }),
      async merchantIdOf(userId) {
        const row = await db
          .selectFrom('otc.merchant')
          .select('merchant_id')
          .where('user_id', '=', BigInt(userId))
          .executeTakeFirst();
        return row === undefined ? null : idOf(row.merchant_id);
      },
      async ownerOf(merchantId) {
        const row = await db
          .selectFrom('otc.merchant')
          .select('user_id')
          .where('merchant_id', '=', BigInt(merchantId))
          .executeTakeFirst();
        return row === undefined ? null : idOf(row.user_id);
      },
      review: merchantReview({ db, core, catalogues, kyc, promises: outbox, reviews, touches }),
    };
    return { otc: room };
  },
  handlers: otcHandlers,
});
