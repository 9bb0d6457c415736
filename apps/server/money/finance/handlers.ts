import type { financeCalls } from '@candor/api';
import type { Command } from '@candor/kernel';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import { createEarn, type EarnDeps, earnStates } from '../earn/index.ts';
import type { Tiers } from '../tiers/index.ts';
import { financeWords } from './words.ts';

export interface FinanceNeeds extends EarnDeps {
  /** Users who are VIP, by the published rule: the members of the membership zone. */
  readonly tiers: Pick<Tiers, 'isVip'>;
}

export function financeHandlers(needs: FinanceNeeds): Handlers<typeof financeCalls> {
  const { core, tiers } = needs;
  const earn = createEarn(needs, financeWords);
  return {
    getFinanceProducts: () => earn.offers(),
    getFinancePools: () => earn.pools(),
    getFinancePoolEntries: ({ query }) => earn.entries(query.coin ?? null, pageOfRequest(query)),
    createFinance({ session: { userId }, body: accepted, idempotencyKey }) {
      return earn.create(
        userId,
        accepted,
        async ({ offerId, zone }, amount) => {
          const isMember = zone === 'members' && (await tiers.isVip(userId));
          const body = { type: 'subscribeFinance', offerId, amount, isMember } satisfies Command;
          // a retry is the same act, also where the user became a member meanwhile
          return { body, hashed: { ...body, isMember: false } };
        },
        idempotencyKey,
      );
    },
    getFinanceOrders: ({ session, query }) =>
      earn.list(
        session.userId,
        query.status === undefined ? null : earnStates[query.status],
        pageOfRequest(query),
      ),
    getFinanceOrder: ({ session, query }) => earn.receipt(session.userId, query.id),
    redeemFinance: ({ session, body: { id: orderId }, idempotencyKey }) =>
      earn.redeem(session.userId, { type: 'redeemFinance', orderId }, idempotencyKey),
    async getFinanceSummary({ session: { userId } }) {
      const [summary, participations] = await Promise.all([
        earn.summary(userId),
        core.ask('financeParticipations', userId),
      ]);
      return { ...summary, participations: participations.map((each) => ({ ...each })) };
    },
  };
}
