import { signingKeyText } from '@candor/api';
import { fingerprintOf, isSignatureOf } from '../../../signer/index.ts';
import { type Db, idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { OperatorLog } from './log.ts';
import type { Operators } from './operator-types.ts';

export interface OperatorKeysOptions {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly now: () => number;
  readonly withCode: Operators['withCode'];
}

/** The keys that operators' browsers sign approvals with: one an operator. */
export function createOperatorKeys({
  db,
  log,
  now,
  withCode,
}: OperatorKeysOptions): Pick<Operators, 'registerSigningKey' | 'signingKey'> {
  return {
    async registerSigningKey(session, { publicKey: text, signature, code }, visitor) {
      const { operatorId, name } = session;
      // One key has several texts in base64url, and one of them is kept.
      const publicKey = Buffer.from(text, 'base64url').toString('base64url');
      if (!isSignatureOf(publicKey, signingKeyText(name, text), signature))
        throw new Refusal('OPERATOR_SIGNATURE_WRONG');
      await withCode(session, code, visitor, (check) =>
        db.transaction().execute(async (trx) => {
          await check(trx);
          const held = { public_key: publicKey, registered_at: new Date(now()) };
          const taken = await trx
            .selectFrom('operator.signing_key')
            .select('operator_id')
            .where('public_key', '=', publicKey)
            .executeTakeFirst();
          if (taken !== undefined && idOf(taken.operator_id) !== operatorId)
            throw new Refusal('OPERATOR_KEY_TAKEN');
          await trx
            .insertInto('operator.signing_key')
            .values({ operator_id: operatorId, ...held })
            .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(held))
            .execute();
          const details = { fingerprint: fingerprintOf(publicKey) };
          await log.append(trx, { timeMs: now(), operator: name, action: 'registerSigningKey', details });
        }),
      );
    },
    async signingKey({ operatorId }) {
      const row = await db
        .selectFrom('operator.signing_key')
        .selectAll()
        .where('operator_id', '=', BigInt(operatorId))
        .executeTakeFirst();
      return row === undefined
        ? null
        : { publicKey: row.public_key, registeredAtMs: row.registered_at.getTime() };
    },
  };
}
