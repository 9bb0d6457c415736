import { withdrawalCalls } from '@candor/api';
import { chainsOf } from '../chains/index.ts';
import { kyselyOf, migrate } from '../database/index.ts';
import type { Factors } from '../factors/index.ts';
import type { CallContext } from '../http/context.ts';
import type { Session } from '../identity/index.ts';
import { Refusal } from '../refusal.ts';
import { defineSubject, type OpeningServices } from '../subject.ts';
import { createBook } from './book.ts';
import { withdrawalHandlers } from './handlers.ts';
import { createOverview } from './overview.ts';
import { createRequests } from './requests.ts';
import { withdrawalReview } from './reviewing.ts';
import { migrations, type WithdrawalsSchema } from './schema.ts';

interface Base extends OpeningServices {
  readonly factors: Factors;
}

type WithdrawalContext = CallContext<(typeof withdrawalCalls)['withdrawal'], Session>;

export const withdrawals = defineSubject({
  calls: withdrawalCalls,
  async open(_lifecycle, { pool, core, outbox, catalogues, reviews, factors, now }: Base) {
    await migrate(pool, 'withdrawals', migrations);
    const db = kyselyOf<WithdrawalsSchema>(pool);
    const chains = chainsOf(catalogues.current().mode);
    const requests = createRequests({
      ...{ db, core, outbox, catalogues, chains, factors, reviews, now },
    });
    const review = withdrawalReview({
      ...{ db, reviews, catalogues, chains, requests, factors, now, promises: outbox },
    });
    const overview = createOverview({ db, core, catalogues, chains, requests, now });
    // What is wrong with a request, and a wrong fund password, are said before factors are asked for.
    factors.look('withdrawal', async (context) => {
      const { session, body } = context as unknown as WithdrawalContext & { readonly session: Session };
      await requests.check(session.userId, body);
      await factors.guesses.count(session.userId, session.family);
      if (!(await factors.fundPassword.matches(session.userId, body.fundPassword)))
        throw new Refusal('FUND_PASSWORD_WRONG', { field: 'fundPassword' });
      await factors.guesses.right(session.userId, session.family);
      return { kinds: ['knowledge'] };
    });
    return { withdrawals: { requests, overview, review, book: createBook(db, chains, now) } };
  },
  handlers: withdrawalHandlers,
});
