import { createHash, timingSafeEqual } from 'node:crypto';
import { plainCode } from '@candor/api';
import { newFactor, type Seal, stepOfCode } from '../../base/authenticator/index.ts';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

const ISSUER = 'Candor';
/** Longer than a step-up may take, for the act that binds waits for it. */
const ENROLMENT_MS = 20 * 60_000;

const hashOf = (code: string) => createHash('sha256').update(plainCode(code)).digest();

/** The authenticator app of a user: codes of a secret that both sides know. */
export interface Authenticator {
  isBound(userId: number): Promise<boolean>;
  /** Makes a secret, which counts once `prove` and `bind` have seen a code of it. An earlier one that waits ends. */
  begin(
    userId: number,
    account: string,
  ): Promise<{ readonly secret: string; readonly uri: string; readonly expiresAtMs: number }>;
  /**
   * Checks a code of the waiting secret, which proves that the app has it. The code of an act that is sent again after
   * step-up has long expired: the same code therefore proves it once more.
   * @throws Refusal AUTHENTICATOR_NOT_BEGUN, AUTHENTICATOR_CODE_WRONG or AUTHENTICATOR_CODE_USED
   */
  prove(userId: number, code: string): Promise<void>;
  /** Binds the proven secret within the act's transaction. The code that proved it works for nothing else. */
  bind(trx: Trx, userId: number, code: string): Promise<void>;
  /**
   * Uses up a code of the bound secret. False for a wrong one.
   * @throws Refusal AUTHENTICATOR_CODE_USED for a right one that is not after the last one used
   */
  use(userId: number, code: string): Promise<boolean>;
}

const enrolmentOf = (within: Db, userId: number, timeMs: number) =>
  within
    .selectFrom('factors.enrolment')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('expires_at', '>', new Date(timeMs))
    .forUpdate()
    .executeTakeFirst();
const isProof = (hash: Buffer | null, code: string) => hash !== null && timingSafeEqual(hash, hashOf(code));

/** The waiting secret that the code has proven. @throws Refusal AUTHENTICATOR_NOT_BEGUN or AUTHENTICATOR_CODE_WRONG */
async function provenBy(trx: Trx, userId: number, code: string, timeMs: number) {
  const enrolment = await enrolmentOf(trx, userId, timeMs);
  if (enrolment === undefined) throw new Refusal('AUTHENTICATOR_NOT_BEGUN');
  const { secret_sealed, proven_step, proven_hash } = enrolment;
  if (!isProof(proven_hash, code) || proven_step === null)
    throw new Refusal('AUTHENTICATOR_CODE_WRONG', { field: 'code' });
  return { secret_sealed, last_step: proven_step };
}

export function createAuthenticator(db: Db, seal: Seal, now: () => number): Authenticator {
  return {
    async isBound(userId) {
      const row = await db
        .selectFrom('factors.authenticator')
        .select('user_id')
        .where('user_id', '=', BigInt(userId))
        .executeTakeFirst();
      return row !== undefined;
    },
    async begin(userId, account) {
      const { secret, uri } = newFactor(ISSUER, account);
      const expiresAtMs = now() + ENROLMENT_MS;
      const fresh = {
        secret_sealed: seal.seal(secret),
        proven_step: null,
        proven_hash: null,
        expires_at: new Date(expiresAtMs),
      };
      await db
        .insertInto('factors.enrolment')
        .values({ user_id: userId, ...fresh })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
        .execute();
      return { secret, uri, expiresAtMs };
    },
    async prove(userId, code) {
      await db.transaction().execute(async (trx) => {
        const enrolment = await enrolmentOf(trx, userId, now());
        if (enrolment === undefined) throw new Refusal('AUTHENTICATOR_NOT_BEGUN');
        if (isProof(enrolment.proven_hash, code)) return;
        const lastStep = Number(enrolment.proven_step ?? 0);
        const step = await stepOfCode(seal.open(enrolment.secret_sealed), code, lastStep, now());
        if (step === 'used') throw new Refusal('AUTHENTICATOR_CODE_USED', { field: 'code' });
        if (step === null) throw new Refusal('AUTHENTICATOR_CODE_WRONG', { field: 'code' });
        await trx
          .updateTable('factors.enrolment')
          .set({ proven_step: step, proven_hash: hashOf(code) })
          .where('user_id', '=', BigInt(userId))
          .execute();
      });
    },
    async bind(trx, userId, code) {
      const bound = { ...(await provenBy(trx, userId, code, now())), bound_at: new Date(now()) };
      await trx
        .insertInto('factors.authenticator')
        .values({ user_id: userId, ...bound })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(bound))
        .execute();
      await trx.deleteFrom('factors.enrolment').where('user_id', '=', BigInt(userId)).execute();
    },
    use: (userId, code) =>
      db.transaction().execute(async (trx) => {
        const bound = await trx
          .selectFrom('factors.authenticator')
          .selectAll()
          .where('user_id', '=', BigInt(userId))
          .forUpdate()
          .executeTakeFirst();
        if (bound === undefined) return false;
        const step = await stepOfCode(seal.open(bound.secret_sealed), code, Number(bound.last_step), now());
        if (step === 'used') throw new Refusal('AUTHENTICATOR_CODE_USED', { field: 'code' });
        if (step === null) return false;
        await trx
          .updateTable('factors.authenticator')
          .set({ last_step: step })
          .where('user_id', '=', BigInt(userId))
          .execute();
        return true;
      }),
  };
}
