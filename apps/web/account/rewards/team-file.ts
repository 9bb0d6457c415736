import type { TeamMember } from '@candor/api';
import type { CsvColumn, RecordsPage } from '@candor/ui';
import { csvFields } from '../../common/csv-fields.ts';

/** A person of a team with the sums of one coin; one row without a coin for who has paid nothing yet. */
export interface TeamFileRow
  extends Pick<TeamMember, 'member' | 'account' | 'registerTime' | 'invited' | 'isAgent'> {
  /** The number of the person who invited this one; null for the agent. */
  readonly invitedBy: number | null;
  /** 1 for those whom the agent invited. */
  readonly depth: number;
  readonly coin: string | null;
  readonly fees: string | null;
  readonly commission: string | null;
}

/** Loads a page of those whom a member invited; null for the agent. */
export type LoadMembers = (member: number | null, cursor: string | null) => Promise<RecordsPage<TeamMember>>;

interface Place {
  readonly member: number | null;
  readonly depth: number;
  readonly cursor: string | null;
}

export const teamColumns: readonly CsvColumn<TeamFileRow>[] = csvFields<TeamFileRow>(
  ['registerTime'],
  ['member', 'invitedBy', 'depth', 'account', 'invited', 'isAgent', 'coin', 'fees', 'commission'],
);

function rowsOf(person: TeamMember, invitedBy: number | null, depth: number): TeamFileRow[] {
  const { member, account, registerTime, invited, isAgent, fees, commission } = person;
  const own = { member, account, registerTime, invited, isAgent, invitedBy, depth };
  if (fees.length === 0) return [{ ...own, coin: null, fees: null, commission: null }];
  return fees.map(({ coin, amount }) => {
    const earned = commission.find((each) => each.coin === coin)?.amount ?? '0';
    return { ...own, coin, fees: amount, commission: earned };
  });
}

/**
 * Returns a function that loads a whole team page by page, those nearest to the agent first. It ends where the tree does:
 * at other agents.
 */
export function teamFile(load: LoadMembers): (cursor: string | null) => Promise<RecordsPage<TeamFileRow>> {
  let waiting: Place[] = [];
  return async (begun) => {
    if (begun === null) waiting = [{ member: null, depth: 1, cursor: null }];
    const [place, ...others] = waiting;
    if (place === undefined) return { records: [], nextCursor: null };
    const { member, depth, cursor } = place;
    const { records, nextCursor } = await load(member, cursor);
    const rest = nextCursor === null ? [] : [{ member, depth, cursor: nextCursor }];
    const below = records
      .filter(({ invited, isAgent }) => invited > 0 && !isAgent)
      .map((each): Place => ({ member: each.member, depth: depth + 1, cursor: null }));
    waiting = [...rest, ...others, ...below];
    return {
      records: records.flatMap((each) => rowsOf(each, member, depth)),
      nextCursor: waiting.length === 0 ? null : String(waiting.length),
    };
  };
}
