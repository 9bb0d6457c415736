import { ACCOUNT_TIERS, type TierTable, type tiersDeskCalls } from '@candor/api';
import { sql } from 'kysely';
import {
  type ActDetails,
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
} from '../../operators/operator/index.ts';
import { checkChange, effectiveMs, readTables, type StoredTiers, tableAt } from './index.ts';

type Needs = Pick<DeskDeps, 'operators' | 'now'>;

interface Change {
  readonly table: StoredTiers;
  readonly afterDays: number;
  readonly reason: string;
}

/** The room's tables lie in the same database as the operators'. */
const tablesOf = ({ operators }: Needs) => operators.db;

const words = (
  { tiers, vipTier, vipVolume }: StoredTiers,
  days: string,
): ActDetails & { readonly tiers: string; readonly vip: string; readonly days: string } => ({
  tiers: tiers
    .map(({ minDeposit, dailyWithdrawal }, at) => `${ACCOUNT_TIERS[at]} ${minDeposit} / ${dailyWithdrawal}`)
    .join(', '),
  vip: `${vipTier} / ${vipVolume}`,
  days,
});

const storedOf = ({ tiers, vipVolume }: TierTable): StoredTiers => ({
  tiers: tiers.map(({ minDeposit, dailyWithdrawal }) => ({ minDeposit, dailyWithdrawal })),
  vipTier: tiers.find(({ isVip }) => isVip)?.tier ?? 'partner',
  vipVolume,
});

/** The table that a new one follows: the newest of all, announced ones among them. */
const newest = (tables: readonly TierTable[]): TierTable =>
  [...tables].sort((a, b) => b.version - a.version)[0] ?? tableAt(tables, 0);

/** Account tiers, as operators read them and propose the next table. No table names a user. */
export function tiersDesk(deps: DeskDeps): DeskHandlers<typeof tiersDeskCalls> {
  const { proposals, now } = deps;
  const db = tablesOf(deps);
  return {
    async getOperatorTiers() {
      const tables = await readTables(db);
      const { rows } = await sql<{ tier: (typeof ACCOUNT_TIERS)[number]; count: bigint }>`
        select tier, count(*) as count from tiers.standing group by tier`.execute(db);
      return {
        tables,
        currentVersion: tableAt(tables, now()).version,
        users: ACCOUNT_TIERS.map((tier) => ({
          tier,
          count: Number(rows.find((row) => row.tier === tier)?.count ?? 0),
        })),
      };
    },
    async changeAccountTiers({ session, body, idempotencyKey }) {
      const { reason, afterDays, ...rest } = body;
      const table: StoredTiers = { tiers: rest.tiers, vipTier: rest.vipTier, vipVolume: rest.vipVolume };
      checkChange(table, newest(await readTables(db)), afterDays);
      const key = actKey('changeAccountTiers', session, idempotencyKey);
      const after = words(table, String(afterDays));
      const payload = JSON.stringify({ table, afterDays, reason } satisfies Change);
      const proposal = { act: 'changeAccountTiers', after, payload, reason } as const;
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
  };
}

/** The act: a row more, which takes effect after its days. */
export function tiersFourEyes(needs: Needs): FourEyesActs<'changeAccountTiers'> {
  const db = tablesOf(needs);
  return {
    changeAccountTiers: {
      before: async () => words(storedOf(newest(await readTables(db))), '0'),
      effect(payload) {
        const { table, afterDays, reason } = JSON.parse(payload) as Change;
        return {
          async within(trx, key) {
            await trx
              .insertInto('tiers.published')
              .values({
                effective_at: new Date(effectiveMs(needs.now(), afterDays)),
                body: JSON.stringify(table),
                reason,
                key,
              })
              .execute();
          },
        };
      },
    },
  };
}
