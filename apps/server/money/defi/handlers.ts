import type { defiCalls } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Handlers } from '../../gateway/http/context.ts';

export function defiHandlers(): Handlers<typeof defiCalls> {
  return {
    sendApproveHash() {
      throw new Refusal('APPROVALS_NEVER_ASKED');
    },
  };
}
