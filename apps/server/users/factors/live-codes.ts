import { codesAround, type Seal } from '../../base/authenticator/index.ts';
import type { Db } from '../../base/database/index.ts';
import { CODE_LIFETIME_MS } from '../../gateway/codes/index.ts';
import { codeOf } from '../../gateway/messages/index.ts';
import type { FactorKeys } from './keys.ts';
import { recoveryHash } from './recovery-codes.ts';

/** Reads which codes of a user work now. It uses none of them up. */
export interface LiveCodesReader {
  /** Candidates of six digits, and of sixteen signs without separators: returns those that are live. */
  among(
    userId: number,
    candidates: { readonly digits: readonly string[]; readonly recovery: readonly string[] },
  ): Promise<ReadonlySet<string>>;
}

interface LiveCodesOptions {
  readonly db: Db;
  readonly keys: FactorKeys;
  readonly seal: Seal;
  /** The key from which the codes of messages are derived. */
  readonly codesKey: Uint8Array;
  readonly now: () => number;
}

export function createLiveCodes({ db, keys, seal, codesKey, now }: LiveCodesOptions): LiveCodesReader {
  /** Codes of mails and texts that nobody used and that have not expired. */
  async function sentCodes(userId: number): Promise<string[]> {
    const rows = await db
      .selectFrom('messages.message')
      .innerJoin('codes.flow', 'codes.flow.nonce', 'messages.message.code_nonce')
      .select('messages.message.code_nonce as nonce')
      .where('messages.message.user_id', '=', BigInt(userId))
      .where('messages.message.created_at', '>', new Date(now() - CODE_LIFETIME_MS))
      .where('codes.flow.expires_at', '>', new Date(now()))
      .execute();
    return rows.flatMap(({ nonce }) => (nonce === null ? [] : [codeOf(codesKey, nonce)]));
  }

  async function appCodes(userId: number): Promise<string[]> {
    const tables = ['factors.authenticator', 'factors.enrolment'] as const;
    const found = await Promise.all(
      tables.map((table) =>
        db.selectFrom(table).select('secret_sealed').where('user_id', '=', BigInt(userId)).executeTakeFirst(),
      ),
    );
    const codes = await Promise.all(
      found.map((row) => (row === undefined ? [] : codesAround(seal.open(row.secret_sealed), now()))),
    );
    return codes.flat();
  }

  async function unusedRecovery(userId: number, candidates: readonly string[]): Promise<string[]> {
    const hashes = new Map(
      candidates.map((code) => [recoveryHash(keys, userId, code).toString('hex'), code]),
    );
    const rows = await db
      .selectFrom('factors.recovery_code')
      .select('code_hash')
      .where('user_id', '=', BigInt(userId))
      .where('used_at', 'is', null)
      .execute();
    return rows.flatMap(({ code_hash }) => hashes.get(code_hash.toString('hex')) ?? []);
  }

  return {
    async among(userId, { digits, recovery }) {
      const [sent, app, unused] = await Promise.all([
        digits.length === 0 ? [] : sentCodes(userId),
        digits.length === 0 ? [] : appCodes(userId),
        recovery.length === 0 ? [] : unusedRecovery(userId, recovery),
      ]);
      const works = new Set([...sent, ...app]);
      return new Set([...digits.filter((code) => works.has(code)), ...unused]);
    },
  };
}
