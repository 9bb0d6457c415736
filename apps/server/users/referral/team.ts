import type { TeamMember } from '@candor/api';
import type { AgentTerms } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { AGENT_PLACE } from '@candor/products';
import type { Listed, PageRequest } from '../../base/records/paging.ts';
import type { History } from '../../engine/ports.ts';
import { maskedAccount } from '../identity/index.ts';
import type { InvitedUsers } from './users.ts';

type Sums = readonly { readonly assetId: number; readonly amount: Amount }[];

interface TeamDeps {
  readonly invited: InvitedUsers;
  readonly history: Pick<History, 'referral'>;
  readonly agents: readonly AgentTerms[];
  /** The UTC day that runs, since 1970: sums of single people end before it. */
  readonly today: number;
  /** Shows the sums of each coin. */
  byCoin(sums: Sums): TeamMember['fees'];
}

const NOBODY = { records: [], nextCursor: null };

/**
 * Lists whom an agent invited, or whom a member of the agent's team did. A team ends at the next agent below: whom that one
 * brought is shown to that one alone.
 */
export async function teamOf(
  { invited, history, agents, today, byCoin }: TeamDeps,
  agentId: number,
  member: number | null,
  page: PageRequest,
): Promise<Listed<TeamMember>> {
  // who is one no longer, or not yet, reads nothing of what others pay
  const isAgent = (userId: number) => agents.some((each) => each.userId === userId && each.sharePpm > 0);
  if (!isAgent(agentId)) return NOBODY;
  if (member !== null && member !== agentId) {
    const above = [member, ...(await invited.above(member))];
    const at = above.indexOf(agentId);
    if (at < 0 || above.slice(0, at).some(isAgent)) return NOBODY;
  }
  const found = await invited.direct(member ?? agentId, page);
  const shown = found.slice(0, page.limit);
  const ids = shown.map(({ userId }) => userId);
  const [brought, fees] = await Promise.all([
    history.referral.brought(agentId, ids, today, AGENT_PLACE),
    history.referral.fees(ids, today),
  ]);
  const of = (sums: typeof brought, payerId: number) => byCoin(sums.filter((sum) => sum.payerId === payerId));
  return {
    records: shown.map(({ userId, createdMs, invitedCount, ...names }) => ({
      member: userId,
      account: maskedAccount(names),
      registerTime: createdMs,
      invited: invitedCount,
      isAgent: isAgent(userId),
      fees: of(fees, userId),
      commission: of(brought, userId),
    })),
    nextCursor: found.length > page.limit ? String(ids.at(-1)) : null,
  };
}
