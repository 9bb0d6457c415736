import type { myDataCalls } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Closings } from './closings.ts';
import type { Exports } from './exports.ts';

export interface MyDataHandlersDeps {
  readonly exports: Exports;
  readonly closings: Closings;
  readonly identity: Pick<Identity, 'sessions'>;
  readonly now: () => number;
}

export function myDataHandlers({
  exports,
  closings,
  identity,
  now,
}: MyDataHandlersDeps): Handlers<typeof myDataCalls> {
  /** Runs an act in one transaction with the entry of its answer. */
  const act = <Answer>(enter: EnterAnswer, run: (trx: Trx) => Promise<Answer>) => {
    refuseLate(now());
    return exports.db.transaction().execute(async (trx) => {
      await enter.begin(trx);
      const answer = await run(trx);
      await enter(trx, answer);
      return answer;
    });
  };

  return {
    getDataExports: ({ session }) => exports.list(session.userId),
    requestDataExport: ({ session, enter }) => act(enter, (trx) => exports.request(trx, session.userId)),
    getDataExportLink: ({ session, body, enter }) => act(enter, () => exports.link(session.userId, body.id)),
    getClosing: ({ session }) => closings.of(session.userId),
    async closeAccount({ session, body, enter }) {
      await closings.check(session.userId, body.leaveDust);
      await act(enter, async (trx) => {
        await closings.begin(trx, session.userId, body.leaveDust);
        return null;
      });
      identity.sessions.sayEnded(session.userId);
      return null;
    },
  };
}
