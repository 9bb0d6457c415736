import {
  BANK_NETWORK,
  type DelistedReason,
  WITHDRAWAL_REVIEW_HOURS,
  type WithdrawalCoin,
  type WithdrawalRow,
} from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { WITHDRAWAL_ARRIVAL_HOURS } from '@candor/products';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { boundsOf, type Listed, type PageRequest } from '../../base/records/paging.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { usdtValue, valuingSymbols } from '../../engine/values/index.ts';
import type { ListedChain } from '../chains/index.ts';
import { delistedCoins } from '../deposits/index.ts';
import type { Requests } from './requests.ts';
import { showRows } from './rows.ts';
import { termsOf } from './terms.ts';

interface OverviewDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly chains: readonly ListedChain[];
  readonly requests: Pick<Requests, 'currentFee' | 'isReviewed' | 'isStopped' | 'takenToday'>;
  readonly now: () => number;
}

const MEASURED_MS = 30 * 86_400_000;

/** Lists what can be withdrawn, and what was. */
export function createOverview(deps: OverviewDeps) {
  return {
    coins: (userId: number, limitUsdt: string) => listCoins(deps, userId, limitUsdt),
    arrival: () => measureArrival(deps),
    log: (userId: number, asked: PageRequest) => listWithdrawals(deps, userId, asked),
    arrivalHours: WITHDRAWAL_ARRIVAL_HOURS,
    reviewHours: WITHDRAWAL_REVIEW_HOURS,
  };
}

/** Coins and networks with fees and limits of a user. */
async function listCoins(deps: OverviewDeps, userId: number, limitUsdt: string): Promise<WithdrawalCoin[]> {
  const { core, requests } = deps;
  const catalogue = deps.catalogues.current();
  const rows = await servedCoins(deps, catalogue);
  const assets = rows.map(({ asset }) => asset);
  const ids = assets.map(({ assetId }) => assetId);
  const [{ amounts, prices }, taken] = await Promise.all([
    core.ask('withdrawable', userId, ids, valuingSymbols(catalogue, assets)),
    requests.takenToday(userId),
  ]);
  const stateOf = await readChains(deps);
  return Promise.all(
    rows.map(async ({ chain, listed, asset, terms }, i) => {
      const fee = await requests.currentFee(chain.key, listed.code);
      const text = (units: bigint) => formatDecimalTrimmed(units, asset.scale);
      const usdt = catalogue.asset('USDT');
      const left = (parseDecimal(limitUsdt, usdt.scale) ?? 0n) - taken;
      const one = 10n ** BigInt(asset.scale);
      const price = usdtValue(catalogue, asset, one, prices);
      const leftOfCoin = price === null ? null : left <= 0n ? 0n : (left * one) / price;
      const { isReviewed, isStopped, delisted } = stateOf.get(chain.key)!;
      return {
        coin: asset.code,
        network: chain.key,
        networkName: chain.name,
        open: fee !== null,
        stopped: isStopped,
        delisted: delisted.get(asset.code) ?? null,
        decimals: Math.min(asset.scale, listed.decimals),
        minimum: terms.minimum,
        fee: fee === null ? null : text(fee),
        confirmations: listed.confirmations,
        automatic: terms.automatic,
        isReviewed,
        keepsFailedFee: listed.contract === null && typeof chain.chainId === 'number',
        available: text(amounts[i] ?? 0n),
        remainingToday: leftOfCoin === null ? null : text(leftOfCoin),
      };
    }),
  );
}

/** Coins that are paid out, on each chain that is served. */
async function servedCoins({ db, chains }: OverviewDeps, catalogue: Catalogue) {
  const wallets = await db.selectFrom('withdrawals.wallet').select('chain').execute();
  // A chain that is there by a setting, and that no process ever paid on, is not served.
  const served = chains.filter(
    ({ key, isPractice, isBySetting }) =>
      (isPractice && isBySetting !== true) || wallets.some((wallet) => wallet.chain === key),
  );
  return served.flatMap((chain) =>
    chain.assets.flatMap((listed) => {
      const asset = catalogue.assets.find(({ code }) => code === listed.code);
      const terms = termsOf(listed.code);
      return asset === undefined || terms === null ? [] : [{ chain, listed, asset, terms }];
    }),
  );
}

interface ChainState {
  readonly isReviewed: boolean;
  readonly isStopped: boolean;
  readonly delisted: ReadonlyMap<string, DelistedReason>;
}

async function readChains({ db, chains, requests }: OverviewDeps): Promise<Map<string, ChainState>> {
  const states = new Map<string, ChainState>();
  for (const { key } of chains)
    states.set(key, {
      isReviewed: await requests.isReviewed(key),
      isStopped: await requests.isStopped(key),
      delisted: await delistedCoins(db, key),
    });
  return states;
}

/** From the request to the last confirmation over the last 30 days: the median and the 95th percentile, of how many. */
async function measureArrival({ db, now }: OverviewDeps): Promise<{
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly measured: number;
}> {
  const { rows } = await sql<{ median: number | null; p95: number | null; measured: bigint }>`
    select count(*) as measured, percentile_cont(0.5) within group (order by took) as median,
      percentile_cont(0.95) within group (order by took) as p95
    from (select extract(epoch from ended_at - requested_at) * 1000 as took
      from withdrawals.withdrawal
      where state = 'done' and chain <> ${BANK_NETWORK} and ended_at > ${new Date(now() - MEASURED_MS)}::timestamptz) as measured`.execute(
    db,
  );
  const whole = (value: number | null | undefined) =>
    value === null || value === undefined ? null : Math.round(Number(value));
  return {
    medianMs: whole(rows[0]?.median),
    p95Ms: whole(rows[0]?.p95),
    measured: Number(rows[0]?.measured ?? 0),
  };
}

/** A user's withdrawals, newest first. */
async function listWithdrawals(
  { db, chains, catalogues, now }: OverviewDeps,
  userId: number,
  asked: PageRequest,
): Promise<Listed<WithdrawalRow>> {
  const { cursor, limit } = asked;
  const { from, to } = boundsOf(asked);
  let query = db
    .selectFrom('withdrawals.withdrawal')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .orderBy('withdrawal_no', 'desc')
    .limit(limit + 1);
  if (cursor !== null) query = query.where('withdrawal_no', '<', BigInt(cursor));
  if (from !== null) query = query.where('requested_at', '>=', from);
  if (to !== null) query = query.where('requested_at', '<', to);
  const rows = await query.execute();
  const shown = rows.slice(0, limit);
  return {
    records: await showRows({ db, chains, catalogue: catalogues.current(), now }, shown),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.withdrawal_no) : null,
  };
}
