import { factsOf, loanCalls } from '@candor/api';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { CallContext } from '../../gateway/http/context.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Touches } from '../../operators/touches/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { Session } from '../../users/identity/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import { createApplications } from './applications.ts';
import { type CreditDeps, createCredit } from './credit.ts';
import { loanHandlers } from './handlers.ts';
import { loanReview } from './review.ts';
import { migrations } from './schema.ts';

interface Base extends OpeningServices, Pick<CreditDeps, 'identity'> {
  readonly factors: Factors;
  readonly files: Files;
  readonly kyc: Kyc;
  readonly touches: Touches;
}

type Applying = CallContext<(typeof loanCalls)['applyLoan'], Session> & { readonly session: Session };

export const loan = defineSubject({
  calls: loanCalls,
  async open(_lifecycle, services: Base) {
    const { pool, core, catalogues, identity, factors, files, kyc, outbox, reviews, touches, now } = services;
    await migrate(pool, 'loan', migrations);
    const db = kyselyOf(pool);
    const credit = createCredit({ core, identity, kyc, now });
    const applications = createApplications({ db, core, catalogues, credit, files, reviews, now });
    const review = loanReview({
      db,
      core,
      catalogues,
      credit,
      files,
      kyc,
      promises: outbox,
      reviews,
      touches,
    });
    // what is wrong with an application is refused before factors are asked for
    factors.look('applyLoan', async (context) => {
      const { session, body } = context as unknown as Applying;
      const { offer } = await applications.check(session.userId, body);
      const { code } = catalogues.current().assetById(offer.assetId);
      const { amount, totalAtMost } = body;
      return { facts: factsOf({ amount, totalAtMost }).map((fact) => ({ ...fact, unit: code })) };
    });
    return { credit, loans: { db, applications, review } };
  },
  handlers: loanHandlers,
});
