import { identityCalls } from '@candor/api';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { defineSubject } from '../../gateway/subject.ts';
import { type IdentityHandlersDeps, identityHandlers } from './handlers.ts';
import { type Identity, openIdentity } from './identity.ts';

interface Needs {
  readonly core: CoreLink;
  readonly identity: Identity;
  /** Says who is a VIP user. */
  readonly tiers: { readonly isVip: (userId: number) => Promise<boolean> };
  /** Knows each user's credit score. */
  readonly credit: IdentityHandlersDeps['credit'];
  /** Knows the wallet that each user linked. */
  readonly defi: IdentityHandlersDeps['defi'];
  /** Knows the number of a merchant, and the topic of conversations. */
  readonly otc: IdentityHandlersDeps['otc'];
  readonly chat: IdentityHandlersDeps['chat'];
  readonly files: Files;
  /** Writes to an account's contacts. */
  readonly factors: Pick<IdentityHandlersDeps['factors'], 'notices'>;
  /** True if cookies are for https only and carry the __Host- prefix. */
  readonly secure: boolean;
  readonly now: () => number;
}

export const identity = defineSubject({
  calls: identityCalls,
  open: async (lifecycle, base) => ({
    identity: await lifecycle.stage(
      'identity',
      () => openIdentity(base),
      (running) => running.stop(),
    ),
  }),
  handlers: (needs: Needs) => identityHandlers(needs),
});
