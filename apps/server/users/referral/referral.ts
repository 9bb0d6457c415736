import type {
  AgentDay,
  CallData,
  Calls,
  PromotedUser,
  Promotion,
  PromotionDay,
  RebateRow,
  TeamMember,
} from '@candor/api';
import type { AgentTerms } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { AGENT_PLACE, REFERRAL_GENERATIONS } from '@candor/products';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS, type Listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import { type Identity, maskedAccount } from '../identity/index.ts';
import { agentDays, DAY_MS, dayOf, daysOf, rebateDays } from './rebate-days.ts';
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

/** Sums of an inviter by generation; those of an agent stand in a place of their own. */
interface PlacedSum extends Sum {
  readonly generation: number;
}

/** A page of the users of one generation, or of all where it is null. */
type UsersPage = PageRequest & { readonly generation: number | null };

/** The sources of rebates, as everybody sees them. */
type Sources = CallData<Calls['getRebateSources']>;

/** Reads what a user's invitations brought, and what all of them did. */
export interface Referral {
  sources(): Promise<Sources>;
  /** @throws Refusal SIGNED_OUT */
  promotion(userId: number): Promise<Promotion>;
  users(userId: number, page: UsersPage): Promise<Listed<PromotedUser>>;
  days(userId: number, page: PageRequest): Promise<Listed<PromotionDay>>;
  rebates(userId: number, page: PageRequest): Promise<Listed<RebateRow>>;
  agentDays(userId: number, page: PageRequest): Promise<Listed<AgentDay>>;
  /** The people whom an agent, or a member of the agent's team, invited. */
  team(userId: number, member: number | null, page: PageRequest): Promise<Listed<TeamMember>>;
}

/** The sums of each coin, in the order of the coins. */
function byCoin({ catalogues }: ReferralDeps, sums: readonly Sum[]) {
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

/** The share of an agent, and what it brought; null for a user who is none. */
function agentShown(
  deps: ReferralDeps,
  agent: AgentTerms | undefined,
  { sums, today }: { readonly sums: readonly PlacedSum[]; readonly today: readonly PlacedSum[] },
): Promotion['agent'] {
  if (agent === undefined) return null;
  const { sharePpm, next } = agent;
  const ofAgent = ({ generation }: PlacedSum) => generation === AGENT_PLACE;
  return {
    sharePercent: ppmPercent(sharePpm),
    next: next === null ? null : { sharePercent: ppmPercent(next.sharePpm), effectiveTime: next.effectiveMs },
    revenue: byCoin(deps, sums.filter(ofAgent)),
    today: byCoin(deps, today.filter(ofAgent)),
  };
}

async function promotionOf(deps: ReferralDeps, userId: number): Promise<Promotion> {
  const { invited, core, history, identity, now } = deps;
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
    accumulatedRevenue: byCoin(deps, sums),
    todayReward: byCoin(deps, today),
    generations: GENERATIONS.map((generation) => ({
      generation,
      sharePercent: ppmPercent(sharesPpm[generation - 1] ?? 0),
      promoted: counts.get(generation) ?? 0,
      revenue: byCoin(
        deps,
        sums.filter((sum) => sum.generation === generation),
      ),
      today: byCoin(
        deps,
        today.filter((sum) => sum.generation === generation),
      ),
    })),
    agent: agentShown(deps, agent, { sums, today }),
    capPercent: ppmPercent(capPpm),
  };
}

/**
 * Sums of days alone that are paid whole: who watched those of the running day grow, or of the last one while it is paid payer
 * by payer, would read single trades. @throws Refusal UNAVAILABLE while the read models lag
 */
async function sourcesOf({ core, history, catalogues, now }: ReferralDeps): Promise<Sources> {
  const { sharesPpm, capPpm } = await core.ask('referralTerms');
  const today = Math.min(await core.ask('referralUnpaidDay'), dayOf(now()));
  if (!(await history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS)))
    throw new Refusal('UNAVAILABLE');
  const figures = await history.referral.figures(today);
  const catalogue = catalogues.current();
  return {
    shares: GENERATIONS.map((generation) => ({
      generation,
      sharePercent: ppmPercent(sharesPpm[generation - 1] ?? 0),
    })),
    capPercent: ppmPercent(capPpm),
    coins: figures.map(({ assetId, fees30Days, paid30Days, fees, paid }) => {
      const text = (amount: Amount) => amountText(catalogue, assetId, amount);
      return {
        coin: catalogue.assetById(assetId).code,
        fees30Days: text(fees30Days),
        rebates30Days: text(paid30Days),
        fees: text(fees),
        rebates: text(paid),
      };
    }),
    beforeTime: today * DAY_MS,
  };
}

async function promotedUsers(
  deps: ReferralDeps,
  userId: number,
  page: UsersPage,
): Promise<Listed<PromotedUser>> {
  const { invited, history, now } = deps;
  const found = await invited.list(userId, page);
  const shown = found.slice(0, page.limit);
  const ids = shown.map((each) => each.userId);
  const [brought, fees] = await Promise.all([
    history.referral.brought(userId, ids, dayOf(now())),
    history.referral.fees(ids, dayOf(now())),
  ]);
  const of = (sums: typeof brought, payerId: number) =>
    byCoin(
      deps,
      sums.filter((sum) => sum.payerId === payerId),
    );
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
}

export function createReferral(deps: ReferralDeps): Referral {
  const { invited, core, history, now } = deps;
  const upToDate = () => history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);

  return {
    sources: () => sourcesOf(deps),
    async promotion(userId) {
      await upToDate();
      return promotionOf(deps, userId);
    },
    async users(userId, page) {
      await upToDate();
      return promotedUsers(deps, userId, page);
    },
    async days(userId, page) {
      await upToDate();
      return rebateDays(deps, userId, daysOf(page, now()), page);
    },
    async rebates(userId, page) {
      await upToDate();
      return rebates(deps, userId, daysOf(page, now()), page);
    },
    async agentDays(userId, page) {
      await upToDate();
      return agentDays(deps, userId, daysOf(page, now()), page);
    },
    async team(userId, member, page) {
      await upToDate();
      const agents = await core.ask('referralAgents');
      const shown = (sums: readonly Sum[]) => byCoin(deps, sums);
      return teamOf({ invited, history, byCoin: shown, agents, today: dayOf(now()) }, userId, member, page);
    },
  };
}
