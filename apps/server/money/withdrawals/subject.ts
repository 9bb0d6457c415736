import { type WithdrawalRow, withdrawalCalls, withdrawalFacts } from '@candor/api';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import type { Lifecycle } from '../../base/work/lifecycle.ts';
import { startRounds } from '../../base/work/rounds.ts';
import type { FileStore } from '../../gateway/files/index.ts';
import type { CallContext } from '../../gateway/http/context.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Touches } from '../../operators/touches/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { Session } from '../../users/identity/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import type { Bank } from '../bank/index.ts';
import { chainsOf } from '../chains/index.ts';
import type { Tiers } from '../tiers/index.ts';
import { treasuryMigrations } from '../treasury/index.ts';
import { createBankPayouts } from './bank-payouts.ts';
import { createBook } from './book.ts';
import { type Confirming, createConfirming } from './confirming.ts';
import { requireFundPassword } from './fund-password.ts';
import { withdrawalHandlers } from './handlers.ts';
import { createDailyLimits } from './limits.ts';
import { endsPayouts } from './other-person.ts';
import { createOverview } from './overview.ts';
import { bankPayoutReview } from './payout-review.ts';
import { createRequests, type Requests } from './requests.ts';
import { withdrawalReview } from './reviewing.ts';
import { migrations } from './schema.ts';
import { openSealedRequests, type SealedRequests } from './sealed.ts';

const FIRST_CODES_MS = 15_000;
const FIRST_CODE_UNSENT = 'a first code of a withdrawal was not sent; it is sent later';

interface Base extends OpeningServices {
  readonly factors: Factors;
  readonly bank: Bank;
  readonly kyc: Kyc;
  readonly tiers: Pick<Tiers, 'dailyWithdrawal' | 'join'>;
  readonly touches: Touches;
  readonly fileStore: FileStore;
}

type WithdrawalContext = CallContext<(typeof withdrawalCalls)['withdrawal'], Session>;

export const withdrawals = defineSubject({
  calls: withdrawalCalls,
  async open(lifecycle, services: Base) {
    const { pool, outbox, catalogues, factors, bank, kyc, tiers, reviews, log, now } = services;
    await migrate(pool, 'withdrawals', migrations);
    await migrate(pool, 'treasury', treasuryMigrations);
    const db = kyselyOf(pool);
    const chains = chainsOf(catalogues.current().mode);
    const limits = createDailyLimits(kyc, tiers);
    const room = { ...services, db, chains, limits, promises: outbox };
    const payouts = createBankPayouts(room);
    kyc.onPersonChanged(endsPayouts({ bank, reviews, now, promises: outbox }));
    const sealed = await openSealedRequests({ masterKey: services.fileStore.masterKey, now });
    const confirming = createConfirming(room);
    if (services.codes !== null) await sendFirstCodes(lifecycle, confirming, log);
    const requests = createRequests({ ...room, payouts, confirming });
    tiers.join((userId) => requests.withdrawn(userId));
    checkBeforeFactors(factors, sealed, requests);
    const book = createBook(db, chains, now);
    return {
      withdrawals: {
        db,
        requests,
        overview: createOverview({ ...room, requests }),
        review: withdrawalReview({ ...room, requests }),
        book,
        payouts,
        payoutReview: bankPayoutReview({ ...room, requests }),
        sealed,
        limits,
        confirming,
        failed: (err: unknown, withdrawalNo: number) => log.warn({ err, withdrawalNo }, FIRST_CODE_UNSENT),
      },
    };
  },
  handlers: withdrawalHandlers,
});

/** Sends first codes whose door could not, in rounds that end with the process. */
const sendFirstCodes = (lifecycle: Lifecycle, { sendFirsts }: Confirming, log: Base['log']) =>
  lifecycle.stage(
    'first codes of withdrawals',
    async () => startRounds({ everyMs: FIRST_CODES_MS, round: sendFirsts, log, failed: FIRST_CODE_UNSENT }),
    (stop) => stop(),
  );

/** Faults of a request, and a wrong fund password, are refused before factors are asked for. */
function checkBeforeFactors(factors: Factors, sealed: SealedRequests, requests: Requests): void {
  factors.look('withdrawal', async (context) => {
    const { session, headers, body } = context as unknown as WithdrawalContext & {
      readonly session: Session;
    };
    const { request } = await sealed.open(session.userId, body);
    await requests.check(session.userId, request);
    await requireFundPassword(factors, { session, headers }, request.fundPassword);
    return { kinds: ['knowledge'], facts: withdrawalFacts(request) };
  });
  factors.repeat('withdrawal', async ({ session }, entered) =>
    requests.repeat(session.userId, (entered as WithdrawalRow).id),
  );
}
