import { type Calls, myDataCalls } from '@candor/api';
import { kyselyOf } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { CallContext } from '../../gateway/http/context.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity, Session } from '../identity/index.ts';
import { createClosings } from './closings.ts';
import { openExports } from './exports.ts';
import { myDataHandlers } from './handlers.ts';

interface Base extends OpeningServices {
  readonly identity: Identity;
  readonly factors: Factors;
  readonly files: Files;
}

type CloseContext = CallContext<Calls['closeAccount'], Session>;

export const mydata = defineSubject({
  calls: myDataCalls,
  async open(_lifecycle, { pool, core, catalogues, identity, factors, files, now }: Base) {
    const exports = await openExports({ pool, files, now });
    const { notices } = factors;
    const closings = createClosings({
      pool,
      core,
      catalogues,
      notices,
      now,
      db: kyselyOf(pool),
      sessions: identity.sessions,
    });
    identity.entry?.join({
      async onLogin(trx, userId) {
        if (await closings.cancel(trx, userId)) await notices.tell(trx, userId, 'closingCancelled');
      },
    });
    // The user reads what is still open before being asked for factors.
    factors.look('closeAccount', async (context) => {
      const { session, body } = context as unknown as CloseContext & { readonly session: Session };
      await closings.check(session.userId, body.leaveDust);
      return {};
    });
    return { exports, closings };
  },
  handlers: myDataHandlers,
});
