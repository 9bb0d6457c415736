import type { BalanceRow, Balances } from '@candor/contract';
import type { Engine } from '@candor/journal';
import type { AssetInfo, BalanceView, KernelView, SymbolInfo } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, mulDivFloor, type PriceTicks } from '@candor/money';
import type { Catalogue, CatalogueFollower } from './catalogue.ts';

/** What users own, read from the kernel. */
export interface BalanceReader {
  /** The balances of a wallet; a wallet of a product that has nothing yet is empty. */
  wallet(userId: number, walletType: string, coin: string | null): Promise<Balances>;
  /** The two balances that trading one market needs. */
  ofSymbol(
    userId: number,
    symbolName: string,
  ): Promise<{ readonly base: BalanceRow; readonly quote: BalanceRow; readonly seq: number }>;
  /** Whether the user's ledger account is open. */
  accountOpen(userId: number): Promise<boolean>;
}

const VALUE_ASSET = 'USDT';
const TOTAL_ASSET = 'BTC';
/** 0 = all accounts, 1 = spot: today they are the same. */
const FILLED_WALLETS = new Set(['0', '1']);

interface Price {
  readonly symbol: SymbolInfo;
  readonly ticks: PriceTicks;
}

export function createBalanceReader(engine: Engine, catalogues: CatalogueFollower): BalanceReader {
  return {
    wallet(userId, walletType, coin) {
      const catalogue = catalogues.current();
      const only = coin === null ? null : catalogue.asset(coin);
      return engine.read((view) => {
        const assets = FILLED_WALLETS.has(walletType)
          ? catalogue.assets.filter((asset) => only === null || asset.assetId === only.assetId)
          : [];
        return walletOf(view, catalogue, userId, walletType, assets);
      });
    },
    ofSymbol(userId, symbolName) {
      const catalogue = catalogues.current();
      const symbol = catalogue.symbol(symbolName);
      return engine.read((view) => {
        const held = balancesOf(view, userId);
        const row = (assetId: number) => rowOf(view, catalogue, catalogue.assetById(assetId), held).row;
        return { base: row(symbol.baseAssetId), quote: row(symbol.quoteAssetId), seq: view.seq };
      });
    },
    accountOpen: (userId) => engine.read((view) => view.hasAccount(userId)),
  };
}

const balancesOf = (view: KernelView, userId: number) =>
  new Map(view.hasAccount(userId) ? view.balances(userId).map((balance) => [balance.assetId, balance]) : []);

function walletOf(
  view: KernelView,
  catalogue: Catalogue,
  userId: number,
  walletType: string,
  assets: readonly AssetInfo[],
): Balances {
  const held = balancesOf(view, userId);
  const rows = assets.map((asset) => rowOf(view, catalogue, asset, held));
  const total = rows.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  return {
    type: walletType,
    list: rows.map(({ row }) => row),
    totalUsdt: formatDecimalTrimmed(total, valueScale(catalogue)),
    totalBtc: inTotalAsset(view, catalogue, total),
    complete: rows.every(({ value }) => value !== null),
    seq: view.seq,
  };
}

function rowOf(
  view: KernelView,
  catalogue: Catalogue,
  asset: AssetInfo,
  held: ReadonlyMap<number, BalanceView>,
): { readonly row: BalanceRow; readonly value: bigint | null } {
  const balance = held.get(asset.assetId);
  const available = balance?.available ?? (0n as Amount);
  const frozen = balance?.held ?? (0n as Amount);
  const amount = available + frozen;
  const value = worthOf(view, catalogue, asset, amount);
  const text = (units: bigint) => formatDecimalTrimmed(units, asset.scale);
  const row: BalanceRow = {
    assetId: asset.assetId,
    coin: asset.code,
    name: asset.name,
    scale: asset.scale,
    amount: text(amount),
    available: text(available),
    frozen: text(frozen),
    valueUsdt: value === null ? null : formatDecimalTrimmed(value, valueScale(catalogue)),
  };
  return { row, value };
}

function valueScale(catalogue: Catalogue): number {
  return catalogue.asset(VALUE_ASSET).scale;
}

/** The index of an asset against USDT; null while it is stale or where there is no such market. */
function priceOf(view: KernelView, catalogue: Catalogue, asset: AssetInfo): Price | null {
  const quoteAssetId = catalogue.asset(VALUE_ASSET).assetId;
  const symbol = catalogue.symbols.find(
    (listed) => listed.baseAssetId === asset.assetId && listed.quoteAssetId === quoteAssetId,
  );
  const ticks = symbol === undefined ? null : (view.index(symbol.symbolId)?.priceTicks ?? null);
  return symbol === undefined || ticks === null ? null : { symbol, ticks };
}

/** In USDT base units, rounded down: it is only shown. */
function worthOf(view: KernelView, catalogue: Catalogue, asset: AssetInfo, amount: bigint): bigint | null {
  if (asset.code === VALUE_ASSET || amount === 0n) return amount;
  const price = priceOf(view, catalogue, asset);
  if (price === null) return null;
  return mulDivFloor(amount, BigInt(price.ticks) * price.symbol.quotePerTickLot, price.symbol.basePerLot);
}

/** A USDT value in BTC, rounded down to BTC's decimals: it is only shown. */
function inTotalAsset(view: KernelView, catalogue: Catalogue, valueUnits: bigint): string | null {
  const asset = catalogue.asset(TOTAL_ASSET);
  const price = priceOf(view, catalogue, asset);
  if (price === null) return null;
  const { ticks, symbol } = price;
  const units = mulDivFloor(valueUnits, symbol.basePerLot, BigInt(ticks) * symbol.quotePerTickLot);
  return formatDecimalTrimmed(units, asset.scale);
}
