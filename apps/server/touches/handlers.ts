import type { touchCalls } from '@candor/api';
import type { Handlers } from '../http/context.ts';
import { pageOfRequest } from '../paging.ts';
import type { Touches } from './touches.ts';

export function touchHandlers({ touches }: { readonly touches: Touches }): Handlers<typeof touchCalls> {
  return {
    getAccountTouches: ({ session, query }) => touches.list(session.userId, pageOfRequest(query)),
  };
}
