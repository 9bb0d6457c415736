import type { Certification } from '@candor/api';
import { type CreditInputs, type CreditKyc, creditScore } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CoreLink } from '../../engine/core/index.ts';

const DAY_MS = 86_400_000;

export interface CreditDeps {
  readonly core: Pick<CoreLink, 'ask'>;
  readonly identity: { readonly user: (userId: number) => Promise<{ readonly createdMs: number } | null> };
  readonly kyc: { readonly certification: (userId: number) => Promise<Certification> };
  readonly now: () => number;
}

/** Credit scores of users, with all that they follow from. */
export interface Credit {
  of(userId: number): Promise<ReturnType<typeof standing>>;
}

export function createCredit({ core, identity, kyc, now }: CreditDeps): Credit {
  return {
    async of(userId) {
      const [{ record, owed, assetId }, user, certified] = await Promise.all([
        core.ask('creditOf', userId),
        identity.user(userId),
        kyc.certification(userId),
      ]);
      if (user === null) throw new Refusal('SIGNED_OUT');
      const memberDays = Math.max(0, Math.floor((now() - user.createdMs) / DAY_MS));
      return standing({ kyc: levelOf(certified), memberDays, ...record }, owed, assetId);
    },
  };
}

function standing(inputs: CreditInputs, owed: bigint, assetId: number | null) {
  const { score, ...points } = creditScore(inputs);
  return { inputs, score, points, owed, assetId };
}

/** The highest level that was approved. */
function levelOf({ primary, advanced }: Certification): CreditKyc {
  if (primary.state !== 'approved') return 'none';
  return advanced.state === 'approved' ? 'advanced' : 'primary';
}
