import type { touchCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Touches } from './touches.ts';

export function touchHandlers({ touches }: { readonly touches: Touches }): Handlers<typeof touchCalls> {
  return {
    getAccountTouches: ({ session, query }) => touches.list(session.userId, pageOfRequest(query)),
  };
}
