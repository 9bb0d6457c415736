import type { SetOtcTrader } from '@candor/kernel';
import type { Db, Trx } from '../../base/database/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';

export interface TradersDeps {
  readonly db: Db;
  readonly kyc: Pick<Kyc, 'onChecked' | 'onPersonChanged'>;
  readonly promises: Pick<Promises, 'promise'>;
}

/** Standing of users as the ledger was told it: verified by the identity check, and barred by nobody. */
export interface Traders {
  of(userId: number): Promise<{ readonly isVerified: boolean; readonly isBarred: boolean } | null>;
  /** The command that bars or admits a user; null for one who was never verified. */
  barring(userId: number, isAdmitted: boolean, reason: string): Promise<SetOtcTrader | null>;
  /** Notes that operators barred or admitted a user, beside the command. */
  bar(trx: Trx, userId: number, isAdmitted: boolean): Promise<void>;
}

/** Admits whoever passes level 2 of the identity check, and takes it back when another person is put in the place. */
export function createTraders({ db, kyc, promises }: TradersDeps): Traders {
  const rowOf = (within: Db, userId: number) =>
    within.selectFrom('otc.trader').selectAll().where('user_id', '=', BigInt(userId)).executeTakeFirst();

  async function tell(trx: Trx, userId: number, isVerified: boolean, given: string | null): Promise<void> {
    const before = await rowOf(trx, userId);
    const person = given ?? before?.person;
    if (person === undefined || (before === undefined && !isVerified)) return;
    const version = (before?.version ?? 0) + 1;
    const set = { person, is_verified: isVerified, version };
    await trx
      .insertInto('otc.trader')
      .values({ user_id: userId, ...set })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
      .execute();
    const isAdmitted = isVerified && before?.is_barred !== true;
    const reason = isVerified ? 'The identity check has passed' : 'Another person is in the identity check';
    await promises.promise(trx, {
      key: `otc-trader:${userId}:${version}`,
      userId: 0,
      body: { type: 'setOtcTrader', accountUserId: userId, isAdmitted, person, reason },
    });
  }

  kyc.onChecked((trx, userId, person) => tell(trx, userId, true, person));
  kyc.onPersonChanged((trx, userId) => tell(trx, userId, false, null));

  return {
    async of(userId) {
      const row = await rowOf(db, userId);
      return row === undefined ? null : { isVerified: row.is_verified, isBarred: row.is_barred };
    },
    async barring(accountUserId, isAdmitted, reason) {
      const row = await rowOf(db, accountUserId);
      if (row === undefined) return null;
      return {
        type: 'setOtcTrader',
        accountUserId,
        isAdmitted: isAdmitted && row.is_verified,
        person: row.person,
        reason,
      };
    },
    async bar(trx, userId, isAdmitted) {
      await trx
        .updateTable('otc.trader')
        .set({ is_barred: !isAdmitted })
        .where('user_id', '=', BigInt(userId))
        .execute();
    },
  };
}
