import { createHmac, hkdfSync } from 'node:crypto';
import type { BankCard, PaymentMethod } from '@candor/api';
import type { Pool } from 'pg';
import { createSeal } from '../../base/authenticator/index.ts';
import { type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type Kyc, likenessOf } from '../../users/kyc/index.ts';
import { migrations } from './schema.ts';

export type NewCard = Omit<BankCard, 'createTime'>;
export type NewPayment = Omit<PaymentMethod, 'updateTime'>;

/** Bank cards and payment methods that users are paid to: sealed at rest. */
export interface Bank {
  readonly db: Db;
  /** The card, its number masked; null where none is bound. */
  card(userId: number): Promise<BankCard | null>;
  /** The card with its whole number, for the operator who pays to it. */
  wholeCard(userId: number): Promise<NewCard | null>;
  /** The name on the card, within the caller's transaction; null where none is bound. */
  holder(trx: Trx, userId: number): Promise<string | null>;
  /**
   * Binds a card within the caller's transaction: its name is that of the identity check, where there is one. A card of
   * another person than the verified one gives way.
   * @throws Refusal BANK_CARD_BOUND, BANK_CARD_NAME
   */
  bind(trx: Trx, userId: number, card: NewCard): Promise<void>;
  payments(userId: number): Promise<PaymentMethod[]>;
  /** True if both users bound the same card. */
  sharesCard(userId: number, otherId: number): Promise<boolean>;
  /** Sets a payment method, or removes the one of its type where the account is ''. */
  setPayment(trx: Trx, userId: number, method: NewPayment): Promise<void>;
}

export interface BankOptions {
  readonly pool: Pool;
  readonly masterKey: Uint8Array;
  readonly kyc: Pick<Kyc, 'nameOf'>;
  readonly now: () => number;
}

const masked = (number: string) => `•••• ${number.replace(/[ -]/g, '').slice(-4)}`;

/** Opens the room: migrates its schema and returns it. */
export async function openBank({ pool, masterKey, kyc, now }: BankOptions): Promise<Bank> {
  await migrate(pool, 'bank', migrations);
  const db = kyselyOf(pool);
  const seal = createSeal(Buffer.from(hkdfSync('sha256', masterKey, '', 'candor bank', 32)));
  const markKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'candor bank card mark', 32));
  const markOf = ({ cardNumber }: NewCard) =>
    createHmac('sha256', markKey).update(cardNumber.replace(/[ -]/g, '')).digest();
  const cardRow = (userId: number, within: Db = db) =>
    within.selectFrom('bank.card').selectAll().where('user_id', '=', BigInt(userId)).executeTakeFirst();
  const opened = (row: { readonly card_sealed: Buffer }) => JSON.parse(seal.open(row.card_sealed)) as NewCard;
  return {
    db,
    async holder(trx, userId) {
      const row = await cardRow(userId, trx);
      return row === undefined ? null : opened(row).name;
    },
    async card(userId) {
      const row = await cardRow(userId);
      if (row === undefined) return null;
      const card = opened(row);
      return { ...card, cardNumber: masked(card.cardNumber), createTime: row.bound_at.getTime() };
    },
    async wholeCard(userId) {
      const row = await cardRow(userId);
      return row === undefined ? null : opened(row);
    },
    async bind(trx, userId, card) {
      const person = await kyc.nameOf(userId, trx);
      if (person !== null && likenessOf(card.name, person.name) === 'differs')
        throw new Refusal('BANK_CARD_NAME', { field: 'name' });
      const set = {
        card_sealed: seal.seal(JSON.stringify(card)),
        card_mark: markOf(card),
        bound_at: new Date(now()),
      };
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('bank.card')
        .values({ user_id: userId, ...set })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) return;
      const row = await cardRow(userId, trx);
      const isOthers =
        row !== undefined && person?.isVerified && likenessOf(opened(row).name, person.name) === 'differs';
      if (!isOthers) throw new Refusal('BANK_CARD_BOUND');
      await trx.updateTable('bank.card').set(set).where('user_id', '=', BigInt(userId)).execute();
    },
    async sharesCard(userId, otherId) {
      const [own, other] = await Promise.all([cardRow(userId), cardRow(otherId)]);
      return own !== undefined && other !== undefined && own.card_mark.equals(other.card_mark);
    },
    async payments(userId) {
      const rows = await db
        .selectFrom('bank.payment')
        .selectAll()
        .where('user_id', '=', BigInt(userId))
        .orderBy('type')
        .execute();
      return rows.map((row) => ({
        ...(JSON.parse(seal.open(row.method_sealed)) as NewPayment),
        updateTime: row.updated_at.getTime(),
      }));
    },
    async setPayment(trx, userId, method) {
      const { type } = method;
      if (method.account === '') {
        await trx
          .deleteFrom('bank.payment')
          .where('user_id', '=', BigInt(userId))
          .where('type', '=', type)
          .execute();
        return;
      }
      const set = { method_sealed: seal.seal(JSON.stringify(method)), updated_at: new Date(now()) };
      await trx
        .insertInto('bank.payment')
        .values({ user_id: userId, type, ...set })
        .onConflict((conflict) => conflict.columns(['user_id', 'type']).doUpdateSet(set))
        .execute();
    },
  };
}
