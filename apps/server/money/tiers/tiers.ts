import { ACCOUNT_TIERS, type AccountTierName, type OwnTier, type TierTable } from '@candor/api';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, usdtValue } from '../../engine/values/index.ts';
import { type CoinFlow, joinFlows, type NetDeposit, netDepositOf, symbolsOf } from './net-deposit.ts';
import { migrations } from './schema.ts';
import { readTables, tableAt } from './tables.ts';

/** Sums of what a user brought in or took out, by coin. */
export type FlowSource = (userId: number) => Promise<readonly CoinFlow[]>;

/** The account tiers by net deposit, and where a user stands. */
export interface Tiers {
  /** Adds a source of deposits or withdrawals. */
  join(source: FlowSource): void;
  /** The table in effect, and those that were announced. */
  tables(): Promise<{ readonly current: TierTable; readonly announced: TierTable[] }>;
  standing(userId: number): Promise<OwnTier>;
  isVip(userId: number): Promise<boolean>;
  /** Shortfall of either way to VIP, as `OwnTier` has it; null for VIP users. */
  missingToVip(userId: number): Promise<OwnTier['missingToVip']>;
  /** A user's tier, and the most that it lets them withdraw in a UTC day, in USDT. */
  dailyWithdrawal(userId: number): Promise<{ readonly tier: AccountTierName; readonly usdt: string }>;
}

export interface TiersDeps {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
const USDT = 'USDT';
const indexOf = (tier: AccountTierName): number => ACCOUNT_TIERS.indexOf(tier);

interface TiersRoom extends TiersDeps {
  readonly db: Db;
  readonly sources: readonly FlowSource[];
}

export async function openTiers(deps: TiersDeps): Promise<Tiers> {
  await migrate(deps.pool, 'tiers', migrations);
  const sources: FlowSource[] = [];
  const room: TiersRoom = { ...deps, db: kyselyOf(deps.pool), sources };
  return {
    join: (source) => void sources.push(source),
    async tables() {
      const tables = await readTables(room.db);
      const at = room.now();
      const announced = tables.filter(({ effectiveTime }) => effectiveTime > at).reverse();
      return { current: tableAt(tables, at), announced };
    },
    standing: (userId) => readStanding(room, userId),
    async isVip(userId) {
      const { current, tier } = await tierOf(room, userId);
      return (await vipOf(room, userId, current, tier)).vip;
    },
    async missingToVip(userId) {
      return (await readStanding(room, userId)).missingToVip;
    },
    async dailyWithdrawal(userId) {
      const { current, tier } = await tierOf(room, userId);
      return { tier, usdt: current.tiers[indexOf(tier)]!.dailyWithdrawal };
    },
  };
}

async function readStanding(room: TiersRoom, userId: number): Promise<OwnTier> {
  const { net, current, tier, usdt, catalogue, prices } = await tierOf(room, userId);
  const { vip, volume30d, missingVolume } = await vipOf(room, userId, current, tier);
  const usd = (units: bigint) => formatDecimalTrimmed(units, usdt.scale);
  const next = current.tiers[indexOf(tier) + 1];
  const missing = missingDeposit(next, net, usdt.scale);
  const toVip = missingDeposit(
    current.tiers.find(({ isVip }) => isVip),
    net,
    usdt.scale,
  );
  const time = room.now();
  return {
    tier,
    netDeposit: usd(net.total ?? 0n),
    coins: net.coins.map(({ coin, deposited, withdrawn, value }) => {
      const asset = catalogue.asset(coin);
      const rate = usdtValue(catalogue, asset, 10n ** BigInt(asset.scale), prices);
      return {
        coin,
        rate: usd(rate ?? 0n),
        value: usd(value ?? 0n),
        deposited: formatDecimalTrimmed(deposited, asset.scale),
        withdrawn: formatDecimalTrimmed(withdrawn, asset.scale),
      };
    }),
    time,
    isStale: net.total === null,
    heldUntil: time - (time % DAY_MS) + DAY_MS,
    nextTier: next?.tier ?? null,
    missing: missing === null ? null : usd(missing),
    vip,
    missingToVip: vip ? null : { deposit: toVip === null ? null : usd(toVip), volume: missingVolume },
    volume30d,
  };
}

async function tierOf(room: TiersRoom, userId: number) {
  const [tables, facts] = await Promise.all([readTables(room.db), readNetDeposit(room, userId)]);
  const current = tableAt(tables, room.now());
  const usdt = facts.catalogue.asset(USDT);
  const tier = await settle(room, userId, reachedBy(current, facts.net, usdt.scale));
  return { ...facts, current, usdt, tier };
}

async function readNetDeposit({ core, catalogues, sources }: TiersRoom, userId: number) {
  const flows = joinFlows(await Promise.all(sources.map((source) => source(userId))));
  const catalogue = catalogues.current();
  const symbols = symbolsOf(catalogue, flows);
  const { prices } = await core.ask('coinPrices', symbols);
  return { catalogue, prices, net: netDepositOf(catalogue, flows, prices) };
}

/** Within a UTC day a tier only rises, and while a rate is stale it stays. */
async function settle(
  { db, now }: TiersRoom,
  userId: number,
  reached: AccountTierName | null,
): Promise<AccountTierName> {
  const at = now();
  const today = new Date(at).toISOString().slice(0, 10);
  const kept = await db
    .selectFrom('tiers.standing')
    .select(['tier', sql<string>`day::text`.as('day')])
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  const floor = kept?.tier ?? 'standard';
  if (reached === null) return floor;
  const isHeld = kept?.day === today && indexOf(floor) > indexOf(reached);
  const tier = isHeld ? floor : reached;
  if (kept?.day !== today || kept.tier !== tier) {
    const values = { user_id: userId, day: today, tier, at: new Date(at) };
    await db
      .insertInto('tiers.standing')
      .values(values)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
  }
  return tier;
}

/** Net deposit that is missing to a tier, at least 0; null where there is no tier, or while a rate is stale. */
function missingDeposit(
  tier: TierTable['tiers'][number] | undefined,
  { total }: NetDeposit,
  scale: number,
): bigint | null {
  if (tier === undefined || total === null) return null;
  const missing = (parseDecimal(tier.minDeposit, scale) ?? 0n) - total;
  return missing > 0n ? missing : 0n;
}

const reachedBy = (table: TierTable, { total }: NetDeposit, scale: number): AccountTierName | null =>
  total === null
    ? null
    : (table.tiers.findLast(({ minDeposit }) => (parseDecimal(minDeposit, scale) ?? 0n) <= total)?.tier ??
      'standard');

/** Spot volume of 30 days and what it lacks, and whether a user is VIP by it or by the tier. */
async function vipOf(
  { core, catalogues }: TiersRoom,
  userId: number,
  current: TierTable,
  tier: AccountTierName,
) {
  const { table, status } = await core.ask('feeTiers', userId);
  const catalogue = catalogues.current();
  const volume = status?.volume ?? 0n;
  const isByTier = current.tiers.find((row) => row.tier === tier)?.isVip ?? false;
  if (status === null || table.tiers.length === 0)
    return { vip: isByTier, volume30d: '0', missingVolume: current.vipVolume };
  const asset = catalogue.assetById(table.volumeAssetId);
  const least = parseDecimal(current.vipVolume, asset.scale) ?? 0n;
  const amount = (units: bigint) => amountText(catalogue, asset.assetId, units as Amount);
  return {
    vip: isByTier || volume >= least,
    volume30d: amount(volume),
    missingVolume: amount(least > volume ? least - volume : 0n),
  };
}
