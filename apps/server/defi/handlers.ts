import type { defiCalls } from '@candor/api';
import type { Handlers } from '../http/context.ts';
import { Refusal } from '../refusal.ts';

export function defiHandlers(): Handlers<typeof defiCalls> {
  return {
    sendApproveHash() {
      throw new Refusal('APPROVALS_NEVER_ASKED');
    },
  };
}
