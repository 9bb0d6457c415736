import { isSignatureOf } from '../../../signer/index.ts';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ReviewItem, ReviewKind, ReviewSignature } from '../../gateway/review/index.ts';
import type { Operator } from './operator-types.ts';

/** The signatures of operators under approvals. The signer verifies each of them again, by its own list of keys. */
export function createSigning(db: Db, now: () => number) {
  return {
    /**
     * Returns an operator's signature under the approval of an item, verified; null for a kind that needs none.
     * @throws Refusal REVIEW_ENDED, OPERATOR_TOO_NEW, OPERATOR_KEY_NEEDED or OPERATOR_SIGNATURE_WRONG
     */
    async signedBy(
      operator: Operator,
      item: ReviewItem,
      kind: ReviewKind,
      signature: string | undefined,
    ): Promise<ReviewSignature | null> {
      if (kind.signs === undefined) return null;
      const person = await db
        .selectFrom('operator.person as p')
        .leftJoin('operator.signing_key as k', 'k.operator_id', 'p.operator_id')
        .select(['p.approves_from', 'k.public_key'])
        .where('p.operator_id', '=', BigInt(operator.operatorId))
        .executeTakeFirstOrThrow();
      if (person.approves_from.getTime() > now()) throw new Refusal('OPERATOR_TOO_NEW');
      if (person.public_key === null || signature === undefined) throw new Refusal('OPERATOR_KEY_NEEDED');
      const text = await kind.signs(item);
      if (text === null) throw new Refusal('REVIEW_ENDED');
      if (!isSignatureOf(person.public_key, text, signature)) throw new Refusal('OPERATOR_SIGNATURE_WRONG');
      return { publicKey: person.public_key, signature };
    },
  };
}
