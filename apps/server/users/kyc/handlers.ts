import { type kycCalls, kycForm } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Kyc } from './kyc.ts';

export function kycHandlers({ kyc }: { readonly kyc: Kyc }): Handlers<typeof kycCalls> {
  return {
    uploadKYC({ session, query, body }) {
      const parsed = kycForm.safeParse({ ...query, ...body });
      if (!parsed.success) throw new Refusal('INVALID_INPUT', { field: 'body' });
      return kyc.submit(session.userId, parsed.data);
    },
    verified: ({ session, body }) => kyc.submit(session.userId, body),
    getMemberOtherData: ({ session }) => kyc.certification(session.userId),
  };
}
