import type { financeCalls } from '@candor/api';
import type { Command, FinanceOffer } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import { createEarn, type EarnDeps, earnStates } from '../earn/index.ts';
import type { Tiers } from '../tiers/index.ts';
import { financeWords } from './words.ts';

export interface FinanceNeeds extends EarnDeps {
  /** Users who are VIP, by the published rule: the members of the membership zone. */
  readonly tiers: Pick<Tiers, 'isVip' | 'missingToVip'>;
}

/** An offer with the zone that it stands in. */
type Zoned = Pick<FinanceOffer, 'offerId' | 'zone'>;

export function financeHandlers(needs: FinanceNeeds): Handlers<typeof financeCalls> {
  const { core, tiers } = needs;
  const earn = createEarn(needs, financeWords);

  /** A refusal of the membership zone, with what its user is short of. */
  async function explained(error: unknown, userId: number): Promise<unknown> {
    if (!(error instanceof Refusal) || error.key !== 'FINANCE_MEMBERS_ONLY') return error;
    const missing = await tiers.missingToVip(userId).catch(() => null);
    const details = { deposit: missing?.deposit ?? 'unknown', volume: missing?.volume ?? '0' };
    return new Refusal(error.key, { details });
  }

  return {
    getFinanceProducts: () => earn.offers(),
    getFinancePools: () => earn.pools(),
    getFinancePoolEntries: ({ query }) => earn.entries(query.coin ?? null, pageOfRequest(query)),
    async createFinance({ session: { userId }, body: accepted, idempotencyKey }) {
      const begin = async ({ offerId, zone }: Zoned, amount: Amount) => {
        const isMember = zone === 'members' && (await tiers.isVip(userId));
        const body = { type: 'subscribeFinance', offerId, amount, isMember } satisfies Command;
        // a retry is the same act, also where the user became a member meanwhile
        return { body, hashed: { ...body, isMember: false } };
      };
      try {
        return await earn.create(userId, accepted, begin, idempotencyKey);
      } catch (error) {
        throw await explained(error, userId);
      }
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
