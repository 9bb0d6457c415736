import { randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../base/database/index.ts';
import type { FactorKeys } from './keys.ts';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** 32 signs without those that look alike: 80 bits a code. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Codes on paper that stand for a lost factor, each once. */
export interface RecoveryCodes {
  /** Codes that were not used; null where none were made. */
  left(userId: number): Promise<number | null>;
  /** Makes ten new codes within the act's transaction; all earlier ones end. */
  renew(trx: Trx, userId: number): Promise<readonly string[]>;
  /** Uses up a code. */
  use(userId: number, code: string): Promise<boolean>;
}

function newCode(): string {
  const bytes = randomBytes(GROUPS * GROUP_LENGTH);
  const signs = Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('');
  return Array.from({ length: GROUPS }, (_, group) =>
    signs.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH),
  ).join('-');
}

/** Normalises a code that is typed from paper: in any case, with or without the dashes. */
const normalised = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');

/** The hash under which a code of a user is kept. */
export const recoveryHash = (keys: FactorKeys, userId: number, code: string) =>
  keys.hash('recovery', `${userId}:${normalised(code)}`);

export function createRecoveryCodes(db: Db, keys: FactorKeys, now: () => number): RecoveryCodes {
  const hashOf = (userId: number, code: string) => recoveryHash(keys, userId, code);
  return {
    async left(userId) {
      const rows = await db
        .selectFrom('factors.recovery_code')
        .select('used_at')
        .where('user_id', '=', BigInt(userId))
        .execute();
      return rows.length === 0 ? null : rows.filter(({ used_at }) => used_at === null).length;
    },
    async renew(trx, userId) {
      const codes = Array.from({ length: CODES }, newCode);
      await trx.deleteFrom('factors.recovery_code').where('user_id', '=', BigInt(userId)).execute();
      await trx
        .insertInto('factors.recovery_code')
        .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code), used_at: null })))
        .execute();
      return codes;
    },
    async use(userId, code) {
      const { numUpdatedRows } = await db
        .updateTable('factors.recovery_code')
        .set({ used_at: new Date(now()) })
        .where('user_id', '=', BigInt(userId))
        .where('code_hash', '=', hashOf(userId, code))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
