import { expect, it } from 'vitest';
import { teamOf } from './team.ts';

const AGENT = 1000;
const member = { userId: 1001, account: 'member', email: null, phone: null, createdMs: 0, invitedCount: 0 };
const invited = { direct: async () => [member], above: async () => [AGENT] };
const referral = { brought: async () => [], fees: async () => [] };

/** Members that a user sees whose own share is this one. */
async function seen(sharePpm: number): Promise<number[]> {
  const next = { sharePpm: 120_000, effectiveMs: 1 };
  const agents = [{ userId: AGENT, sharePpm, next }];
  const needs = { invited, history: { referral }, agents, today: 1, byCoin: () => [] };
  const page = { cursor: null, limit: 20 };
  const { records } = await teamOf(needs as never, AGENT, null, page as never);
  return records.map((each) => each.member);
}

it('shows a team to its agent, and to nobody who is none any longer or yet', async () => {
  expect(await seen(1)).toEqual([member.userId]);
  expect(await seen(0)).toEqual([]);
});
