import type { AssetDay, AssetDetails } from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { averageCost, unrealisedOf } from '@candor/rules';
import { LIST_PATIENCE_MS } from '../../base/records/paging.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History, MarketSource } from '../../engine/ports.ts';
import { marketOf, worthAt, worthOf } from './worth.ts';

export interface AssetDetailsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly market: Pick<MarketSource, 'candles'>;
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
const VALUE_ASSET = 'USDT';
/** Trades that profit and loss are made from at most: the oldest come first. */
const MOST_TRADES = 20_000;

/** Reads the places of a coin, its profit and loss, and the worth of all coins day by day. */
export function createAssetDetails(deps: AssetDetailsDeps) {
  return {
    details: (userId: number, coin: string) => readDetails(deps, userId, coin),
    days: (userId: number, coin: string | null, count: number) => readDays(deps, userId, coin, count),
  };
}

async function readDetails(
  { core, history, catalogues }: AssetDetailsDeps,
  userId: number,
  coin: string,
): Promise<AssetDetails> {
  const catalogue = catalogues.current();
  const asset = catalogue.asset(coin);
  const value = catalogue.asset(VALUE_ASSET);
  const symbol = marketOf(catalogue, asset);
  const { places, prices, seq } = await core.ask(
    ...(['assetPlaces', userId, asset.assetId, symbol === undefined ? [] : [symbol.symbolId]] as const),
  );
  const worth = (units: bigint) => worthOf(prices, catalogue, asset, units);
  const text = (units: bigint) => formatDecimalTrimmed(units, asset.scale);
  const valueText = (units: bigint | null) =>
    units === null ? null : formatDecimalTrimmed(units, value.scale);
  const total = places.reduce((sum, { amount }) => sum + amount, 0n);
  const base = {
    coin: asset.code,
    total: text(total),
    totalUsdt: valueText(worth(total)),
    places: places.map(({ what, wallet, symbolId, amount }) => ({
      what,
      wallet,
      symbol: catalogue.symbolById(symbolId)?.name ?? null,
      amount: text(amount),
      valueUsdt: valueText(worth(amount)),
    })),
  };
  if (asset.assetId === value.assetId) return { ...base, profit: null };
  await history.caughtUp(seq, LIST_PATIENCE_MS);
  const trades = await history.bills.tradesOf(userId, asset.assetId, value.assetId, MOST_TRADES);
  const cost = averageCost(trades);
  return {
    ...base,
    profit: {
      bought: text(cost.quantity),
      averageCost:
        cost.quantity === 0n
          ? null
          : formatDecimalTrimmed((cost.cost * 10n ** BigInt(asset.scale)) / cost.quantity, value.scale),
      realised: formatDecimalTrimmed(cost.realised, value.scale),
      unrealised: valueText(unrealisedOf(cost, total, worth(total))),
      complete: trades.length < MOST_TRADES,
    },
  };
}

/** Value of the user's coins at the end of each of the last days, or one of them, oldest first. */
async function readDays(
  { core, history, catalogues, market, now }: AssetDetailsDeps,
  userId: number,
  coin: string | null,
  count: number,
): Promise<AssetDay[]> {
  const catalogue = catalogues.current();
  const today = Math.floor(now() / DAY_MS);
  const first = today - count + 1;
  await history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);
  const only = coin === null ? null : catalogue.asset(coin).assetId;
  const from = first * DAY_MS;
  const [opening, changed, ...inOrders] = await Promise.all([
    history.bills.lastBefore(userId, from),
    history.bills.dailyChanges(userId, from),
    history.staking.principalMoves(userId, from),
    history.finance.principalMoves(userId, from),
    history.mining.principalMoves(userId, from),
  ]);
  // a coin that moves into an order or a node leaves a wallet, and stays the user's
  const moves = inOrders.flat();
  const changes = [...changed, ...moves];
  const counts = (assetId: number) => only === null || assetId === only;
  const sums = new Map<number, bigint>();
  const add = (assetId: number, amount: bigint) =>
    counts(assetId) && sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
  for (const { assetId, balance } of opening) add(assetId, balance);
  for (const { day, assetId, amount } of moves) if (day === null) add(assetId, amount);
  const assets = new Set([...sums.keys(), ...changes.map(({ assetId }) => assetId).filter(counts)]);
  const closes = await closesOf(market, catalogue, assets, { today, count });
  const scale = catalogue.asset(VALUE_ASSET).scale;
  return Array.from({ length: count }, (_, at): AssetDay => {
    const day = first + at;
    for (const change of changes) if (change.day === day) add(change.assetId, change.amount);
    let worth: bigint | null = 0n;
    for (const [assetId, units] of sums) {
      const asset = catalogue.assetById(assetId);
      const close = closes.get(assetId)?.get(day);
      const price = close === undefined ? null : parseDecimal(close, scale);
      const part = asset.code === VALUE_ASSET || units === 0n ? units : worthAt(units, price, asset.scale);
      worth = worth === null || part === null ? null : worth + part;
    }
    const own = only === null ? null : (sums.get(only) ?? 0n);
    return {
      time: day * DAY_MS,
      amount:
        own === null || only === null ? null : formatDecimalTrimmed(own, catalogue.assetById(only).scale),
      valueUsdt: worth === null ? null : formatDecimalTrimmed(worth, scale),
    };
  });
}

/** Closing prices of the last days, by asset and day. */
async function closesOf(
  market: AssetDetailsDeps['market'],
  catalogue: Catalogue,
  assets: ReadonlySet<number>,
  { today, count }: { readonly today: number; readonly count: number },
): Promise<Map<number, ReadonlyMap<number, string>>> {
  const closes = new Map<number, ReadonlyMap<number, string>>();
  for (const assetId of assets) {
    const symbol = marketOf(catalogue, catalogue.assetById(assetId));
    if (symbol === undefined) continue;
    const bars = await market.candles(symbol.name, '1d', (today + 1) * DAY_MS, count + 1);
    closes.set(assetId, new Map(bars.map((bar) => [Math.floor(bar.t / DAY_MS), bar.c])));
  }
  return closes;
}

export type AssetDetailsReader = ReturnType<typeof createAssetDetails>;
