import type { TeamMember } from '@candor/api';
import { expect, it } from 'vitest';
import { type LoadMembers, type TeamFileRow, teamFile } from './team-file.ts';

const person = (member: number, change: Partial<TeamMember> = {}): TeamMember => ({
  member,
  account: `a${member}`,
  registerTime: member,
  invited: 0,
  isAgent: false,
  fees: [],
  commission: [],
  ...change,
});

/** The agent invited 1 to 3; 1 invited 11, who invited 111; 3 is another agent, who invited 31. */
const INVITED = new Map([
  [
    0,
    [
      person(1, { invited: 1 }),
      person(2, {
        fees: [
          { coin: 'BTC', amount: '0.5' },
          { coin: 'USDT', amount: '3' },
        ],
        commission: [{ coin: 'USDT', amount: '0.3' }],
      }),
      person(3, { invited: 1, isAgent: true }),
    ],
  ],
  [1, [person(11, { invited: 1 })]],
  [11, [person(111)]],
  [3, [person(31)]],
]);

/** Two of a page. */
const load: LoadMembers = async (member, cursor) => {
  const all = INVITED.get(member ?? 0) ?? [];
  const from = Number(cursor ?? 0);
  return {
    records: all.slice(from, from + 2),
    nextCursor: from + 2 < all.length ? String(from + 2) : null,
  };
};

async function whole(): Promise<TeamFileRow[]> {
  const next = teamFile(load);
  const rows: TeamFileRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await next(cursor);
    rows.push(...page.records);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

it('holds everybody of the team once a coin, with who invited them, and nobody of another agent', async () => {
  const rows = await whole();
  expect(
    rows.map(({ member, invitedBy, depth, coin, fees, commission }) => [
      member,
      invitedBy,
      depth,
      coin,
      fees,
      commission,
    ]),
  ).toEqual([
    [1, null, 1, null, null, null],
    [2, null, 1, 'BTC', '0.5', '0'],
    [2, null, 1, 'USDT', '3', '0.3'],
    [3, null, 1, null, null, null],
    [11, 1, 2, null, null, null],
    [111, 11, 3, null, null, null],
  ]);
});

it('begins again where the file is asked for again', async () => {
  expect(await whole()).toEqual(await whole());
});
