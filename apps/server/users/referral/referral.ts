import type { AgentDay, PromotedUser, Promotion, PromotionDay, RebateRow, TeamMember } from '@candor/api';
import type { Amount } from '@candor/money';
import { AGENT_PLACE, REFERRAL_GENERATIONS } from '@candor/products';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS, type Listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import { type Identity, maskedAccount } from '../identity/index.ts';
import { agentDays, dayOf, daysOf, rebateDays } from './rebate-days.ts';
import { rebates } from './rebates.ts';
import { teamOf } from './team.ts';
import type { InvitedUsers } from './users.ts';

const GENERATIONS = Array.from({ length: REFERRAL_GENERATIONS }, (_, place) => place + 1);

export interface ReferralDeps {
  readonly invited: InvitedUsers;
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly identity: Pick<Identity, 'user'>;
  readonly now: () => number;
}

/** Sum of one coin, for lists of coins. */
interface Sum {
  readonly assetId: number;
  readonly amount: Amount;
}

/** Reads what a user's invitations brought. */
export interface Referral {
  /** @throws Refusal SIGNED_OUT */
  promotion(userId: number): Promise<Promotion>;
  users(
    userId: number,
    page: PageRequest & { readonly generation: number | null },
  ): Promise<Listed<PromotedUser>>;
  days(userId: number, page: PageRequest): Promise<Listed<PromotionDay>>;
  rebates(userId: number, page: PageRequest): Promise<Listed<RebateRow>>;
  agentDays(userId: number, page: PageRequest): Promise<Listed<AgentDay>>;
  /** The people whom an agent, or a member of the agent's team, invited. */
  team(userId: number, member: number | null, page: PageRequest): Promise<Listed<TeamMember>>;
}

export function createReferral({
  invited,
  core,
  history,
  catalogues,
  identity,
  now,
}: ReferralDeps): Referral {
  const upToDate = () => history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);

  /** The sums of each coin, in the order of the coins. */
  function byCoin(sums: readonly Sum[]) {
    const catalogue = catalogues.current();
    const totals = new Map<number, bigint>();
    for (const { assetId, amount } of sums) totals.set(assetId, (totals.get(assetId) ?? 0n) + amount);
    return [...totals]
      .filter(([, amount]) => amount !== 0n)
      .sort(([one], [other]) => one - other)
      .map(([assetId, amount]) => ({
        coin: catalogue.assetById(assetId).code,
        amount: amountText(catalogue, assetId, amount as Amount),
      }));
  }

  return {
    async promotion(userId) {
      await upToDate();
      const [user, counts, { sharesPpm, capPpm }, sums, agents] = await Promise.all([
        identity.user(userId),
        invited.count(userId),
        core.ask('referralTerms'),
        history.referral.sums(userId, dayOf(now()) - 1),
        core.ask('referralAgents'),
      ]);
      if (user === null) throw new Refusal('SIGNED_OUT');
      const today = sums.map(({ today: amount, ...sum }) => ({ ...sum, amount }));
      const agent = agents.find((each) => each.userId === userId);
      return {
        inviteCode: user.inviteCode,
        promotionLink: `/user/register?invite_code=${user.inviteCode}`,
        totalPromoted: [...counts.values()].reduce((all, users) => all + users, 0),
        accumulatedRevenue: byCoin(sums),
        todayReward: byCoin(today),
        generations: GENERATIONS.map((generation) => ({
          generation,
          sharePercent: ppmPercent(sharesPpm[generation - 1] ?? 0),
          promoted: counts.get(generation) ?? 0,
          revenue: byCoin(sums.filter((sum) => sum.generation === generation)),
          today: byCoin(today.filter((sum) => sum.generation === generation)),
        })),
        agent:
          agent === undefined
            ? null
            : {
                sharePercent: ppmPercent(agent.sharePpm),
                next:
                  agent.next === null
                    ? null
                    : {
                        sharePercent: ppmPercent(agent.next.sharePpm),
                        effectiveTime: agent.next.effectiveMs,
                      },
                revenue: byCoin(sums.filter((sum) => sum.generation === AGENT_PLACE)),
                today: byCoin(today.filter((sum) => sum.generation === AGENT_PLACE)),
              },
        capPercent: ppmPercent(capPpm),
      };
    },
    async users(userId, page) {
      await upToDate();
      const found = await invited.list(userId, page);
      const shown = found.slice(0, page.limit);
      const ids = shown.map((each) => each.userId);
      const [brought, fees] = await Promise.all([
        history.referral.brought(userId, ids, dayOf(now())),
        history.referral.fees(ids, dayOf(now())),
      ]);
      const of = (sums: typeof brought, payerId: number) =>
        byCoin(sums.filter((sum) => sum.payerId === payerId));
      return {
        records: shown.map(({ userId: invitedId, generation, createdMs, ...names }) => ({
          account: maskedAccount(names),
          generation,
          registerTime: createdMs,
          rebate: of(brought, invitedId),
          totalInvested: of(fees, invitedId),
        })),
        nextCursor: found.length > page.limit ? String(ids.at(-1)) : null,
      };
    },
    async days(userId, page) {
      await upToDate();
      return rebateDays({ history, catalogues }, userId, daysOf(page, now()), page);
    },
    async rebates(userId, page) {
      await upToDate();
      return rebates({ history, catalogues }, userId, daysOf(page, now()), page);
    },
    async agentDays(userId, page) {
      await upToDate();
      return agentDays({ history, catalogues }, userId, daysOf(page, now()), page);
    },
    async team(userId, member, page) {
      await upToDate();
      return teamOf(
        { invited, history, byCoin, agents: await core.ask('referralAgents'), today: dayOf(now()) },
        userId,
        member,
        page,
      );
    },
  };
}
